//! `plylab match`.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use plylab_core::{Budget, Ending, Forfeit, GameInfo, GameRecord, Limits, MatchPlan, Outcome, Spec};
use serde::Serialize;

use super::seats::seats;
use super::{GameArgs, SeedArgs, whole};
use crate::agents::HUMAN;
use crate::clock::WallClock;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::terminal::{Style, signed, table};

/// Let agents play against each other and print the totals.
///
/// Agents take the seats in the order they are given. If there are more seats than agents, but at least two
/// agents, the last one plays for all the seats that are left: one name for all the ghosts. A forfeit (an
/// illegal move, a time-out, a crash) is not a loss by the rules and is counted apart, as are games that reach
/// the limit of moves. Game number i, from 0, is played with a seed of its own, made of --seed and i, so that it
/// does not depend on the other games. Ctrl-C stops after the current move and prints the totals so far.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab match connect4 random first
  plylab match pacman left-turn directional -n 20
  plylab match connect4 random random -n 1000 --seed 7
  plylab match connect4 random random -n 10 --json --games")]
pub struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Who plays, one for each seat: name or name:key=value,key=value (see 'plylab games').
    #[arg(required = true, value_name = "AGENT")]
    agents: Vec<String>,

    /// How many games.
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1,
          value_parser = whole(1, u64::MAX))]
    count: u64,

    #[command(flatten)]
    seed: SeedArgs,

    /// The most moves a game, those of dice included.
    #[arg(long, value_name = "MAX", default_value_t = 10_000, value_parser = whole(1, u64::MAX))]
    moves: u64,

    /// The most milliseconds a move; with it, games may differ from run to run.
    #[arg(long, value_name = "MS", value_parser = whole(1, u64::MAX))]
    time_per_move: Option<u64>,

    /// Answer in JSON: one object with the totals.
    #[arg(long)]
    json: bool,

    /// Before the totals, print every game as one line of JSON.
    #[arg(long, requires = "json")]
    games: bool,
}

/// A game, with its number.
#[derive(Serialize)]
struct Numbered<'a> {
    number: u64,
    #[serde(flatten)]
    record: &'a GameRecord,
}

impl MatchArgs {
    /// Plays.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let spec = self.game.spec()?;
        let game = self.game.open()?;
        let agents = seats(game.as_ref(), &self.agents)?;
        let stop = stop_on_interrupt();
        let limits = Limits {
            per_move: Budget {
                time: self.time_per_move.map(Duration::from_millis),
                stop: stop.clone(),
                clock: Arc::new(WallClock::start()),
                ..Budget::unlimited()
            },
            moves: Some(self.moves),
            ..Limits::none()
        };
        let mut totals = Totals::new(&spec, game.info(), &agents, self.count, self.seed.seed);
        let mut progress = Progress::new(self.count);
        // Somebody who is asked for moves sees for himself how far the games are.
        progress.hidden = agents.iter().any(|agent| agent.name == HUMAN);
        for number in 0..self.count {
            let seed = self.seed.seed().child("game").nth(number);
            let plan = MatchPlan { agents: agents.clone(), seed, limits: limits.clone() };
            let mut moves = 0;
            let record = game.play(&plan, &mut |_, _| {
                moves += 1;
                progress.show(number, moves);
            })?;
            totals.add(number, &record);
            if self.games {
                out.json(&Numbered { number, record: &record })?;
            }
            if stop.is_stopped() {
                break;
            }
        }
        progress.end();
        if self.json {
            out.json(&totals)?;
        } else {
            out.line(totals.text(out.style))?;
        }
        if totals.played < self.count || totals.stopped > 0 { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// A bar on standard error, for somebody who waits at a terminal.
struct Progress {
    count: u64,
    started: Instant,
    hidden: bool,
    bar: Option<ProgressBar>,
}

/// What is over sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

impl Progress {
    fn new(count: u64) -> Progress {
        Progress { count, started: Instant::now(), hidden: false, bar: None }
    }

    /// Game `number`, from 0, has reached this move.
    fn show(&mut self, number: u64, moves: u64) {
        if self.bar.is_none() && self.started.elapsed() >= PATIENCE {
            let seen = io::stderr().is_terminal() && !self.hidden;
            let bar = if seen { ProgressBar::new(self.count) } else { ProgressBar::hidden() };
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left {msg}") {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(number);
            if moves.is_multiple_of(16) {
                bar.set_message(format!("(move {moves})"));
            }
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// What came of all the games.
#[derive(Serialize)]
struct Totals {
    game: String,
    #[serde(skip)]
    title: &'static str,
    seed: u64,
    /// Games asked for.
    count: u64,
    /// Games begun.
    played: u64,
    /// Games that ended by the rules.
    over: u64,
    move_limit: u64,
    stopped: u64,
    forfeits: u64,
    /// Of the games that nobody stopped.
    mean_moves: Option<f64>,
    #[serde(skip)]
    moves: u64,
    players: Vec<Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_forfeit: Option<String>,
}

/// What came of it for one seat. Wins, draws, losses and utilities are those of games that ended by the rules.
#[derive(Serialize)]
struct Player {
    name: String,
    agent: String,
    wins: u64,
    draws: u64,
    losses: u64,
    utility: Option<Spread>,
    forfeits: Forfeits,
}

#[derive(Clone, Copy, Serialize)]
struct Spread {
    mean: f64,
    min: f64,
    max: f64,
    #[serde(skip)]
    sum: f64,
}

#[derive(Default, Serialize)]
struct Forfeits {
    illegal_moves: u64,
    time_outs: u64,
    crashes: u64,
}

impl Totals {
    fn new(spec: &Spec, info: &GameInfo, agents: &[Spec], count: u64, seed: u64) -> Totals {
        let player = |(name, agent): (&String, &Spec)| Player {
            name: name.clone(),
            agent: agent.to_string(),
            wins: 0,
            draws: 0,
            losses: 0,
            utility: None,
            forfeits: Forfeits::default(),
        };
        Totals {
            game: spec.to_string(),
            title: info.title,
            seed,
            count,
            played: 0,
            over: 0,
            move_limit: 0,
            stopped: 0,
            forfeits: 0,
            mean_moves: None,
            moves: 0,
            players: info.agents.iter().zip(agents).map(player).collect(),
            first_forfeit: None,
        }
    }

    fn add(&mut self, number: u64, record: &GameRecord) {
        self.played += 1;
        match &record.ending {
            Ending::Over => self.over += 1,
            Ending::MoveLimit => self.move_limit += 1,
            Ending::Stopped => self.stopped += 1,
            Ending::Forfeit { agent, reason } => {
                self.forfeits += 1;
                if let Some(player) = self.players.get_mut(agent.index()) {
                    let (count, what) = player.forfeits.of(reason);
                    *count += 1;
                    let name = &player.name;
                    self.first_forfeit.get_or_insert_with(|| format!("game {number}, {name}: {what}"));
                }
            }
        }
        if record.ending != Ending::Stopped {
            self.moves += record.moves.len() as u64;
            self.mean_moves = Some(self.moves as f64 / (self.played - self.stopped) as f64);
        }
        for (player, outcome) in self.players.iter_mut().zip(&record.outcomes) {
            match outcome {
                Outcome::Win => player.wins += 1,
                Outcome::Draw => player.draws += 1,
                Outcome::Loss => player.losses += 1,
            }
        }
        for (player, &utility) in self.players.iter_mut().zip(&record.utilities) {
            let before = player.utility.unwrap_or(Spread { mean: 0.0, min: utility, max: utility, sum: 0.0 });
            let sum = before.sum + utility;
            player.utility = Some(Spread {
                mean: sum / self.over as f64,
                min: before.min.min(utility),
                max: before.max.max(utility),
                sum,
            });
        }
    }

    fn text(&self, style: Style) -> String {
        let heads = ["", "agent", "wins", "draws", "losses", "mean utility", "min", "max"];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        for player in &self.players {
            let utility = |value: fn(Spread) -> f64| {
                player.utility.map_or_else(|| "-".to_owned(), |spread| signed(value(spread)))
            };
            let counts = [player.wins, player.draws, player.losses].map(|count| count.to_string());
            let mut row = vec![player.name.clone(), player.agent.clone()];
            row.extend(counts);
            row.extend([utility(|u| u.mean), utility(|u| u.min), utility(|u| u.max)]);
            rows.push(row);
        }
        let mut table = table(&rows, 2);
        table[0] = style.quiet(&table[0]);
        let played = if self.played == self.count {
            plural(self.played, "game", "games")
        } else {
            format!("{} of {} games", self.played, self.count)
        };
        let mut lines =
            vec![style.strong(format!("{}: {played}, seed {}", self.title, self.seed)), String::new()];
        lines.extend(table);
        lines.push(String::new());
        lines.push(format!(
            "{} by the rules, {} at the move limit, {} stopped, {}",
            plural(self.over, "game ended", "games ended"),
            self.move_limit,
            self.stopped,
            plural(self.forfeits, "forfeit", "forfeits")
        ));
        lines.extend(self.players.iter().filter_map(Player::forfeit_text));
        lines.extend(self.first_forfeit.iter().map(|what| format!("first forfeit: {what}")));
        if let Some(mean) = self.mean_moves {
            lines.push(format!("mean moves a game: {mean:.2}"));
        }
        lines.join("\n")
    }
}

impl Player {
    fn forfeit_text(&self) -> Option<String> {
        let Forfeits { illegal_moves, time_outs, crashes } = self.forfeits;
        (illegal_moves + time_outs + crashes > 0).then(|| {
            format!(
                "forfeits of {}: {}, {}, {}",
                self.name,
                plural(illegal_moves, "illegal move", "illegal moves"),
                plural(time_outs, "time-out", "time-outs"),
                plural(crashes, "crash", "crashes")
            )
        })
    }
}

impl Forfeits {
    /// The count that this one belongs to, and the forfeit in words.
    fn of(&mut self, reason: &Forfeit) -> (&mut u64, String) {
        let count = match reason {
            Forfeit::IllegalMove { .. } => &mut self.illegal_moves,
            Forfeit::TimeOut { .. } => &mut self.time_outs,
            Forfeit::Crash { .. } => &mut self.crashes,
        };
        (count, reason.to_string())
    }
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, DepthUnit, MoveRecord, Seed, Turn};

    use super::*;

    fn record(ending: Ending, moves: usize, utilities: &[f64]) -> GameRecord {
        let outcome = |&utility: &f64| match utility {
            u if u > 0.0 => Outcome::Win,
            u if u < 0.0 => Outcome::Loss,
            _ => Outcome::Draw,
        };
        GameRecord {
            seed: Seed(1),
            moves: vec![MoveRecord { agent: Turn::Agent(AgentId(0)), action: "1".to_owned() }; moves],
            ending,
            outcomes: utilities.iter().map(outcome).collect(),
            utilities: utilities.to_vec(),
            end: String::new(),
        }
    }

    #[test]
    fn results_forfeits_and_limits_are_told_apart() {
        let info = GameInfo {
            name: "test",
            title: "Test",
            agents: vec!["Max".to_owned(), "Min".to_owned()],
            depth_unit: DepthUnit::Ply,
            notes: Vec::new(),
        };
        let agents = [Spec::new("random"), Spec::new("first")];
        let mut totals = Totals::new(&Spec::new("test"), &info, &agents, 8, 5);
        let forfeit = |reason| Ending::Forfeit { agent: AgentId(1), reason };
        let games = [
            record(Ending::Over, 10, &[1.5, -1.5]),
            record(Ending::Over, 20, &[-1.0, 1.0]),
            record(Ending::MoveLimit, 100, &[]),
            record(forfeit(Forfeit::Crash { message: "it panicked: oh".to_owned() }), 5, &[]),
            record(forfeit(Forfeit::IllegalMove { action: "Column(9)".to_owned() }), 5, &[]),
            record(forfeit(Forfeit::TimeOut { took: Duration::from_millis(70) }), 10, &[]),
            record(Ending::Stopped, 77, &[]),
        ];
        for (number, game) in (0..).zip(&games) {
            totals.add(number, game);
        }
        assert_eq!(
            totals.text(Style::PLAIN),
            "\
Test: 7 of 8 games, seed 5

     agent   wins  draws  losses  mean utility   min   max
Max  random     1      0       1         +0.25    -1  +1.5
Min  first      1      0       1         -0.25  -1.5    +1

2 games ended by the rules, 1 at the move limit, 1 stopped, 3 forfeits
forfeits of Min: 1 illegal move, 1 time-out, 1 crash
first forfeit: game 3, Min: it panicked: oh
mean moves a game: 25.00"
        );
    }
}
