//! `plylab play`.

mod session;

use clap::Args;
use plylab_core::{AgentId, AnyGame, InputError, Spec};

use self::session::{Seat, Session};
use super::seats::{fill, seat};
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
    /// the game is searched some moves ahead, and ghosts head for Pac-Man if they can.
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
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        if self.from.as_deref() == Some(STDIN) {
            return Err(InputError::new("moves and position cannot both come from standard input")
                .expected("write the position after --from")
                .into());
        }
        let game = self.game.open()?;
        let me = seat(game.as_ref(), &self.seat)?;
        let seats = self.seats(game.as_ref(), me)?;
        let hints: Option<Spec> = self.hints.as_ref().map(|text| text.parse()).transpose()?;
        if let Some(hints) = &hints {
            // A wrong name should not wait for the first hint.
            game.player(hints, me, self.seed.seed())?;
        }
        let spec = self.game.spec()?;
        Session::new(game.as_ref(), spec, seats, hints, self.from.clone(), self.seed.seed())?.run(out)
    }

    /// Who sits where.
    fn seats(&self, game: &dyn AnyGame, me: AgentId) -> Result<Vec<Seat>, InputError> {
        let places = game.info().agents.len();
        let mut others = self.vs.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
        if others.len() + 1 > places {
            return Err(InputError::new(format!("--vs names {} agents", others.len()))
                .expected(format!("beside you {} can play", places - 1)));
        }
        fill(&mut others, places - 1);
        let mut others = others.into_iter();
        let mut seats = Vec::new();
        for place in (0..).take(places).map(AgentId) {
            seats.push(if place == me {
                Seat::Person
            } else {
                match others.next() {
                    Some(spec) if spec.name == HUMAN => Seat::Person,
                    Some(spec) => Seat::Agent(spec),
                    None => Seat::Agent(opponent(game, place)),
                }
            });
        }
        Ok(seats)
    }
}

/// A decent agent for a seat, out of those the game offers: the many hunt or wander, everybody else searches.
fn opponent(game: &dyn AnyGame, seat: AgentId) -> Spec {
    let one_of_many = game.info().agents.len() > 2 && seat != AgentId::FIRST;
    if !one_of_many {
        return searcher(game);
    }
    let hunts = game.agents().iter().any(|listing| listing.name == "directional");
    Spec::new(if hunts { "directional" } else { "random" })
}

/// A search that answers at once and sees more than most people: six moves of one agent, or two of everybody.
fn searcher(game: &dyn AnyGame) -> Spec {
    let spec = if game.info().agents.len() > 2 {
        Spec::new("alphabeta").with("depth", "2").with("unit", "round")
    } else {
        Spec::new("alphabeta").with("depth", "6").with("unit", "ply").with("engine", "on").with("table", "16")
    };
    let tuned = game.evals().iter().any(|listing| listing.name == "tuned");
    if tuned { spec.with("eval", "tuned") } else { spec }
}
