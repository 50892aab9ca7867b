//! Matches: many games between the same players, in several threads, counted in order.

mod totals;
pub mod workers;

use plylab_core::{AnyGame, GameRecord, InputError, MatchLimits, Registry, Seed, Spec, message};

pub use totals::{BrokenGame, Graded, Measured, PlayerTotals, SideTotals, Spread, Totals};

use crate::grade::{GradedGame, Graders};
use crate::seats::{Player, check, sit};

/// A match to be played.
pub struct MatchRunner<'a> {
    game: &'a dyn AnyGame,
    spec: Spec,
    players: Vec<Player>,
    seating: Seating,
    /// Decides everything random: game number i has the seed `seed.child("game").nth(i)`.
    pub seed: Seed,
    /// How many games.
    pub count: u64,
    /// The limits of every game. Its stop flag ends the match.
    pub limits: MatchLimits,
    /// How many threads play.
    pub threads: usize,
    /// The oracle, if moves are to be graded.
    pub grades: Option<&'a Registry>,
}

/// Do two players swap sides?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Swap {
    /// If the seats are interchangeable and the players differ.
    #[default]
    Auto,
    /// After every game.
    Always,
    /// Never.
    Never,
}

/// How the seats are filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seating {
    /// Are there two seats that each player can take?
    pub alike: bool,
    /// Do the players swap after every game?
    pub swap: bool,
}

impl Seating {
    /// Are the two players of game `number`, from 0, on each other's seats?
    pub fn swapped(self, number: u64) -> bool {
        self.swap && number % 2 == 1
    }
}

/// A game of a match that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchGame {
    /// Its number, from 0.
    pub number: u64,
    /// Had the players swapped sides?
    pub swapped: bool,
    /// How it went.
    pub record: GameRecord,
    /// How good the moves were, if they were graded.
    pub graded: Option<GradedGame>,
}

/// Called while games are played, from any thread, with the number of a game and of its latest move.
pub type OnMove<'a> = &'a (dyn Fn(u64, u64) + Sync);

impl<'a> MatchRunner<'a> {
    /// A match of `count` games, one player for each seat. Refuses players who cannot take their seats.
    pub fn new(
        game: &'a dyn AnyGame,
        spec: Spec,
        players: Vec<Player>,
        swap: Swap,
        count: u64,
    ) -> Result<MatchRunner<'a>, InputError> {
        let seating = seating(game, &players, swap, count)?;
        let (seed, limits) = (Seed::default(), MatchLimits::none());
        Ok(MatchRunner { game, spec, players, seating, seed, count, limits, threads: 1, grades: None })
    }

    /// The players of a game, by seat.
    fn players(&self, number: u64) -> Vec<Player> {
        let mut players = self.players.clone();
        if self.seating.swapped(number) {
            players.reverse();
        }
        players
    }

    /// Nothing counted yet.
    pub fn totals(&self) -> Totals {
        Totals::new(&self.spec, self.game.info(), &self.players, self.seating, self.count, self.seed)
    }

    fn play(&self, number: u64, graders: &mut Graders, on_move: OnMove<'_>) -> Result<MatchGame, InputError> {
        let seed = self.seed.child("game").nth(number);
        let players = self.players(number);
        let mut record = play_undisturbed(|| {
            let agents = sit(self.game, &players)?;
            let mut moves = 0;
            self.game.play(agents, seed, &self.limits, &mut |_, _| {
                moves += 1;
                on_move(number, moves);
            })
        })?;
        record.key = format!("game #{number}");
        record.game = self.spec.to_string();
        record.seats = players.iter().map(|player| player.name().to_owned()).collect();
        let graded = match (self.grades, record.ending.is_cut_short()) {
            (Some(registry), false) => {
                let oracle = graders.of(registry, &record.game, self.game)?;
                let stop = &self.limits.per_move.stop;
                GradedGame::of(oracle, self.game.start(seed), &record.moves, 0, stop)?
            }
            _ => None,
        };
        Ok(MatchGame { number, swapped: self.seating.swapped(number), record, graded })
    }

    /// Plays, and passes every game to `take`, in the order of their numbers and without gaps, whatever order they end in. A
    /// game that was stopped or failed is the last: the next would fail again.
    pub fn run(
        &self,
        on_move: OnMove<'_>,
        mut take: impl FnMut(&MatchGame) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        if let Some(registry) = self.grades {
            registry.oracle(self.game)?;
        }
        let stop = &self.limits.per_move.stop;
        let mut outcome = Ok(());
        workers::run_in_order(
            self.threads,
            self.count,
            Graders::default,
            |graders, number| {
                (!stop.is_stopped() || number == 0).then(|| self.play(number, graders, on_move))
            },
            |played| match played.and_then(|game| take(&game).map(|()| game.record.ending)) {
                Ok(ending) => !ending.is_cut_short(),
                Err(error) => {
                    // The work of the other threads is no longer needed.
                    stop.stop();
                    outcome = Err(error);
                    false
                }
            },
        );
        outcome
    }
}

/// How often a game is played again because an agent ran out of time while the machine was busy.
const REPLAYS: usize = 2;

/// Plays a game, and again if an agent ran out of time because the machine was busy.
pub(crate) fn play_undisturbed(
    mut play: impl FnMut() -> Result<GameRecord, InputError>,
) -> Result<GameRecord, InputError> {
    let mut record = play()?;
    for _ in 0..REPLAYS {
        if !record.ending.is_starved() {
            break;
        }
        record = play()?;
    }
    Ok(record)
}

/// Who sits where, if the players may.
fn seating(game: &dyn AnyGame, players: &[Player], swap: Swap, count: u64) -> Result<Seating, InputError> {
    let [one, other] = players else {
        return match swap {
            Swap::Always => Err(InputError::new(message!(
                "cannot-swap",
                "{count} agents cannot swap sides",
                count = players.len()
            ))
            .expected(message!("no-swap", "leave out --swap: it is for games with two players"))),
            Swap::Auto | Swap::Never => Ok(Seating::default()),
        };
    };
    let swapped = [other.clone(), one.clone()];
    let alike = game.info().seats_alike;
    // Swapping does not help an agent against itself, and a single game cannot be played from both sides.
    let usual = alike && one != other && count > 1 && check(game, &swapped).is_ok();
    let swap = match swap {
        Swap::Always => {
            check(game, &swapped)?;
            true
        }
        Swap::Auto => usual,
        Swap::Never => false,
    };
    Ok(Seating { alike, swap })
}

impl std::fmt::Debug for MatchRunner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MatchRunner")
            .field("game", &self.spec)
            .field("players", &self.players)
            .field("seating", &self.seating)
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, Ending, Forfeit, NoFiles, StopFlag};

    use super::*;
    use crate::seats::seat;

    fn players(game: &dyn AnyGame, names: &[&str]) -> Vec<Player> {
        let named = names.iter().map(|name| Player::named(name.parse().unwrap())).collect();
        seat(game, named).unwrap()
    }

    fn open(spec: &str) -> Box<dyn AnyGame> {
        plylab_standard::registry().open(&spec.parse().unwrap(), &NoFiles).unwrap()
    }

    #[test]
    fn a_match_is_the_same_at_any_number_of_threads() {
        let game = open("connect4:columns=5,rows=4");
        let play = |threads| {
            let players = players(game.as_ref(), &["mcts:sims=20", "random"]);
            let spec = "connect4:columns=5,rows=4".parse().unwrap();
            let mut runner = MatchRunner::new(game.as_ref(), spec, players, Swap::Auto, 23).unwrap();
            (runner.threads, runner.seed) = (threads, Seed(5));
            let mut totals = runner.totals();
            let mut numbers = Vec::new();
            runner
                .run(&|_, _| (), |game| {
                    numbers.push(game.number);
                    totals.add(game);
                    Ok(())
                })
                .unwrap();
            assert_eq!(numbers, (0..23).collect::<Vec<u64>>());
            serde_json::to_string(&totals).unwrap()
        };
        assert_eq!(play(1), play(2));
        assert_eq!(play(1), play(5));
    }

    #[test]
    fn a_stopped_match_has_no_gaps() {
        let game = open("sim");
        for threads in [1, 3] {
            let stop = StopFlag::default();
            let players = players(game.as_ref(), &["random", "first"]);
            let mut runner =
                MatchRunner::new(game.as_ref(), "sim".parse().unwrap(), players, Swap::Auto, 1000).unwrap();
            runner.threads = threads;
            runner.limits.per_move.stop = stop.clone();
            let mut numbers = Vec::new();
            runner
                .run(&|_, _| (), |game| {
                    numbers.push(game.number);
                    if game.number == 10 {
                        stop.stop();
                    }
                    Ok(())
                })
                .unwrap();
            assert!(numbers.len() < 1000, "{}", numbers.len());
            assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn a_game_that_the_machine_disturbed_is_played_again() {
        let plays = |starved_games: u64| {
            let mut played = 0;
            let record = play_undisturbed(|| {
                played += 1;
                let reason = Forfeit::TimeOut { milliseconds: 70, starved: played <= starved_games };
                let ending = Ending::Forfeit { agent: AgentId(0), reason };
                Ok(GameRecord { ending, ..GameRecord::default() })
            });
            (played, record.unwrap().ending.is_starved())
        };
        assert_eq!(plays(0), (1, false));
        assert_eq!(plays(1), (2, false));
        assert_eq!(plays(9), (3, true));
    }

    #[test]
    fn seats_are_alike_if_the_game_says_so() {
        let seating = |spec: &str, names: &[&str], swap| {
            let game = open(spec);
            let players = players(game.as_ref(), names);
            let runner = MatchRunner::new(game.as_ref(), spec.parse().unwrap(), players, swap, 4);
            runner.map(|runner| runner.seating).map_err(|error| error.to_string())
        };
        let alike = |swap| Ok(Seating { alike: true, swap });
        assert_eq!(seating("connect4", &["random", "first"], Swap::Auto), alike(true));
        assert_eq!(seating("connect4", &["random", "first"], Swap::Never), alike(false));
        assert_eq!(seating("connect4", &["random", "random"], Swap::Auto), alike(false));
        let trap = "pacman:layout=trap,ghosts=1";
        assert_eq!(
            seating(trap, &["left-turn", "random"], Swap::Auto),
            Ok(Seating { alike: false, swap: false })
        );
        assert!(seating(trap, &["left-turn", "random"], Swap::Always).is_err());
        assert_eq!(
            seating("grid", &["first", "random"], Swap::Always),
            Err("3 agents cannot swap sides; leave out --swap: it is for games with two players".to_owned())
        );
    }
}
