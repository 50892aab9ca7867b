//! A game as frames: every look once, and then only what changed.

use std::collections::HashMap;

use plylab_core::scene::{Backdrop, Fact, Scene};
use plylab_core::{
    AgentId, AnyGame, AnyPosition, Field, InputError, Message, MoveRecord, Name, Seed, Turn, message,
};
use serde::Serialize;

use super::drawing::Drawing;
use super::said::Said;
use crate::messages::Language;
use crate::words::remark;

/// A finished game, ready for a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Replay {
    /// The game: `Connect Four`.
    pub title: String,
    /// Who played, and how it ended.
    pub caption: String,
    /// What is left out, in a sentence; empty if nothing is.
    pub note: String,
    /// What the controls say.
    pub said: Said,
    /// How many moves the game had.
    pub moves: usize,
    /// How many different marks there are in the whole game.
    pub cast: usize,
    /// What never moves; most games have one.
    pub sheets: Vec<Sheet>,
    /// The SVG of every look that a mark has somewhere in the game.
    pub looks: Vec<String>,
    /// Every text that occurs: names, facts, moves.
    pub texts: Vec<String>,
    /// What changes, from the start to the end.
    pub frames: Vec<Frame>,
}

/// What does not move: its size, and what is drawn behind and before the marks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sheet {
    /// In units of the drawing.
    pub width: f64,
    /// In units of the drawing.
    pub height: f64,
    /// SVG behind the marks.
    pub back: String,
    /// SVG in front of the marks.
    pub front: String,
}

/// What is different from the frame before. Names are short because there are thousands of frames.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Frame {
    /// How many moves were played by now.
    #[serde(rename = "n")]
    pub number: usize,
    /// The text with the moves that led here.
    #[serde(rename = "w")]
    pub words: usize,
    /// Another sheet.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub sheet: Option<usize>,
    /// Marks that are new, or look different, or have moved.
    #[serde(rename = "p", skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<Placed>,
    /// Marks that are gone.
    #[serde(rename = "g", skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<usize>,
    /// The texts of all facts, if one of them changed: label, value, label, value.
    #[serde(rename = "f", skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<usize>>,
}

/// A mark of the cast: which one, its look, its position, and the text with its name. Marks with a higher number are on top
/// of those with a lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Placed(pub usize, pub usize, pub i32, pub i32, pub usize);

/// The picture of one frame.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shown<'a> {
    pub sheet: &'a Sheet,
    /// Look, position and name of every mark, later ones on top.
    pub marks: Vec<(&'a str, i32, i32, &'a str)>,
    pub words: &'a str,
    pub facts: Vec<(&'a str, &'a str)>,
}

/// Games with more moves than this have one frame per round.
const LONG: usize = 400;
/// Of games with more frames than twice this, only this many at the start and at the end are kept.
const KEPT: usize = 1000;

impl Replay {
    /// The replay of a match with this seed, in a language, with what agents told of their moves.
    pub fn of_match(
        game: &dyn AnyGame,
        seed: Seed,
        moves: &[MoveRecord],
        caption: &str,
        language: &Language,
    ) -> Result<Replay, InputError> {
        // As matches do it.
        Replay::of(game, game.start(seed).as_ref(), moves, caption, language)
    }

    /// The replay of moves from any position of the game; `caption` is in the language already.
    pub fn of(
        game: &dyn AnyGame,
        start: &dyn AnyPosition,
        moves: &[MoveRecord],
        caption: &str,
        language: &Language,
    ) -> Result<Replay, InputError> {
        let stops = stops(start, moves)?;
        let left_out = stops.len().saturating_sub(2 * KEPT);
        let is_kept = |index: usize| index < KEPT || index + KEPT >= stops.len();
        let mut camera = Camera::before(game.backdrop(), language);
        let mut position = start.boxed_clone();
        let mut words = Vec::new();
        let mut played = 0;
        for (index, &stop) in stops.iter().enumerate() {
            for record in moves.iter().take(stop).skip(played) {
                let turn = position.turn();
                let mover = mover(game, turn);
                let value =
                    MoveRecord { by: Some(turn), worth: record.worth, ..MoveRecord::default() }.value();
                let said = record.note.as_ref().map(|note| remark(mover, value, note));
                let action = position.play(&record.action)?;
                words.push(message!(
                    "moved",
                    "{who}: {action}",
                    who = Name::of(mover),
                    action = Name::of(action.to_string())
                ));
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
        Ok(camera.develop(&language.name(&game.info().title), caption, note, moves.len()))
    }

    /// The picture of a frame, from all changes up to it; the last frame if there is none with that number.
    pub(super) fn shown(&self, number: usize) -> Option<Shown<'_>> {
        let mut cast: Vec<Option<Placed>> = vec![None; self.cast];
        let (mut sheet, mut words, mut facts) = (0, 0, &[][..]);
        for frame in self.frames.iter().take(number.saturating_add(1)) {
            words = frame.words;
            sheet = frame.sheet.unwrap_or(sheet);
            facts = frame.facts.as_deref().unwrap_or(facts);
            for &gone in &frame.gone {
                *cast.get_mut(gone)? = None;
            }
            for placed in &frame.placed {
                *cast.get_mut(placed.0)? = Some(*placed);
            }
        }
        let text = |number: usize| self.texts.get(number).map(String::as_str);
        let mark =
            |&Placed(_, look, x, y, name): &Placed| Some((self.looks.get(look)?.as_str(), x, y, text(name)?));
        Some(Shown {
            sheet: self.sheets.get(sheet)?,
            marks: cast.iter().flatten().map(mark).collect::<Option<_>>()?,
            words: text(words)?,
            facts: facts
                .chunks_exact(2)
                .map(|fact| Some((text(fact[0])?, text(fact[1])?)))
                .collect::<Option<_>>()?,
        })
    }
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

/// Each different item once, by its number.
#[derive(Default)]
struct Register {
    items: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Register {
    fn number(&mut self, item: &str) -> usize {
        if let Some(&number) = self.numbers.get(item) {
            return number;
        }
        self.items.push(item.to_owned());
        self.numbers.insert(item.to_owned(), self.items.len() - 1);
        self.items.len() - 1
    }
}

/// Takes scenes, one after the other, and keeps what changed.
struct Camera<'a> {
    backdrop: Backdrop,
    language: &'a Language,
    sheets: Vec<Sheet>,
    looks: Register,
    texts: Register,
    /// The keys of all marks, numbered as they first appear.
    keys: Register,
    /// The same numbers from bottom to top.
    order: Vec<usize>,
    frames: Vec<Frame>,
    /// What is on stage, by number.
    stage: Vec<Option<Placed>>,
    sheet: usize,
    facts: Vec<usize>,
}

impl<'a> Camera<'a> {
    fn before(backdrop: Backdrop, language: &'a Language) -> Camera<'a> {
        Camera {
            backdrop,
            language,
            sheets: Vec::new(),
            looks: Register::default(),
            texts: Register::default(),
            keys: Register::default(),
            order: Vec::new(),
            frames: Vec::new(),
            stage: Vec::new(),
            sheet: 0,
            facts: Vec::new(),
        }
    }

    fn shoot(&mut self, number: usize, words: &str, scene: &Scene) {
        let Drawing { sheet, marks } = Drawing::of(&self.backdrop, scene);
        let first = self.frames.is_empty();
        let sheet = self.sheets.iter().position(|known| *known == sheet).unwrap_or_else(|| {
            self.sheets.push(sheet);
            self.sheets.len() - 1
        });
        let mut next: Vec<Option<Placed>> = vec![None; self.stage.len()];
        let mut above = 0;
        for mark in &marks {
            let actor = self.keys.number(&mark.key);
            let look = self.looks.number(&mark.look);
            let name = self.texts.number(&mark.said(self.language));
            if actor == next.len() {
                // A new mark is just above the mark before it.
                next.push(None);
                self.order.insert(above, actor);
                above += 1;
            } else {
                above = self.order.iter().position(|&known| known == actor).map_or(above, |index| index + 1);
            }
            if let Some(entry) = next.get_mut(actor) {
                *entry = Some(Placed(actor, look, mark.x, mark.y, name));
            }
        }
        self.stage.resize(next.len(), None);
        let changes =
            || self.stage.iter().zip(&next).enumerate().filter(|(_, (before, after))| before != after);
        let placed = changes().filter_map(|(_, (_, after))| *after).collect();
        let gone = changes().filter(|(_, (_, after))| after.is_none()).map(|(actor, _)| actor).collect();
        self.stage = next;
        let text = |fact: &Fact| {
            let (label, value) = (&fact.label, fact.value.to_string());
            [self.language.name(label), self.language.name(&value)].map(|text| self.texts.number(&text))
        };
        let facts: Vec<usize> = scene.facts.iter().flat_map(text).collect();
        let frame = Frame {
            number,
            words: self.texts.number(words),
            sheet: (first || sheet != self.sheet).then_some(sheet),
            placed,
            gone,
            facts: (first || facts != self.facts).then(|| facts.clone()),
        };
        self.sheet = sheet;
        self.facts = facts;
        self.frames.push(frame);
    }

    /// The replay, with the cast numbered from bottom to top.
    fn develop(mut self, title: &str, caption: &str, note: String, moves: usize) -> Replay {
        let mut rank = vec![0; self.order.len()];
        for (index, &actor) in self.order.iter().enumerate() {
            rank[actor] = index;
        }
        for frame in &mut self.frames {
            for placed in &mut frame.placed {
                placed.0 = rank[placed.0];
            }
            for gone in &mut frame.gone {
                *gone = rank[*gone];
            }
        }
        Replay {
            title: title.to_owned(),
            caption: caption.to_owned(),
            note,
            said: Said::by(self.language),
            moves,
            cast: self.order.len(),
            sheets: self.sheets,
            looks: self.looks.items,
            texts: self.texts.items,
            frames: self.frames,
        }
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{English, NoFiles, Spec};
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

    fn assert_shows(replay: &Replay, number: usize, backdrop: &Backdrop, scene: &Scene) {
        let shown = replay.shown(number).unwrap();
        let drawing = Drawing::of(backdrop, scene);
        let names: Vec<String> = drawing.marks.iter().map(|mark| mark.said(&English)).collect();
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
            let replay = Replay::of_match(game.as_ref(), Seed(seed), &moves, "random", Language::english()).unwrap();
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
        let replay = Replay::of_match(
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
            Replay::of_match(game.as_ref(), Seed(1), &["4", "9"].map(Into::into), "", Language::english())
                .unwrap_err()
                .to_string();
        assert!(error.starts_with("move 2: "), "{error}");
    }

    /// A game of Pac-Man and two ghosts in which everybody moves at random, but nobody ends it: whoever has no other
    /// choice makes them all take back a few moves.
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
            Replay::of_match(game.as_ref(), Seed(1), &moves, "a long game", Language::english()).unwrap();
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
