//! `plylab play`.

mod levels;
mod marks;
mod session;

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use plylab_core::{AgentId, AnyGame, GameRecord, InputError, Offer, PERSON, Registry, Spec, message};
use plylab_lab::live::{LiveGame, Seat};
use plylab_lab::seats::{Player, find};

use self::levels::Levels;
use self::session::PlaySession;
use super::{GameArgs, SeedArgs, until};
use crate::failure::Failure;
use crate::files::{InputLines, STDIN};
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;

/// Play a game yourself, with hints and undo.
///
/// Besides moves you can type: undo, hint, think, board, moves, save FILE, new, help, quit. The other seats are
/// played by --level or --vs; without either you are asked for a level on a terminal. Moves may also come from a pipe; the
/// end of input ends the game.
///
/// Levels: Connect Four has beginner, easy, medium, hard, expert and perfect, the other games most of these ('plylab games
/// GAME' lists them); --vs level:1 to level:10 is finer, see docs/levels.md. Where perfect play is known, the game ends
/// with how many of your moves were best, the turning point, and about which level that is.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab play connect4 --level easy
  plylab play connect4 --vs level:4
  plylab play connect4 --as Red --vs alphabeta:depth=8
  plylab play pacman --layout small
  plylab play sim --vs person")]
pub struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The strength of the other seats, by a name that the game offers.
    #[arg(long, value_name = "NAME", conflicts_with = "vs")]
    level: Option<String>,

    /// The agents of the other seats, given once per seat or once for all; 'person' is a second player at the keyboard. By default the
    /// opponents that the game declares, or a search.
    #[arg(long, value_name = "AGENT")]
    vs: Vec<String>,

    /// Your seat: its name, or its number from 0.
    #[arg(long = "as", value_name = "SEAT", default_value = "0")]
    seat: String,

    /// The agent that gives hints; by default a search.
    #[arg(long, value_name = "AGENT")]
    hints: Option<String>,

    /// The position to play from, in the game's notation; the start by default.
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    #[command(flatten)]
    seed: SeedArgs,
}

impl PlayArgs {
    /// Plays.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        if self.from.as_deref() == Some(STDIN) {
            let wrong =
                message!("both-from-input", "moves and position cannot both come from standard input");
            let right = message!("write-from", "write the position after --from");
            return Err(InputError::new(wrong).expected(right).into());
        }
        let spec = self.game.spec()?;
        let game: Arc<dyn AnyGame> = self.game.open(registry)?.into();
        // Refuse a game that was read from standard input: moves could not be typed.
        InputLines::open(STDIN)?;
        let offer = registry.offer(&spec.name)?;
        let me = find(game.as_ref(), &self.seat)?;
        let stop = stop_on_interrupt();
        let seat_count = game.info().agents.len();
        let others = (0..).take(seat_count).map(AgentId).filter(|&seat| seat != me);
        let levels = Levels::new(registry, &spec, others)?;
        let of_level = match &self.level {
            Some(name) => levels.agents(name)?,
            None if self.vs.is_empty() && io::stdin().is_terminal() => {
                levels.ask(out, &stop)?.unwrap_or_default()
            }
            None => Vec::new(),
        };
        let seats = self.seats(game.as_ref(), offer, me, &of_level)?;
        let hints = match &self.hints {
            Some(text) => {
                let spec: Spec = text.parse()?;
                // Report a wrong name before the first hint.
                game.agent(&spec, me)?;
                spec
            }
            None => adviser(game.as_ref(), offer),
        };
        let record = GameRecord {
            key: "game #0".to_owned(),
            start: self.from.clone(),
            ..GameRecord::new(spec.to_string(), self.seed.seed())
        };
        let live = LiveGame::new(game, seats, record)?;
        let (budget, began) = (until(&stop), Instant::now());
        PlaySession { registry, spec, live, hints, budget, thinking: false, began, marked: None }.run(out)
    }

    /// The seats, all of them checked.
    fn seats(
        &self,
        game: &dyn AnyGame,
        offer: &Offer,
        me: AgentId,
        of_level: &[(AgentId, Spec)],
    ) -> Result<Vec<Seat>, InputError> {
        let seat_count = game.info().agents.len();
        let mut others = self.vs.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
        if others.len() + 1 > seat_count {
            let wrong = message!("vs-too-many", "--vs names {agents} agents", agents = others.len());
            let right = message!("others-can-play", "name at most {seats}", seats = seat_count - 1);
            return Err(InputError::new(wrong).expected(right));
        }
        // One agent is for all seats.
        if let Some(last) = others.last().cloned() {
            others.resize(seat_count - 1, last);
        }
        let mut others = others.into_iter();
        let mut seats = Vec::new();
        for seat in (0..).take(seat_count).map(AgentId) {
            if seat == me {
                seats.push(Seat::Person);
                continue;
            }
            let level = of_level.iter().find(|(own, _)| *own == seat).map(|(_, spec)| spec.clone());
            let spec = level.or_else(|| others.next()).unwrap_or_else(|| opponent(game, offer, seat));
            seats.push(if spec.name == PERSON {
                Seat::Person
            } else {
                let player = Player::named(spec);
                player.sit(game, seat)?;
                Seat::Agent(player)
            });
        }
        Ok(seats)
    }
}

/// The default opponent of a seat: the one that the game declares, the last of them for all remaining seats, or else a
/// search.
fn opponent(game: &dyn AnyGame, offer: &Offer, seat: AgentId) -> Spec {
    let named = offer.opponents.get(seat.index()).or(offer.opponents.last());
    named.and_then(|text| text.parse().ok()).unwrap_or_else(|| searcher(game))
}

/// The default agent for hints: the first of the game's opponents with exact values for every move, or else a search.
fn adviser(game: &dyn AnyGame, offer: &Offer) -> Spec {
    let named = offer.opponents.iter().filter_map(|text| text.parse::<Spec>().ok());
    let mut exact = named.chain([searcher(game)]).map(|spec| spec.with("root", "exact"));
    exact.find(|spec| game.resolve(spec).is_ok()).unwrap_or_else(|| searcher(game))
}

/// A search that answers at once and is stronger than most people: six plies, or two rounds with more than two agents. The
/// game's first agent if the game cannot be searched.
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
    fn seats_are_filled_by_the_opponents_that_the_game_declares() {
        let registry = plylab_standard::registry();
        let sits = |name: &str, opponents: &[&'static str]| {
            let game = registry.open(&Spec::new(name), &NoFiles).unwrap();
            let opponents = opponents.iter().map(|&text| text.into()).collect();
            let offer = Offer { opponents, ..Offer::default() };
            let seats = (0..game.info().agents.len() as u8).map(AgentId);
            let mut sits: Vec<String> =
                seats.map(|seat| opponent(game.as_ref(), &offer, seat).to_string()).collect();
            sits.push(adviser(game.as_ref(), &offer).to_string());
            sits
        };
        let plies = "alphabeta:depth=6,unit=ply,engine=on,table=16";
        assert_eq!(sits("sim", &[]), [plies, plies, &format!("{plies},root=exact")]);
        let rounds = "alphabeta:depth=2,unit=round";
        assert_eq!(sits("grid", &[])[2..], [rounds, &format!("{rounds},root=exact")]);
        // Agents without exact values play, but give no hints.
        assert_eq!(sits("sim", &["first", "random"]), ["first", "random", &format!("{plies},root=exact")]);
        let seen = sits("grid", &["random", "minimax:depth=1", "alphabeta:depth=1"]);
        assert_eq!(seen, ["random", "minimax:depth=1", "alphabeta:depth=1", "alphabeta:depth=1,root=exact"]);
        assert_eq!(sits("grid", &["first", "random"])[..3], ["first", "random", "random"]);
    }
}
