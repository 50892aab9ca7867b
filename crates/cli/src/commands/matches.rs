//! `plylab match`.

use std::cmp::Ordering;
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use plylab_core::{
    AnyGame, Budget, Ending, Forfeit, GameInfo, GameRecord, InputError, Limits, MatchPlan, MoveRecord,
    Outcome, Spec, Yardstick,
};
use plylab_lab::stats::{Estimate, Percent, Sample, Tally, Verdict, p_text, share};
use serde::Serialize;

use super::seats::seats;
use super::thinking::plural;
use super::{GameArgs, SeedArgs, whole};
use crate::agents::HUMAN;
use crate::failure::Failure;
use crate::files::DiskFiles;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::terminal::{Style, fold, signed, table};
use plylab_lab::grade::{Grade, GradedGame, Grader};
use plylab_lab::{GameLine, WallClock};

/// Let agents play against each other and print the totals.
///
/// Agents take the seats in the order they are given. If there are more seats than agents, but at least two
/// agents, the last one plays for all the seats that are left: one name for all the ghosts. Two different agents
/// change sides after every game if the seats are alike, that is, if whoever can take one of them can take the other;
/// the totals are then by agent. A forfeit (an illegal move, a time-out, a crash) is not a loss by the rules and is
/// counted apart, as are games that reach the limit of moves. Rates and means are those of games that ended by the
/// rules, each with the interval that holds the truth in 95 of 100 such matches. Game number i, from 0, is played
/// with a seed of its own, made of --seed and i, so that it does not depend on the other games. Ctrl-C stops after the
/// current move and prints the totals so far.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab match connect4 random first
  plylab match connect4 alphabeta:depth=4 random -n 100 --seed 7
  plylab match pacman left-turn directional -n 20
  plylab match pacman --layout trap expectimax:depth=3 random -n 100
  plylab match connect4 random random -n 10 --json --games")]
pub struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Who plays, one for each seat: name or name:key=value,key=value (see 'plylab agents').
    #[arg(required = true, value_name = "AGENT")]
    agents: Vec<String>,

    /// How many games.
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1,
          value_parser = whole(1, u64::MAX))]
    count: u64,

    /// Change sides after every game, also where that is not the default.
    #[arg(long, conflicts_with = "no_swap")]
    swap: bool,

    /// Let everybody keep their seats.
    #[arg(long)]
    no_swap: bool,

    #[command(flatten)]
    seed: SeedArgs,

    /// The most moves a game, those of dice included.
    #[arg(long, value_name = "MAX", default_value_t = 10_000, value_parser = whole(1, u64::MAX))]
    moves: u64,

    /// The most milliseconds a move. With it, games cannot be reproduced: how far an agent comes in that time differs
    /// from machine to machine and from run to run.
    #[arg(long, value_name = "MS", value_parser = whole(1, u64::MAX))]
    time_per_move: Option<u64>,

    /// The most states an agent may look at for a move. Unlike a time, the same on every machine.
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX))]
    nodes_per_move: Option<u64>,

    /// Answer in JSON: one object with the totals.
    #[arg(long)]
    json: bool,

    /// Before the totals, print every game as one line of JSON, which 'plylab replay --games' reads.
    #[arg(long, requires = "json")]
    games: bool,

    /// Tell how good the moves were, in games that can be solved: the share of best moves, and the points lost a move, as
    /// 'plylab grade' counts them.
    #[arg(long)]
    grade: bool,
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
                nodes: self.nodes_per_move,
                stop: stop.clone(),
                clock: Arc::new(WallClock::start()),
                ..Budget::unlimited()
            },
            moves: Some(self.moves),
            ..Limits::none()
        };
        let seating = self.seating(game.as_ref(), &agents)?;
        let mut grader = self.grade.then(|| Grader::new(&spec, &DiskFiles)).transpose()?;
        let mut totals = Totals::new(&spec, game.info(), &agents, seating, self.count, self.seed.seed);
        let mut progress = Progress::new(self.count);
        // Somebody who is asked for moves sees for himself how far the games are.
        progress.hidden = agents.iter().any(|agent| agent.name == HUMAN);
        for number in 0..self.count {
            let seed = self.seed.seed().child("game").nth(number);
            let mut seated = agents.clone();
            if seating.swapped(number) {
                seated.reverse();
            }
            let plan = MatchPlan { agents: seated, seed, limits: limits.clone() };
            let mut moves = 0;
            let record = game.play(&plan, &mut |_, _| {
                moves += 1;
                progress.show(number, moves);
            })?;
            totals.add(number, seating.swapped(number), &record);
            if let Some(grader) = &mut grader {
                let moves: Vec<&str> = record.moves.iter().map(|played| played.action.as_str()).collect();
                if let Some(graded) = grader.grade(game.as_ref(), seed, &moves, 0, &stop)? {
                    totals.grade(seating.swapped(number), &graded);
                }
            }
            if self.games {
                out.json(&GameLine::of_record(format!("game #{number}"), &spec, &plan.agents, &record))?;
            }
            if stop.is_stopped() {
                break;
            }
        }
        progress.end();
        totals.measure(game.yardstick());
        if self.json {
            out.json(&totals)?;
        } else {
            out.line(totals.text(out.style))?;
        }
        if totals.played < self.count || totals.stopped > 0 { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Who sits where. No game is known by name here: seats are alike if whoever can take one can take the other.
    fn seating(&self, game: &dyn AnyGame, agents: &[Spec]) -> Result<Seating, InputError> {
        let [one, other] = agents else {
            return if self.swap {
                Err(InputError::new(format!("{} agents cannot change sides", agents.len()))
                    .expected("leave out --swap: it is for games of two"))
            } else {
                Ok(Seating { alike: false, swap: false })
            };
        };
        let fits = |one: &Spec, other: &Spec| game.check_agents(&[one.clone(), other.clone()]);
        let alike = fits(other, one).is_ok()
            && game
                .agents()
                .iter()
                .map(|listing| Spec::new(listing.name))
                .all(|anybody| fits(&anybody, other).is_ok() == fits(one, &anybody).is_ok());
        if self.swap {
            fits(other, one)?;
        }
        // An agent against itself has nothing to gain by it, and a single game cannot be played from both sides.
        let usual = alike && one != other && self.count > 1;
        Ok(Seating { alike, swap: self.swap || (usual && !self.no_swap) })
    }
}

/// Who sits where.
#[derive(Clone, Copy, Debug)]
struct Seating {
    /// Can everybody take either of two seats?
    alike: bool,
    /// Do they change after every game?
    swap: bool,
}

impl Seating {
    /// Are the two agents of game `number`, from 0, on each other's seats?
    fn swapped(self, number: u64) -> bool {
        self.swap && number % 2 == 1
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
    #[serde(skip)]
    alike: bool,
    /// Did the agents change sides after every game?
    swap: bool,
    /// By seat, or by agent if they changed sides.
    players: Vec<Player>,
    /// By seat, if they changed sides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sides: Vec<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_forfeit: Option<String>,
    /// The most that a game can be worth to the first seat, and how much of it was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    yardstick: Option<Measured>,
    #[serde(skip)]
    repeats: Repeats,
}

/// A mean score beside the most that there is.
#[derive(Serialize)]
struct Measured {
    #[serde(flatten)]
    yardstick: Yardstick,
    share: Option<f64>,
}

impl Measured {
    fn text(&self) -> Option<String> {
        let Yardstick { most, why } = &self.yardstick;
        self.share.map(|share| {
            format!("{:.1} % of the most that can be reached, {}: {why}", 100.0 * share, signed(*most))
        })
    }
}

/// What came of it for one player. Wins, draws, losses and utilities are those of games that ended by the rules.
#[derive(Serialize)]
struct Player {
    /// The seat, unless it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    agent: String,
    /// In how many games it had each seat, if it changed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<u64>,
    wins: u64,
    draws: u64,
    losses: u64,
    win_rate: Option<Estimate>,
    utility: Option<Spread>,
    #[serde(skip)]
    utilities: Sample,
    forfeits: Forfeits,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<Graded>,
}

/// How good somebody's moves were. The spreads are those of games.
#[derive(Clone, Copy, Default, Serialize)]
struct Graded {
    #[serde(flatten)]
    sum: Grade,
    best_share: Option<f64>,
    points_lost_a_move: Option<f64>,
    #[serde(skip)]
    shares: Sample,
    #[serde(skip)]
    losses: Sample,
}

impl Graded {
    fn add(&mut self, grade: Grade) {
        self.sum.moves += grade.moves;
        self.sum.best += grade.best;
        self.sum.lost += grade.lost;
        self.best_share = self.sum.share();
        self.points_lost_a_move = self.sum.mean_lost();
        self.shares.extend(grade.share());
        self.losses.extend(grade.mean_lost());
    }

    fn text(&self, sign: &str) -> String {
        let spread = |reach: Option<f64>, scale: f64| match reach {
            Some(reach) => format!(" {sign}{:.*}", if scale > 1.0 { 1 } else { 2 }, scale * reach),
            None => String::new(),
        };
        format!(
            "best moves {:.1} %{}, points lost a move {:.2}{}",
            100.0 * self.best_share.unwrap_or_default(),
            spread(self.shares.reach(), 100.0),
            self.points_lost_a_move.unwrap_or_default(),
            spread(self.losses.reach(), 1.0)
        )
    }
}

/// What came of it for one seat, whoever had it.
#[derive(Serialize)]
struct Side {
    name: String,
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Clone, Copy, Serialize)]
struct Spread {
    mean: f64,
    /// The ends of the 95 % interval; none after a single game.
    low: Option<f64>,
    high: Option<f64>,
    min: f64,
    max: f64,
}

impl Spread {
    fn of(sample: &Sample) -> Option<Spread> {
        let (mean, (min, max)) = (sample.mean()?, sample.range()?);
        let end = |side: f64| sample.reach().map(|reach| mean + side * reach);
        Some(Spread { mean, low: end(-1.0), high: end(1.0), min, max })
    }
}

#[derive(Default, Serialize)]
struct Forfeits {
    illegal_moves: u64,
    time_outs: u64,
    crashes: u64,
}

/// Is every game like the first of those with the same seats? Then nothing in them is random, and any number of them
/// says no more than the first.
#[derive(Default)]
struct Repeats {
    firsts: [Option<Vec<MoveRecord>>; 2],
    differ: bool,
    seen: u64,
}

impl Repeats {
    fn add(&mut self, swapped: bool, moves: &[MoveRecord]) {
        self.seen += 1;
        match &self.firsts[usize::from(swapped)] {
            Some(first) => self.differ |= first != moves,
            None => self.firsts[usize::from(swapped)] = Some(moves.to_vec()),
        }
    }

    /// There are enough games to say so.
    fn all_the_same(&self) -> bool {
        !self.differ && self.seen >= 2 + self.firsts.iter().flatten().count() as u64
    }
}

/// The widest table.
const WIDTH: usize = 80;

impl Totals {
    fn new(spec: &Spec, info: &GameInfo, agents: &[Spec], seating: Seating, count: u64, seed: u64) -> Totals {
        let player = |(name, agent): (&String, &Spec)| Player {
            name: (!seating.swap).then(|| name.clone()),
            agent: agent.to_string(),
            seats: if seating.swap { vec![0; info.agents.len()] } else { Vec::new() },
            wins: 0,
            draws: 0,
            losses: 0,
            win_rate: None,
            utility: None,
            utilities: Sample::default(),
            forfeits: Forfeits::default(),
            grade: None,
        };
        let side = |name: &String| Side { name: name.clone(), wins: 0, draws: 0, losses: 0 };
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
            alike: seating.alike,
            swap: seating.swap,
            players: info.agents.iter().zip(agents).map(player).collect(),
            sides: if seating.swap { info.agents.iter().map(side).collect() } else { Vec::new() },
            first_forfeit: None,
            yardstick: None,
            repeats: Repeats::default(),
        }
    }

    /// Counts a game, in which two players may have had each other's seats.
    fn add(&mut self, number: u64, swapped: bool, record: &GameRecord) {
        self.played += 1;
        let last = self.players.len().saturating_sub(1);
        let player_on = |seat: usize| if swapped { last - seat } else { seat };
        match &record.ending {
            Ending::Over => self.over += 1,
            Ending::MoveLimit => self.move_limit += 1,
            Ending::Stopped => self.stopped += 1,
            Ending::Forfeit { agent, reason } => {
                self.forfeits += 1;
                if let Some(player) = self.players.get_mut(player_on(agent.index())) {
                    let (count, what) = player.forfeits.of(reason);
                    *count += 1;
                    let name = player.label();
                    self.first_forfeit.get_or_insert_with(|| format!("game {number}, {name}: {what}"));
                }
            }
        }
        if record.ending != Ending::Stopped {
            self.moves += record.moves.len() as u64;
            self.mean_moves = Some(self.moves as f64 / (self.played - self.stopped) as f64);
            self.repeats.add(swapped, &record.moves);
        }
        for seat in 0..self.players.len() {
            let player = &mut self.players[player_on(seat)];
            if let Some(games) = player.seats.get_mut(seat) {
                *games += 1;
            }
            if let Some(&outcome) = record.outcomes.get(seat) {
                *count_of(outcome, &mut player.wins, &mut player.draws, &mut player.losses) += 1;
                if let Some(side) = self.sides.get_mut(seat) {
                    *count_of(outcome, &mut side.wins, &mut side.draws, &mut side.losses) += 1;
                }
            }
            if let Some(&utility) = record.utilities.get(seat) {
                player.utilities.add(utility);
            }
            player.win_rate = share(player.wins, self.over);
            player.utility = Spread::of(&player.utilities);
        }
    }

    /// Counts how good the moves of a game were.
    fn grade(&mut self, swapped: bool, graded: &GradedGame) {
        let last = self.players.len().saturating_sub(1);
        for seat in 0..self.players.len() {
            let player = &mut self.players[if swapped { last - seat } else { seat }];
            player.grade.get_or_insert_default().add(graded.grade(seat));
        }
    }

    /// Puts the mean score beside the most that there is.
    fn measure(&mut self, yardstick: Option<Yardstick>) {
        let mean = self.players.first().and_then(|player| player.utility).map(|utility| utility.mean);
        self.yardstick = yardstick.filter(|_| !self.swap).map(|yardstick| {
            let share = mean.and_then(|mean| yardstick.share(mean));
            Measured { yardstick, share }
        });
    }

    fn text(&self, style: Style) -> String {
        let played = if self.played == self.count {
            plural(self.played, "game", "games")
        } else {
            format!("{} of {} games", self.played, self.count)
        };
        let sides = if self.swap { ", sides change after every game" } else { "" };
        let mut lines =
            vec![style.strong(format!("{}: {played}, seed {}{sides}", self.title, self.seed)), String::new()];
        lines.extend(self.table(style));
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
        let sign = if style.unicode { "\u{b1}" } else { "+-" };
        for player in &self.players {
            lines.extend(player.grade.map(|grade| format!("{}: {}", player.agent, grade.text(sign))));
        }
        let measured = self.yardstick.iter().filter_map(Measured::text);
        lines.extend(measured.flat_map(|line| fold(&line, 0, 2, WIDTH)));
        lines.extend(self.sides_text().iter().flat_map(|line| fold(line, 0, 2, WIDTH)));
        let verdict = self.verdict();
        if !verdict.is_empty() {
            lines.push(String::new());
            lines.extend(fold(&verdict.join(" "), 0, 0, WIDTH));
        }
        lines.join("\n")
    }

    fn table(&self, style: Style) -> Vec<String> {
        let mut lines = self.rows(false, style);
        // Long specs would make it wider than the screen: then they stand above it.
        if lines.iter().any(|line| line.chars().count() > WIDTH) {
            lines = self.rows(true, style);
            let above: Vec<Vec<String>> = (0..)
                .zip(&self.players)
                .map(|(place, player)| vec![player.short(place), player.agent.clone()])
                .collect();
            let mut above = table(&above, 2);
            above.push(String::new());
            lines[0] = style.quiet(&lines[0]);
            above.extend(lines);
            return above;
        }
        lines[0] = style.quiet(&lines[0]);
        lines
    }

    fn rows(&self, short: bool, style: Style) -> Vec<String> {
        let mut heads = Vec::new();
        if short || !self.swap {
            heads.push(String::new());
        }
        if !short {
            heads.push("agent".to_owned());
        }
        let left = heads.len();
        heads.extend(
            ["wins", "draws", "losses", "win rate (95 %)", "utility (95 %)", "min", "max"].map(str::to_owned),
        );
        let mut rows = vec![heads];
        for (place, player) in (0..).zip(&self.players) {
            let mut row = Vec::new();
            if short || !self.swap {
                row.push(player.short(place));
            }
            if !short {
                row.push(player.agent.clone());
            }
            row.extend([player.wins, player.draws, player.losses].map(|count| count.to_string()));
            row.extend(player.estimates(style));
            rows.push(row);
        }
        table(&rows, left)
    }

    /// Who had which side how often, and what came of the sides; nothing if nobody changed.
    fn sides_text(&self) -> Vec<String> {
        let ([one, other], [first, second]) = (self.sides.as_slice(), self.players.as_slice()) else {
            return Vec::new();
        };
        let [as_one, as_other] = first.seats[..] else { return Vec::new() };
        vec![
            format!(
                "{} was {} in {} and {} in {as_other}, {} the other way round",
                first.agent,
                one.name,
                plural(as_one, "game", "games"),
                other.name,
                second.agent
            ),
            format!(
                "{} won {}, {} won {}, {}",
                one.name,
                plural(one.wins, "game", "games"),
                other.name,
                other.wins,
                plural(one.draws, "draw", "draws")
            ),
        ]
    }

    /// What it comes to, in words.
    fn verdict(&self) -> Vec<String> {
        let two = self.alike && self.players.len() == 2;
        // Where seats differ it is the first one's game.
        let ahead =
            self.players.iter().reduce(|best, next| if two && next.wins > best.wins { next } else { best });
        let Some(subject) = ahead else { return Vec::new() };
        let (Some(rate), Some(utility)) = (subject.win_rate, subject.utility) else { return Vec::new() };
        let (name, percent) = (subject.label(), Percent::of(&rate));
        let same = self.repeats.all_the_same();
        let mut said = vec![match self.over {
            // One game has no rate.
            1 if subject.wins == 1 => format!("{name} wins."),
            1 if subject.losses == 1 => format!("{name} loses."),
            1 => "Nobody wins.".to_owned(),
            games if same => format!("{name} wins {} of {games} games.", percent.mean()),
            games => format!("{name} wins {} of {games} games ({}).", percent.mean(), percent.range()),
        }];
        if !two {
            said.push(match (utility.low, utility.high) {
                _ if utility.min == utility.max && self.over > 1 => {
                    format!("Every game is worth {} to it.", signed(utility.mean))
                }
                (Some(low), Some(high)) => format!(
                    "A game is worth {} to it on average ({} to {}).",
                    rounded(utility.mean),
                    rounded(low),
                    rounded(high)
                ),
                _ => format!("The game is worth {} to it.", signed(utility.mean)),
            });
        }
        if same {
            let sides = if self.swap { " with the same sides" } else { "" };
            said.push(format!(
                "All games{sides} went the same way: nothing in them is random, so the intervals mean nothing, \
                 and more games would tell nothing new."
            ));
        } else if two && self.over > 1 && subject.wins + subject.losses > 0 {
            let Player { wins, draws, losses, .. } = *subject;
            said.extend(Verdict::of(Tally { wins, draws, losses }).map(|verdict| match verdict.stronger() {
                Ordering::Equal => format!(
                    "That may be chance ({}): these games do not tell who is better; {}.",
                    p_text(verdict.p),
                    verdict.outlook()
                ),
                _ => "That is more than chance.".to_owned(),
            }));
        }
        said
    }
}

impl Player {
    /// The seat, or the agent if it changed.
    fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.agent)
    }

    /// The seat, or a letter if it changed.
    fn short(&self, place: u8) -> String {
        self.name.clone().unwrap_or_else(|| char::from(b'A'.saturating_add(place)).to_string())
    }

    /// Win rate, mean utility, and the least and the most of it.
    fn estimates(&self, style: Style) -> [String; 4] {
        let none = || "-".to_owned();
        let rate = self.win_rate.map_or_else(none, |rate| {
            let percent = Percent::of(&rate);
            format!("{} ({})", percent.mean(), percent.bare_range())
        });
        let sign = if style.unicode { "\u{b1}" } else { "+-" };
        let mean = self.utility.map_or_else(none, |utility| match self.utilities.reach() {
            Some(reach) => {
                format!("{} ({sign}{})", rounded(utility.mean), rounded(reach).trim_start_matches('+'))
            }
            None => signed(utility.mean),
        });
        let [min, max] = [|spread: Spread| spread.min, |spread: Spread| spread.max]
            .map(|end: fn(Spread) -> f64| self.utility.map_or_else(none, |utility| signed(end(utility))));
        [rate, mean, min, max]
    }

    fn forfeit_text(&self) -> Option<String> {
        let Forfeits { illegal_moves, time_outs, crashes } = self.forfeits;
        (illegal_moves + time_outs + crashes > 0).then(|| {
            format!(
                "forfeits of {}: {}, {}, {}",
                self.label(),
                plural(illegal_moves, "illegal move", "illegal moves"),
                plural(time_outs, "time-out", "time-outs"),
                plural(crashes, "crash", "crashes")
            )
        })
    }
}

/// A number with as many decimals as an estimate deserves.
fn rounded(value: f64) -> String {
    let decimals = if value.abs() < 10.0 { 1000.0 } else { 10.0 };
    signed((value * decimals).round() / decimals)
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

/// The count of three that an outcome belongs to.
fn count_of<'a>(outcome: Outcome, wins: &'a mut u64, draws: &'a mut u64, losses: &'a mut u64) -> &'a mut u64 {
    match outcome {
        Outcome::Win => wins,
        Outcome::Draw => draws,
        Outcome::Loss => losses,
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, DepthUnit, Seed, Turn};

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
            costs: Vec::new(),
            ending,
            outcomes: utilities.iter().map(outcome).collect(),
            utilities: utilities.to_vec(),
            end: String::new(),
        }
    }

    #[test]
    fn results_forfeits_and_limits_are_told_apart() {
        let info = info();
        let agents = [Spec::new("random"), Spec::new("first")];
        let seating = Seating { alike: true, swap: false };
        let mut totals = Totals::new(&Spec::new("test"), &info, &agents, seating, 8, 5);
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
            totals.add(number, false, game);
        }
        assert_eq!(
            totals.text(Style::PLAIN),
            "\
Test: 7 of 8 games, seed 5

     agent   wins  draws  losses  win rate (95 %)  utility (95 %)   min   max
Max  random     1      0       1   50 % (9 to 91)  +0.25 (+-15.9)    -1  +1.5
Min  first      1      0       1   50 % (9 to 91)  -0.25 (+-15.9)  -1.5    +1

2 games ended by the rules, 1 at the move limit, 1 stopped, 3 forfeits
forfeits of Min: 1 illegal move, 1 time-out, 1 crash
first forfeit: game 3, Min: it panicked: oh
mean moves a game: 25.00

Max wins 50 % of 2 games (9 to 91 %). That may be chance (p = 1): these games do
not tell who is better; the two are level, so it cannot be told how many games
would show a difference."
        );
    }

    fn info() -> GameInfo {
        GameInfo {
            name: "test",
            title: "Test",
            agents: vec!["Max".to_owned(), "Min".to_owned()],
            depth_unit: DepthUnit::Ply,
            notes: Vec::new(),
        }
    }

    fn totals(seating: Seating, games: &[GameRecord]) -> Totals {
        let agents = [Spec::new("clever"), Spec::new("random")];
        let mut totals = Totals::new(&Spec::new("test"), &info(), &agents, seating, games.len() as u64, 5);
        for (number, game) in (0..).zip(games) {
            totals.add(number, seating.swapped(number), game);
        }
        totals
    }

    #[test]
    fn players_who_change_sides_are_counted_by_name() {
        // The first seat wins, then the second, and so on: the same player always.
        let games: Vec<GameRecord> = (0..11)
            .map(|number| {
                let utility = if number % 2 == 0 { 1.0 } else { -1.0 };
                record(Ending::Over, 5 + number / 2, &[utility, -utility])
            })
            .collect();
        let totals = totals(Seating { alike: true, swap: true }, &games);
        assert_eq!(
            totals.text(Style::PLAIN),
            "\
Test: 11 games, seed 5, sides change after every game

agent   wins  draws  losses    win rate (95 %)  utility (95 %)  min  max
clever    11      0       0  100 % (74 to 100)        +1 (+-0)   +1   +1
random     0      0      11      0 % (0 to 26)        -1 (+-0)   -1   -1

11 games ended by the rules, 0 at the move limit, 0 stopped, 0 forfeits
mean moves a game: 7.27
clever was Max in 6 games and Min in 5, random the other way round
Max won 6 games, Min won 5, 0 draws

clever wins 100 % of 11 games (74 to 100 %). That is more than chance."
        );
    }

    #[test]
    fn games_that_are_all_the_same_prove_nothing() {
        let games = [record(Ending::Over, 5, &[3.0, -3.0]), record(Ending::Over, 5, &[3.0, -3.0])];
        let alone = Seating { alike: false, swap: false };
        assert_eq!(totals(alone, &games[..1]).verdict(), ["Max wins.", "The game is worth +3 to it."]);
        assert!(!totals(alone, &games).repeats.all_the_same());
        let verdict = totals(alone, &[&games[..], &games[..]].concat()).verdict();
        assert_eq!(verdict[..2], ["Max wins 100 % of 4 games.", "Every game is worth +3 to it."]);
        assert!(verdict[2].starts_with("All games went the same way"), "{verdict:?}");
    }
}
