//! Replays of games: the moves are played again, and a camera takes every position.

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Field, InputError, Message, MoveRecord, Name, Seed, Turn, message,
};
use plylab_draw::film::{Camera, Film};

use crate::messages::Language;
use crate::words::remark;

/// Games with more moves than this have one frame per round.
const LONG: usize = 400;
/// Of games with more frames than twice this, only this many at the start and at the end are kept.
const KEPT: usize = 1000;

/// The replay of a match with this seed, with what agents told of their moves; `caption` is in the language already.
pub fn replay_of_match(
    game: &dyn AnyGame,
    seed: Seed,
    moves: &[MoveRecord],
    caption: &str,
    language: &Language,
) -> Result<Film, InputError> {
    // As matches do it.
    let mut position = game.start(seed);
    let stops = stops(position.as_ref(), moves)?;
    let left_out = stops.len().saturating_sub(2 * KEPT);
    let is_kept = |index: usize| index < KEPT || index + KEPT >= stops.len();
    let mut camera = Camera::before(game.backdrop(), language);
    let mut words = Vec::new();
    let mut played = 0;
    for (index, &stop) in stops.iter().enumerate() {
        for record in moves.iter().take(stop).skip(played) {
            let turn = position.turn();
            let mover = mover(game, turn);
            let value = MoveRecord { by: Some(turn), worth: record.worth, ..MoveRecord::default() }.value();
            let said = record.note.as_ref().map(|note| remark(mover, value, note));
            let action = position.play(&record.action)?;
            let (who, action) = (Name::of(mover), Name::of(action));
            words.push(message!("moved", "{who}: {action}"));
            words.extend(said);
        }
        played = stop;
        if is_kept(index) {
            let text = match stop {
                0 => language.say(&message!("start", "start")),
                _ => Field::from(words.clone()).render(language),
            };
            camera.shoot(stop, &text, &position.scene());
        }
        words.clear();
    }
    let note = if left_out > 0 {
        language.say(&message!(
            "game-is-long",
            "The game is long: only the first {kept} and the last {kept} of its {all} frames are shown.",
            kept = KEPT,
            all = stops.len()
        ))
    } else {
        String::new()
    };
    Ok(camera.develop(language.name(&game.info().title), caption, note, moves.len()))
}

/// The numbers of moves after which there is a frame: after every move, or once per round in a long game. Plays all moves,
/// so that illegal ones are found here.
fn stops(start: &dyn AnyPosition, moves: &[MoveRecord]) -> Result<Vec<usize>, InputError> {
    let mut position = start.boxed_clone();
    let mut stops = vec![0];
    for (number, action) in (1..).zip(moves) {
        position.play(&action.action).map_err(|error| error.at(Message::nth_move(number)))?;
        let round_ends = position.turn() == Turn::Agent(AgentId::FIRST);
        if moves.len() <= LONG || round_ends || number == moves.len() {
            stops.push(number);
        }
    }
    Ok(stops)
}

fn mover(game: &dyn AnyGame, turn: Turn) -> &str {
    match turn {
        Turn::Agent(agent) => game.info().agents.get(agent.index()).map_or("unknown", String::as_str),
        Turn::Chance => "dice",
        Turn::Over => "nobody",
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::scene::{Backdrop, Scene};
    use plylab_core::{English, NoFiles, Spec};
    use plylab_draw::Theme;
    use plylab_draw::scene::Drawing;
    use proptest::prelude::*;

    use super::*;

    const GAMES: [&str; 8] = [
        "connect4",
        "connect4:columns=4,rows=4",
        "sim",
        "pacman",
        "pacman:layout=small",
        "grid",
        "tree",
        "tree:file=dice",
    ];

    fn game(spec: &str) -> Box<dyn AnyGame> {
        plylab_standard::registry().open(&spec.parse::<Spec>().unwrap(), &NoFiles).unwrap()
    }

    /// A game of random moves, and its scenes.
    fn random_game(game: &dyn AnyGame, seed: Seed, most: usize) -> (Vec<MoveRecord>, Vec<Scene>) {
        let mut position = game.start(seed);
        let mut rng = seed.child("moves").rng();
        let (mut moves, mut scenes) = (Vec::new(), vec![position.scene()]);
        while moves.len() < most {
            let rolled = position.roll(&mut rng);
            let Some(action) = rolled.or_else(|| rng.pick(&position.actions()).cloned()) else { break };
            moves.push(position.play(&action).unwrap().into());
            scenes.push(position.scene());
        }
        (moves, scenes)
    }

    fn assert_shows(replay: &Film, number: usize, backdrop: &Backdrop, scene: &Scene) {
        let shown = replay.shown(number).unwrap();
        let drawing = Drawing::of(backdrop, scene, Theme::Light);
        let names: Vec<String> = drawing.marks.iter().map(|mark| mark.name(&English)).collect();
        let marks = drawing.marks.iter().zip(&names);
        let marks: Vec<(&str, i32, i32, &str)> =
            marks.map(|(mark, name)| (mark.look.as_str(), mark.x, mark.y, name.as_str())).collect();
        assert_eq!(shown.marks, marks, "frame {number}");
        assert_eq!(*shown.sheet, drawing.sheet, "frame {number}");
        let facts: Vec<(&str, String)> =
            scene.facts.iter().map(|fact| (fact.label.as_str(), fact.value.to_string())).collect();
        let facts: Vec<(&str, &str)> = facts.iter().map(|(label, value)| (*label, value.as_str())).collect();
        assert_eq!(shown.facts, facts, "frame {number}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn every_frame_shows_its_scene(seed in any::<u64>(), spec in prop::sample::select(GAMES.to_vec())) {
            let game = game(spec);
            let (moves, scenes) = random_game(game.as_ref(), Seed(seed), 150);
            let replay = replay_of_match(game.as_ref(), Seed(seed), &moves, "random", Language::english()).unwrap();
            prop_assert_eq!(replay.frames.len(), scenes.len());
            prop_assert_eq!(replay.moves, moves.len());
            for (number, scene) in scenes.iter().enumerate() {
                assert_shows(&replay, number, &game.backdrop(), scene);
            }
        }
    }

    #[test]
    fn moves_are_told_with_who_made_them() {
        let game = game("connect4");
        let replay = replay_of_match(
            game.as_ref(),
            Seed(1),
            &["4", "3"].map(Into::into),
            "two moves",
            Language::english(),
        )
        .unwrap();
        let words: Vec<&str> = (0..3).map(|number| replay.shown(number).unwrap().words).collect();
        assert_eq!(words, ["start", "Yellow: 4", "Red: 3"]);
        assert_eq!(replay.note, "");
    }

    #[test]
    fn a_move_that_is_not_legal_is_named() {
        let game = game("connect4");
        let error =
            replay_of_match(game.as_ref(), Seed(1), &["4", "9"].map(Into::into), "", Language::english())
                .unwrap_err()
                .to_string();
        assert!(error.starts_with("move 2: "), "{error}");
    }

    /// A game of Pac-Man and two ghosts in which everybody moves at random and which never ends: when it would, the last
    /// moves are taken back.
    fn long_game(rounds: usize) -> (Box<dyn AnyGame>, Vec<MoveRecord>) {
        let game = game("pacman:layout=medium");
        let mut positions = vec![game.start(Seed(1))];
        let mut rng = Seed(2).rng();
        let mut moves = Vec::new();
        while moves.len() < 3 * rounds {
            let position = positions.last().unwrap();
            let mut after = position.boxed_clone();
            moves.push(after.play(rng.pick(&position.actions()).unwrap()).unwrap().into());
            positions.push(after);
            if positions.last().unwrap().turn() == Turn::Over {
                let kept = moves.len().saturating_sub(40);
                moves.truncate(kept);
                positions.truncate(kept + 1);
            }
        }
        (game, moves)
    }

    #[test]
    fn a_long_game_has_a_frame_a_round_and_stays_small() {
        let (game, moves) = long_game(3000);
        let replay =
            replay_of_match(game.as_ref(), Seed(1), &moves, "a long game", Language::english()).unwrap();
        assert_eq!(replay.frames.len(), 2 * KEPT);
        assert_eq!(
            replay.note,
            "The game is long: only the first 1000 and the last 1000 of its 3001 frames are shown."
        );
        let numbers: Vec<usize> = replay.frames.iter().map(|frame| frame.number).collect();
        assert_eq!((numbers[0], numbers[1], numbers[999]), (0, 3, 2997));
        assert_eq!((numbers[1000], numbers[1999]), (6003, 9000));
        let size = replay.json().len();
        assert!(size < 400_000, "{size} bytes");
        let mut position = game.start(Seed(1));
        for (number, action) in (1..).zip(&moves) {
            position.play(&action.action).unwrap();
            if let Some(index) =
                numbers.iter().position(|&kept| kept == number).filter(|index| index % 97 == 0)
            {
                assert_shows(&replay, index, &game.backdrop(), &position.scene());
            }
        }
        assert_shows(&replay, usize::MAX, &game.backdrop(), &position.scene());
    }
}
