//! How well a finished game was played, where perfect play is known.

use plylab_core::{AnyGame, Grade, InputError, Level, Message, Name, Registry, StopFlag, message};
use plylab_lab::grade::{GradedGame, GradedMove};
use plylab_lab::live::{LiveGame, Seat};
use plylab_lab::stats::digits;

/// Fewer moves say nothing about a level.
const ENOUGH: u64 = 4;

/// What to say about the moves of the people in a finished game. Nothing if perfect play is not known, `None` if stopped.
pub fn marks(
    registry: &Registry,
    live: &LiveGame,
    levels: &[&Level],
    stop: &StopFlag,
) -> Result<Option<Vec<Message>>, InputError> {
    let game = live.game().as_ref();
    // A game without an oracle, or a board too large for it.
    let Ok(mut oracle) = registry.oracle(game) else { return Ok(Some(Vec::new())) };
    let start = live.record().first_position(game)?;
    let graded = GradedGame::of(oracle.as_mut(), start, live.moves(), 0, stop)?;
    Ok(graded.map(|graded| said_of(game, live.seats(), levels, &graded)))
}

fn said_of(game: &dyn AnyGame, seats: &[Seat], levels: &[&Level], graded: &GradedGame) -> Vec<Message> {
    let names = &game.info().agents;
    let mut lines = Vec::new();
    for (seat, (name, _)) in names.iter().zip(seats).enumerate().filter(|(_, (_, seat))| seat.is_person()) {
        let grade = graded.grade(seat);
        let Some(share) = grade.share() else { continue };
        let (best, moves) = (grade.best, grade.moves);
        let (name, percent) = (Name::of(name.clone()), digits(format!("{:.0}", 100.0 * share)));
        lines.push(match about_level(levels, &grade) {
            Some(level) => message!(
                "played-like",
                "{name}: {best} of {moves} {moves|move was|moves were} best ({percent} %), about as often as those of level {level}",
                level = Name::of(level.name.clone())
            ),
            None => message!(
                "played-best",
                "{name}: {best} of {moves} {moves|move was|moves were} best ({percent} %)"
            ),
        });
    }
    let turning = graded.moves.iter().rev().find(|graded| graded.lost > 0 && graded.turns_the_game());
    if let (Some(turning), false) = (turning, lines.is_empty()) {
        let name = names.get(turning.seat).cloned().unwrap_or_default();
        lines.push(turning_point(turning, &name));
    }
    lines
}

/// The last move that changed the result under perfect play.
fn turning_point(turning: &GradedMove, name: &str) -> Message {
    let (n, action, name) = (turning.number, Name::of(turning.action.clone()), Name::of(name));
    match (turning.before.signum(), turning.after.signum()) {
        (1, 0) => message!(
            "turned-to-draw",
            "turning point: move {n}, {action} by {name}, turned a win into a draw"
        ),
        (0, _) => message!(
            "turned-draw-to-loss",
            "turning point: move {n}, {action} by {name}, turned a draw into a loss"
        ),
        _ => message!(
            "turned-win-to-loss",
            "turning point: move {n}, {action} by {name}, turned a win into a loss"
        ),
    }
}

/// The level whose moves are best about as often.
fn about_level<'a>(levels: &[&'a Level], grade: &Grade) -> Option<&'a Level> {
    let share = grade.share().filter(|_| grade.moves >= ENOUGH)?;
    let distance = |level: &&Level| Some((f64::from(level.best_moves?) - 100.0 * share).abs());
    let measured = levels.iter().copied().filter_map(|level| distance(&level).map(|far| (far, level)));
    measured.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, level)| level)
}

#[cfg(test)]
mod tests {
    use plylab_core::{GameRecord, MoveRecord, Seed};

    use super::*;

    fn of(game: &str, moves: &[&str]) -> Vec<String> {
        let registry = plylab_standard::registry();
        let spec: plylab_core::Spec = game.parse().unwrap();
        let opened = registry.open(&spec, &plylab_core::NoFiles).unwrap();
        let seats = opened.info().agents.iter().map(|_| Seat::Person).collect();
        let moves = moves.iter().map(|&action| MoveRecord::from(action)).collect();
        let record = GameRecord { moves, ..GameRecord::new(game, Seed(0)) };
        let live = LiveGame::new(opened.into(), seats, record).unwrap();
        let levels: Vec<&Level> = registry.offer(&spec.name).unwrap().levels.iter().collect();
        let lines = marks(&registry, &live, &levels, &StopFlag::default()).unwrap().unwrap();
        lines.iter().map(Message::to_string).collect()
    }

    #[test]
    fn best_moves_the_turning_point_and_a_level_are_told() {
        assert_eq!(
            of("connect4:columns=4,rows=4", &["1", "1", "2", "2", "3", "3", "4"]),
            [
                "Yellow: 4 of 4 moves were best (100 %), about as often as those of level perfect",
                "Red: 2 of 3 moves were best (67 %)",
                "turning point: move 6, 3 by Red, turned a draw into a loss"
            ]
        );
    }

    #[test]
    fn a_game_without_an_oracle_has_no_marks() {
        assert_eq!(of("tree", &["left", "1"]), Vec::<String>::new());
    }
}
