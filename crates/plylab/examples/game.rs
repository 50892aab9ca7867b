//! A game of one's own: Chomp. Two players eat a bar of chocolate. Each bites into a square and eats everything above and to the
//! right of it as well. The square in the lower left corner is poisoned: eating it loses.
//!
//! The rules are all that alpha-beta needs to play it perfectly.

use plylab::prelude::*;

/// The maximum number of rows of a bar.
const ROWS: usize = 3;

struct Chomp {
    info: GameInfo,
    columns: u8,
}

/// How many squares each row has left, from the bottom, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Bar {
    rows: [u8; ROWS],
    mover: AgentId,
}

/// A square: its row and its column, both counted from 0.
type Square = (u8, u8);

impl Game for Chomp {
    type State = Bar;
    type Action = Square;
    type Actions = Vec<Square>;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> Bar {
        Bar { rows: [self.columns; ROWS], mover: AgentId(0) }
    }

    fn turn(&self, bar: &Bar) -> Turn {
        if bar.rows[0] == 0 { Turn::Over } else { Turn::Agent(bar.mover) }
    }

    /// Row by row from the bottom, each from the left.
    fn actions(&self, bar: &Bar, out: &mut Vec<Square>) {
        out.clear();
        for (row, squares) in (0..).zip(bar.rows) {
            out.extend((0..squares).map(|column| (row, column)));
        }
    }

    fn apply(&self, bar: &mut Bar, (row, column): Square) {
        for squares in bar.rows.iter_mut().skip(row.into()) {
            *squares = column.min(*squares);
        }
        bar.mover = AgentId(1 - bar.mover.0);
    }

    /// The poison was eaten by the agent that is not to move.
    fn utility(&self, bar: &Bar, agent: AgentId) -> f64 {
        if agent == bar.mover { 1.0 } else { -1.0 }
    }
}

/// A game between two perfect players, one line per move.
pub fn run() -> String {
    let game = Chomp { info: GameInfo::two_players("chomp", "Chomp", ["First", "Second"]), columns: 4 };
    let mut players: [Box<dyn Agent<_>>; 2] =
        [Box::new(LookaheadAgent::perfect(&game)), Box::new(LookaheadAgent::perfect(&game))];
    let mut story = String::new();
    let record = play_match(&game, &mut players, Seed(1), &MatchLimits::none(), |bar, played| {
        let (row, column) = played.action;
        story += &format!("row {}, column {}: {:?} are left\n", row + 1, column + 1, bar.rows);
    });
    for (name, outcome) in game.info.agents.iter().zip(record.outcomes(&game)) {
        story += &format!("{name}: {outcome}\n");
    }
    story
}

fn main() {
    print!("{}", run());
}
