//! `plylab play`.

mod session;

use std::sync::Arc;

use clap::Args;
use plylab_core::{AgentId, AnyGame, GameKind, InputError, Registry, Spec, message};
use plylab_lab::live::{Beginning, LiveGame, Seat};
use plylab_lab::seats::{Player, find};

use self::session::Session;
use super::{GameArgs, SeedArgs};
use crate::agents::HUMAN;
use crate::failure::Failure;
use crate::files::STDIN;
use crate::output::Output;

/// Play a game yourself: type moves, ask for hints, take moves back.
///
/// Besides moves you can type: undo, hint, think, board, moves, save FILE, new, help, quit. The other seats are played
/// by --vs. Moves may also come from a pipe; the end of input ends the game.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab play connect4
  plylab play connect4 --as Red --vs alphabeta:depth=8
  plylab play pacman --layout small
  plylab play sim --vs human")]
pub struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Who plays the other seats, given once for each of them or for all; 'human' is somebody beside you. If left out,
    /// those that the game names for its seats, or a search some moves ahead.
    #[arg(long, value_name = "AGENT")]
    vs: Vec<String>,

    /// Your seat, by its name or its number from 0.
    #[arg(long = "as", value_name = "SEAT", default_value = "0")]
    seat: String,

    /// Who gives hints; if left out, a search some moves ahead.
    #[arg(long, value_name = "AGENT")]
    hints: Option<String>,

    /// The position to play from, in the game's notation; the start if left out.
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    #[command(flatten)]
    seed: SeedArgs,
}

impl PlayArgs {
    /// Plays.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        if self.from.as_deref() == Some(STDIN) {
            return Err(InputError::new(message!(
                "both-from-input",
                "moves and position cannot both come from standard input"
            ))
            .expected(message!("write-from", "write the position after --from"))
            .into());
        }
        let spec = self.game.spec()?;
        let game: Arc<dyn AnyGame> = self.game.open(registry)?.into();
        let kind = registry.kind(&spec.name)?;
        let me = find(game.as_ref(), &self.seat)?;
        let seats = self.seats(game.as_ref(), kind, me)?;
        let hints = match &self.hints {
            Some(text) => {
                let spec: Spec = text.parse()?;
                // A wrong name should not wait for the first hint.
                game.agent(&spec, me)?;
                spec
            }
            None => adviser(game.as_ref(), kind),
        };
        let beginning = Beginning::new(self.seed.seed(), self.from.clone());
        let live = LiveGame::new(game, seats, beginning, &[] as &[&str])?;
        Session::new(spec, live, hints).run(out)
    }

    /// Who sits where; all of them can.
    fn seats(&self, game: &dyn AnyGame, kind: &GameKind, me: AgentId) -> Result<Vec<Seat>, InputError> {
        let places = game.info().agents.len();
        let mut others = self.vs.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
        if others.len() + 1 > places {
            return Err(InputError::new(message!(
                "vs-too-many",
                "--vs names {agents} agents",
                agents = others.len()
            ))
            .expected(message!(
                "others-can-play",
                "beside you {places} can play",
                places = places - 1
            )));
        }
        // Given once, it is for all.
        if let Some(last) = others.last().cloned() {
            others.resize(places - 1, last);
        }
        let mut others = others.into_iter();
        let mut seats = Vec::new();
        for place in (0..).take(places).map(AgentId) {
            if place == me {
                seats.push(Seat::Person);
                continue;
            }
            let spec = others.next().unwrap_or_else(|| opponent(game, kind, place));
            seats.push(if spec.name == HUMAN {
                Seat::Person
            } else {
                let player = Player::named(spec);
                player.sit(game, place)?;
                Seat::Agent(player)
            });
        }
        Ok(seats)
    }
}

/// Who plays a seat that nobody was named for: whom the game names, the last of them for all seats that are left, or
/// somebody who looks some moves ahead.
fn opponent(game: &dyn AnyGame, kind: &GameKind, seat: AgentId) -> Spec {
    let named = kind.opponents.get(seat.index()).or(kind.opponents.last());
    named.and_then(|text| text.parse().ok()).unwrap_or_else(|| searcher(game))
}

/// Who gives hints: the first of the game's opponents who can tell what every move is worth, and not only bounds of it, or
/// else somebody who looks some moves ahead.
fn adviser(game: &dyn AnyGame, kind: &GameKind) -> Spec {
    let named = kind.opponents.iter().filter_map(|text| text.parse::<Spec>().ok());
    let mut exact = named.chain([searcher(game)]).map(|spec| spec.with("root", "exact"));
    exact.find(|spec| game.resolve(spec).is_ok()).unwrap_or_else(|| searcher(game))
}

/// A search that answers at once and sees more than most people: six moves of one agent, or two of everybody. In a game that
/// is not searched, its first agent.
fn searcher(game: &dyn AnyGame) -> Spec {
    let spec = if game.info().agents.len() > 2 {
        Spec::new("alphabeta").with("depth", "2").with("unit", "round")
    } else {
        Spec::new("alphabeta").with("depth", "6").with("unit", "ply").with("engine", "on").with("table", "16")
    };
    match game.agents().first() {
        Some(first) if game.resolve(&spec).is_err() => Spec::new(first.name.clone()),
        _ => spec,
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::NoFiles;

    use super::*;

    #[test]
    fn seats_are_filled_by_whom_the_game_names() {
        let registry = plylab_standard::registry();
        let sits = |name: &str, opponents: &[&'static str]| {
            let game = registry.open(&Spec::new(name), &NoFiles).unwrap();
            let opponents = opponents.iter().map(|&text| text.into()).collect();
            let kind = GameKind { opponents, ..registry.kind(name).unwrap().clone() };
            let seats = (0..game.info().agents.len() as u8).map(AgentId);
            let mut sits: Vec<String> =
                seats.map(|seat| opponent(game.as_ref(), &kind, seat).to_string()).collect();
            sits.push(adviser(game.as_ref(), &kind).to_string());
            sits
        };
        let plies = "alphabeta:depth=6,unit=ply,engine=on,table=16";
        assert_eq!(sits("sim", &[]), [plies, plies, &format!("{plies},root=exact")]);
        let rounds = "alphabeta:depth=2,unit=round";
        assert_eq!(sits("grid", &[])[2..], [rounds, &format!("{rounds},root=exact")]);
        // Those who cannot tell what every move is worth play, but give no hints.
        assert_eq!(sits("sim", &["first", "random"]), ["first", "random", &format!("{plies},root=exact")]);
        let seen = sits("grid", &["random", "minimax:depth=1", "alphabeta:depth=1"]);
        assert_eq!(seen, ["random", "minimax:depth=1", "alphabeta:depth=1", "alphabeta:depth=1,root=exact"]);
        assert_eq!(sits("grid", &["first", "random"])[..3], ["first", "random", "random"]);
    }
}
