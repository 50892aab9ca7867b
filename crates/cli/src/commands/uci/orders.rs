//! What a chess program tells an engine.

use std::time::Duration;

use plylab_core::{AgentId, Budget, Depth, StopFlag};

use super::super::until;

/// A line of input that the engine acts on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum UciInput {
    /// Introduce yourself.
    Uci,
    /// Are you there?
    IsReady,
    /// Change an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// The next position belongs to another game.
    NewGame,
    /// Set up a position.
    Position {
        /// As a FEN; none for the start.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// Search.
    Go(Go),
    /// Answer now.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Leave.
    Quit,
}

impl UciInput {
    /// Reads a line. Unknown words before an order are skipped, as the protocol asks for.
    pub fn read(line: &str) -> Option<UciInput> {
        let mut words = line.split_whitespace();
        loop {
            return Some(match words.next()? {
                "uci" => UciInput::Uci,
                "isready" => UciInput::IsReady,
                "ucinewgame" => UciInput::NewGame,
                "stop" => UciInput::Stop,
                "ponderhit" => UciInput::PonderHit,
                "quit" => UciInput::Quit,
                "go" => UciInput::Go(Go::read(words)),
                "setoption" => return set_option(words),
                "position" => return position(words),
                // They change nothing here.
                "debug" | "register" => return None,
                _ => continue,
            });
        }
    }
}

/// `name ID [value X]`; names and values may hold spaces.
fn set_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<UciInput> {
    words.by_ref().find(|word| *word == "name")?;
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    let value: Vec<&str> = words.collect();
    Some(UciInput::SetOption { name: name.join(" "), value: value.join(" ") })
}

/// `startpos` or `fen FEN`, and then perhaps `moves` and the moves.
fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<UciInput> {
    let start = words.by_ref().find(|word| ["startpos", "fen"].contains(word))?;
    let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let moves = words.map(str::to_owned).collect();
    Some(UciInput::Position { fen: (start == "fen").then(|| fen.join(" ")), moves })
}

/// The limits of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    /// The time left on the clocks of both sides, in milliseconds.
    clocks: [Option<u64>; 2],
    /// What each move adds to them.
    increments: [u64; 2],
    moves_to_go: Option<u64>,
    move_time: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    infinite: bool,
    ponder: bool,
}

impl Go {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Go {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                _ => {
                    // A clock below zero has run out.
                    let number = words.peek().and_then(|next| next.parse::<i64>().ok());
                    let Some(number) = number.map(|number| u64::try_from(number).unwrap_or(0)) else {
                        continue;
                    };
                    go.limit(word, number);
                }
            }
        }
        go
    }

    fn limit(&mut self, name: &str, number: u64) {
        let plies = |count: u64| Some(u32::try_from(count.max(1)).unwrap_or(u32::MAX));
        match name {
            "wtime" => self.clocks[0] = Some(number),
            "btime" => self.clocks[1] = Some(number),
            "winc" => self.increments[0] = number,
            "binc" => self.increments[1] = number,
            "movestogo" => self.moves_to_go = Some(number.max(1)),
            "movetime" => self.move_time = Some(number),
            "depth" => self.depth = plies(number),
            // A mate in so many moves is found at twice that depth.
            "mate" => self.depth = plies(number.saturating_mul(2).saturating_sub(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            _ => {}
        }
    }

    /// Must the answer wait until the engine is told to give it?
    pub fn is_held(&self) -> bool {
        self.infinite || self.ponder
    }

    /// The time for this move of `seat`, the first being White.
    pub fn time(&self, seat: AgentId, overhead: Duration) -> Option<Duration> {
        if self.infinite {
            return None;
        }
        if let Some(milliseconds) = self.move_time {
            return Some(Duration::from_millis(milliseconds).max(SHORTEST));
        }
        let left = Duration::from_millis((*self.clocks.get(seat.index())?)?);
        let increment = Duration::from_millis(self.increments.get(seat.index()).copied().unwrap_or(0));
        let moves = self.moves_to_go.unwrap_or(MOVES_LEFT).min(MOVES_LEFT);
        let share = left / u32::try_from(moves).unwrap_or(u32::MAX) + increment.mul_f64(0.75);
        Some(share.min(left.saturating_sub(overhead)).max(SHORTEST))
    }

    /// The budget of the search.
    pub fn budget(&self, time: Option<Duration>) -> Budget {
        let depth = self.depth.map(Depth::plies);
        Budget { depth, nodes: self.nodes, time, ..until(&StopFlag::default()) }
    }
}

/// How many moves the clock must last, where nobody says.
const MOVES_LEFT: u64 = 20;

/// The least time for a move, on a clock that has run out.
const SHORTEST: Duration = Duration::from_millis(1);

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match UciInput::read(line) {
            Some(UciInput::Go(go)) => go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn orders_are_read_to_the_letter() {
        assert_eq!(UciInput::read("uci\r\n"), Some(UciInput::Uci));
        assert_eq!(UciInput::read("  isready  "), Some(UciInput::IsReady));
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
        assert_eq!(
            UciInput::read("position fen 7/7 w - - 0 1 moves P@d1 P@d2"),
            Some(UciInput::Position { fen: Some("7/7 w - - 0 1".into()), moves: words(&["P@d1", "P@d2"]) })
        );
        assert_eq!(
            UciInput::read("position startpos"),
            Some(UciInput::Position { fen: None, moves: vec![] })
        );
        assert_eq!(
            UciInput::read("setoption name Move Overhead value 30"),
            Some(UciInput::SetOption { name: "Move Overhead".into(), value: "30".into() })
        );
        assert_eq!(
            UciInput::read("setoption name Agent value mcts:sims=100, c=1"),
            Some(UciInput::SetOption { name: "Agent".into(), value: "mcts:sims=100, c=1".into() })
        );
    }

    #[test]
    fn unknown_words_are_skipped() {
        assert_eq!(UciInput::read("joho isready"), Some(UciInput::IsReady));
        for line in
            ["", "   ", "hello world", "debug on", "register later", "setoption", "position", "\u{1f600}"]
        {
            assert_eq!(UciInput::read(line), None, "{line}");
        }
        assert_eq!(go("go searchmoves P@a1 P@b1 depth 3 bogus 7 nodes many"), go("go depth 3"));
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_left() {
        let milliseconds = |line: &str, seat: u8| {
            go(line).time(AgentId(seat), Duration::from_millis(20)).map(|time| time.as_millis())
        };
        assert_eq!(milliseconds("go wtime 60000 btime 30000", 0), Some(3000));
        assert_eq!(milliseconds("go wtime 60000 btime 30000", 1), Some(1500));
        assert_eq!(milliseconds("go wtime 60000 winc 1000 btime 1", 0), Some(3750));
        assert_eq!(milliseconds("go wtime 60000 movestogo 4", 0), Some(15_000));
        // The last move before the next control, an increment larger than the clock, and clocks that have run out.
        assert_eq!(milliseconds("go wtime 1000 movestogo 1", 0), Some(980));
        assert_eq!(milliseconds("go wtime 100 winc 5000", 0), Some(80));
        assert_eq!(milliseconds("go wtime -200 btime 0", 0), Some(1));
        assert_eq!(milliseconds("go wtime 0 movestogo 0", 0), Some(1));
        assert_eq!(milliseconds("go movetime 250 wtime 9", 1), Some(250));
        assert_eq!(milliseconds("go infinite movetime 250", 1), None);
        assert_eq!(milliseconds("go depth 5", 0), None);
        assert_eq!(milliseconds("go wtime 18446744073709551615", 0), None);
    }

    #[test]
    fn depth_and_nodes_are_limits_of_the_budget() {
        let budget = go("go depth 7 nodes 5000").budget(None);
        assert_eq!((budget.depth, budget.nodes, budget.time), (Some(Depth::plies(7)), Some(5000), None));
        assert_eq!(go("go mate 3").budget(None).depth, Some(Depth::plies(5)));
        assert!(go("go infinite").is_held() && go("go ponder wtime 9").is_held() && !go("go").is_held());
    }
}
