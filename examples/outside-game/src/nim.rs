//! Nim: take any number of stones from one heap; the player who takes the last stone wins.

use plylab_core::scene::{Fact, Picture, Scene, TextScene};
use plylab_core::{
    AgentId, Analyst, Eval, Files, Game, GameInfo, GameKind, Hashed, InputError, Key, Level, Named, Never,
    Notation, Offer, Params, Playable, Registered, Seed, Term, Turn, View, find_action, message, mix,
};
use serde::Serialize;

/// The maximum number of heaps.
pub const HEAPS: usize = 4;

/// The number of stones in each heap, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heaps {
    pub stones: [u8; HEAPS],
    turn: u8,
}

impl Heaps {
    /// The exclusive or of all heaps: 0 if and only if the side to move loses against perfect play.
    pub fn nim_sum(&self) -> u8 {
        self.stones.iter().fold(0, |sum, stones| sum ^ stones)
    }
}

/// A move: `count` stones from a heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    pub heap: u8,
    pub count: u8,
}

/// The game.
pub struct Nim {
    info: GameInfo,
    stones: u8,
    heaps: usize,
}

impl Nim {
    fn new(heaps: usize, stones: u8) -> Nim {
        let info = GameInfo::two_players("nim", "Nim", ["Left", "Right"]);
        Nim { info, stones, heaps }
    }
}

impl Game for Nim {
    type State = Heaps;
    type Action = Take;
    type Actions = Vec<Take>;

    const DICE: bool = false;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    /// The first heap has one stone, each further heap two more, up to the maximum in the settings.
    fn initial(&self, _: Seed) -> Heaps {
        let mut stones = [0; HEAPS];
        for (heap, stones) in (0..).zip(stones.iter_mut().take(self.heaps)) {
            *stones = (1 + 2 * heap).min(self.stones);
        }
        Heaps { stones, turn: 0 }
    }

    fn turn(&self, state: &Heaps) -> Turn {
        if state.stones == [0; HEAPS] { Turn::Over } else { Turn::Agent(AgentId(state.turn)) }
    }

    /// By heap, then by number of stones, the fewest first.
    fn actions(&self, state: &Heaps, out: &mut Self::Actions) {
        out.clear();
        for (heap, &stones) in (0..).zip(&state.stones) {
            out.extend((1..=stones).map(|count| Take { heap, count }));
        }
    }

    fn apply(&self, state: &mut Heaps, Take { heap, count }: Take) {
        if let Some(stones) = state.stones.get_mut(usize::from(heap)) {
            *stones = stones.saturating_sub(count);
        }
        state.turn = 1 - state.turn;
    }

    /// The side to move at the end did not take the last stone, so it loses.
    fn utility(&self, state: &Heaps, agent: AgentId) -> f64 {
        if agent.0 == state.turn { -1.0 } else { 1.0 }
    }
}

impl Hashed for Nim {
    fn key(&self, state: &Heaps) -> u64 {
        let stones = state.stones.iter().fold(0, |key, &stones| key << 8 | u64::from(stones));
        mix(stones << 8 | u64::from(state.turn))
    }
}

impl Notation for Nim {
    fn action_text(&self, _: &Heaps, Take { heap, count }: Take) -> String {
        format!("{}x{count}", char::from(b'a' + heap))
    }

    fn parse_action(&self, state: &Heaps, text: &str) -> Result<Take, InputError> {
        find_action(self, state, text)
    }

    fn position_text(&self, state: &Heaps) -> String {
        let stones: Vec<String> = state.stones.iter().take(self.heaps).map(u8::to_string).collect();
        format!("{} {}", stones.join("/"), self.info.agents[usize::from(state.turn)])
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, InputError> {
        let wrong = || {
            InputError::new(message!("nim-position", "'{text}' is not a position of Nim"))
                .expected(message!("nim-position-form", "write the heaps and the player to move: 1/3/5 Left"))
        };
        if text.trim().is_empty() {
            return Ok(self.initial(Seed(0)));
        }
        let (heaps, turn) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let turn = self.info.agents.iter().position(|agent| agent == turn).ok_or_else(wrong)?;
        let mut stones = [0; HEAPS];
        let mut given = heaps.split('/');
        for stones in stones.iter_mut().take(self.heaps) {
            let read = given.next().and_then(|text| text.parse().ok());
            *stones = read.filter(|&count: &u8| count <= self.stones).ok_or_else(wrong)?;
        }
        if given.next().is_some() {
            return Err(wrong());
        }
        Ok(Heaps { stones, turn: turn as u8 })
    }
}

/// The facts of a position.
#[derive(Serialize)]
pub struct Report {
    heaps: Vec<u8>,
    nim_sum: u8,
}

impl View for Nim {
    type Report = Report;

    fn scene(&self, state: &Heaps) -> Scene {
        let line = |(name, &stones): (char, &u8)| {
            format!("{name}  {}", "| ".repeat(usize::from(stones))).trim_end().to_owned()
        };
        let lines = ('a'..).zip(state.stones.iter().take(self.heaps)).map(line).collect();
        let fact = match self.turn(state) {
            Turn::Agent(agent) => Fact::new("to move", self.info.agents[agent.index()].as_str()),
            _ => Fact::new("winner", self.info.agents[usize::from(1 - state.turn)].as_str()),
        };
        Scene { facts: vec![fact], picture: Picture::Text(TextScene { lines }) }
    }

    fn report(&self, state: &Heaps) -> Report {
        Report { heaps: state.stones.iter().take(self.heaps).copied().collect(), nim_sum: state.nim_sum() }
    }
}

/// The theory of Nim as an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct NimSum;

impl Eval<Nim> for NimSum {
    fn eval(&self, game: &Nim, state: &Heaps, agent: AgentId) -> f64 {
        match game.turn(state) {
            Turn::Over => 10.0 * game.utility(state, agent),
            _ => {
                let good = if state.nim_sum() == 0 { -1.0 } else { 1.0 };
                if agent.0 == state.turn { good } else { -good }
            }
        }
    }

    fn explain(&self, game: &Nim, state: &Heaps, agent: AgentId) -> Vec<Term> {
        vec![Term::new("nim sum", self.eval(game, state, agent))]
    }

    fn bounds(&self, _: &Nim) -> Option<(f64, f64)> {
        Some((-10.0, 10.0))
    }
}

impl Playable for Nim {
    type Eval = NimSum;
    type ActionEval = Never;
    type Policy = Never;

    fn evals(&self) -> Vec<Named<NimSum>> {
        vec![Named::new(
            "nim-sum",
            "whether the side to move can win, by the exclusive or of the heaps",
            NimSum,
        )]
    }
}

impl Registered for Nim {
    fn kind() -> GameKind {
        GameKind {
            keys: vec![
                Key::integer("heaps", 2..=HEAPS as i64, "number of heaps").default("3"),
                Key::integer("stones", 1..=7, "maximum number of stones in a heap").default("7"),
            ],
            moves: "the heap's letter and the number of stones: bx2".into(),
            positions: "the heaps and the player to move: 1/3/5 Left".into(),
            ..GameKind::new(
                "nim",
                "take stones from one heap at a time; the player who takes the last stone wins",
            )
        }
    }

    fn offer() -> Offer {
        Offer {
            levels: vec![
                Level::new("beginner", "picks a random move", "random"),
                Level::new("perfect", "knows the theory of Nim", "nim-sum"),
            ],
            analysts: vec![
                Analyst::new(
                    "alpha-beta",
                    "searches eight moves ahead",
                    "alphabeta:depth=8,iterative-deepening=on,root=exact",
                ),
                Analyst::new("nim-sum", "knows the winning moves", "nim-sum"),
            ],
            ..Offer::default()
        }
    }

    fn open(params: &Params<'_>, _: &dyn Files) -> Result<Self, InputError> {
        Ok(Nim::new(params.number("heaps")?, params.number("stones")?))
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::conformance::Suite;

    use super::*;

    #[test]
    fn it_fulfils_the_contract() {
        Suite::default().run(&Nim::new(3, 7)).unwrap();
    }
}
