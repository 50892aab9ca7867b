//! `plylab tournament`: an experiment with one section, written, run and reported by one command.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use plylab_core::{AnyGame, InputError, Registry, Spec, message};
use plylab_lab::Plan;
use plylab_lab::ResultStore as _;
use plylab_lab::experiment::{Size, TournamentFile};
use plylab_lab::report::{Report, Results};
use plylab_lab::store::SqliteStore;

use super::report::{html, plain_text};
use super::run::{end, play};
use super::{GameArgs, SeedArgs, whole};
use crate::failure::Failure;
use crate::files::{DiskFiles, write_whole};
use crate::interrupt::finish_or_abandon;
use crate::language::say;
use crate::output::{self, Output};

/// Let every agent meet every other, and rank them.
///
/// Prints the standings, the cross-table, how games ended, and a verdict for each pairing, and writes a report with
/// games to replay. An agent that fails loses that game and nothing else; how it failed is counted apart. Everything
/// is kept in a folder, as 'plylab run' does: the same command again plays only what is missing, or whose agent has
/// changed. 'plylab report' and 'plylab results export' read the folder, and 'plylab serve --results' shows its games.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab tournament connect4 level:1 level:3 level:5 --games 10
  plylab tournament connect4 --bring students --time 1000
  plylab tournament connect4 --bring students level:3      the students, and one of ours
  plylab tournament sim random report-c:depth=1 report-c:depth=3 --out results/sim")]
pub struct TournamentArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Who takes part, besides all agents of --bring; by default those of plylab.toml in this folder.
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,

    /// Games per pair, half of them with swapped seats.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 2, value_parser = whole(1, 1_000_000))]
    games: u64,

    /// The time limit per move in milliseconds; with it, games may differ from run to run.
    #[arg(long, value_name = "MS", value_parser = whole(1, u64::MAX))]
    time: Option<u64>,

    /// Moves drawn at random before the agents take over, so that games differ.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0, 1000))]
    opening: u64,

    /// The folder for the results; by default results/tournament-GAME.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Games played at the same time; by default one per processor.
    #[arg(long, value_name = "N", value_parser = whole(1, 1024))]
    threads: Option<u64>,

    #[command(flatten)]
    seed: SeedArgs,
}

impl TournamentArgs {
    /// Plays and reports; with `brought`, all agents from outside take part.
    pub fn run(&self, registry: &Arc<Registry>, brought: bool, out: &mut Output) -> Result<(), Failure> {
        let game = self.game.open(registry)?;
        let spec = self.game.spec()?;
        let title = message!("tournament-of", "Tournament: {game}", game = spec.to_string());
        let file = TournamentFile {
            title: title.to_string(),
            seed: self.seed.seed().0,
            game: spec.to_string(),
            agents: self.entrants(game.as_ref(), brought)?,
            games: self.games,
            opening: self.opening,
            time: self.time,
            grades: registry.oracle(game.as_ref()).is_ok(),
        };
        let text = file.text();
        let plan = Plan::read(&text, registry, &DiskFiles, Size::Full)?;
        for note in &plan.notes {
            output::note(&say(note));
        }
        let default = || Path::new("results").join(format!("tournament-{}", spec.name));
        let folder = self.out.clone().unwrap_or_else(default);
        let interrupt = finish_or_abandon();
        let (finished, _) =
            play(&plan, &folder, self.threads, None, &interrupt, out.style, SqliteStore::renew)?;
        let store = SqliteStore::read(&folder)?;
        let results = Results::load(&store, registry)?;
        let report = Report::of(&results);
        out.raw(plain_text(&without_pairings(&report), out.style).as_bytes())?;
        let page = folder.join("report.html");
        write(&folder.join("tournament.toml"), &text)?;
        write(&page, &html(&results, &report, &store)?)?;
        let replays = format!("plylab serve --results {}", folder.display());
        let mut found = vec![
            (message!("tournament-page", "report with replays"), page.display().to_string()),
            (message!("tournament-replays", "every game as a replay"), replays),
        ];
        if write_logs(&folder, &plan, &store)? {
            let path = folder.join(LOGS).display().to_string();
            found.push((message!("tournament-logs", "what agents wrote to standard error"), path));
        }
        out.line("")?;
        for (what, path) in found {
            out.line(say(&message!("tournament-found", "{what}: {path}")))?;
        }
        end(&finished, &folder, out)
    }

    /// Who takes part.
    fn entrants(&self, game: &dyn AnyGame, brought: bool) -> Result<Vec<String>, InputError> {
        let mut entrants = Vec::new();
        if brought || self.agents.is_empty() {
            let names = game.agents().into_iter().map(|listing| listing.name.into_owned());
            // A command without a name needs more than its name, and does not take part by itself.
            let is_outside = |name: &String| game.resolve(&Spec::new(name)).is_ok_and(|agent| agent.outside);
            entrants.extend(names.filter(is_outside));
        }
        for agent in &self.agents {
            if !entrants.contains(agent) {
                entrants.push(agent.clone());
            }
        }
        let agents = entrants.len();
        if agents < 2 {
            let wrong = message!(
                "tournament-too-few",
                "{agents} {agents|agent is|agents are} not enough for a tournament"
            );
            let right = message!("tournament-two", "name at least two, or a folder of agents with --bring");
            return Err(InputError::new(wrong).expected(right));
        }
        Ok(entrants)
    }
}

/// The folder of what agents wrote to standard error.
const LOGS: &str = "logs";

/// The most bytes of the log of an agent.
const LONGEST_LOG: usize = 4 << 20;

/// Writes what each agent wrote to standard error, game by game, to a file of its own. True if any wrote anything.
fn write_logs(folder: &Path, plan: &Plan, store: &SqliteStore) -> Result<bool, Failure> {
    let mut logs: BTreeMap<String, String> = BTreeMap::new();
    store.each(&mut |row| {
        let Some(cell) = plan.cells.get(row.id.cell) else { return };
        for (player, agent) in cell.players.iter().enumerate() {
            let log = row.record.logs.get(row.seat(player)).filter(|log| !log.is_empty());
            let Some(log) = log else { continue };
            let text = logs.entry(file_name(&agent.to_string())).or_default();
            if text.len() < LONGEST_LOG {
                text.push_str(&format!("== {}\n{}\n", plan.key(row.id), log.trim_end()));
            }
        }
    })?;
    let folder = folder.join(LOGS);
    // Logs of games that were played again are out of date.
    let _ = fs::remove_dir_all(&folder);
    if logs.is_empty() {
        return Ok(false);
    }
    fs::create_dir_all(&folder)?;
    for (name, text) in &logs {
        write(&folder.join(format!("{name}.txt")), text)?;
    }
    Ok(true)
}

/// The name of an agent as that of a file.
fn file_name(agent: &str) -> String {
    let plain = |sign: char| if sign.is_ascii_alphanumeric() || "-_".contains(sign) { sign } else { '-' };
    agent.chars().map(plain).take(80).collect()
}

/// The report for a terminal: a verdict on every pairing would fill many screens.
fn without_pairings(report: &Report) -> Report {
    let mut report = report.clone();
    for section in &mut report.sections {
        section.tables.retain(|table| table.title.code() != PAIRINGS || table.rows.len() <= MOST_PAIRINGS);
    }
    report
}

/// The code of the title of the table of pairings.
const PAIRINGS: &str = "pairings";

/// The most pairings that are listed.
const MOST_PAIRINGS: usize = 15;

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    Ok(write_whole(&path.to_string_lossy(), text.as_bytes())?)
}
