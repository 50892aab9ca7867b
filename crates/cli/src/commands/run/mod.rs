//! `plylab run`.

pub mod bundled;
mod cluster;
mod dry;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use plylab_core::{InputError, Message, Registry, StopFlag, message};
use plylab_lab::experiment::Size;
use plylab_lab::report::main_tables;
use plylab_lab::store::SqliteStore;
use plylab_lab::{
    Finished, LabError, Plan, Progress, RunInfo, RunOptions, Shard, Summary, WallClock, check_shard, run,
    run_info, shipped,
};

pub use self::cluster::by_python;
use self::cluster::play_on;
use super::progress::{TaskProgress, pace};
use super::report::table_lines;
use super::{threads, whole};
use crate::Connect;
use crate::failure::Failure;
use crate::files::{FilesBeside, STDIN, read_text};
use crate::interrupt::finish_or_abandon;
use crate::language::{language, plus_minus, say};
use crate::output::{self, Output};
use crate::terminal::Style;

/// The arguments that say what to play, and how.
const PLAYING: [&str; 7] = ["file", "out", "threads", "shard", "quick", "dry_run", "on"];

/// Run an experiment file and keep every game.
///
/// Every game has its own seed, derived from the file's seed and the game's index in the plan, and is stored as soon
/// as it ends. A run that was stopped or killed continues when you give the same command again; the results are the
/// same as without the stop, with any number of threads. Ctrl-C stops after the games in progress, a second Ctrl-C at
/// once. 'plylab report' turns the results into tables and plots.
///
/// The bundled experiments are files, too: --list lists them, and --show NAME prints one to start from. Their comments
/// quote the numbers of the reports that they repeat. docs/experiments.md describes the format.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab run --list                       the bundled experiments
  plylab run --show report-c > my.toml    one of them, to change
  plylab run report-a
  plylab run report-c --dry-run           how long will it take?
  plylab run report-c --quick --out /tmp/sim
  plylab run mine.toml --shard 1/2        the other half: --shard 2/2; then 'plylab results merge'
  plylab run mine.toml --on ray           on a cluster, see docs/scale.md")]
pub struct RunArgs {
    /// The experiment file, or the name of a bundled one; '-' reads standard input.
    #[arg(value_name = "FILE|NAME", required_unless_present_any = ["list", "show"])]
    file: Option<String>,

    /// List the bundled experiments and play nothing.
    #[arg(long, conflicts_with_all = PLAYING)]
    list: bool,

    /// Print the file of a bundled experiment and play nothing.
    #[arg(long, value_name = "NAME", conflicts_with_all = PLAYING, conflicts_with = "list")]
    show: Option<String>,

    /// With --list and --show, answer in JSON: a list of experiments.
    #[arg(long, conflicts_with = "file")]
    json: bool,

    /// The folder for the results; by default results/NAME.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Games played at the same time; by default one per processor.
    #[arg(long, value_name = "N", value_parser = whole(1, 1024))]
    threads: Option<u64>,

    /// Play one shard, for example to share the work among machines: 1/3, 2/3 and 3/3. Each has the same share of every
    /// cell, so that all of them take about as long.
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<Shard>,

    /// Play only the few games that the file sets for a first look. They are kept in a folder of their own, NAME-quick,
    /// and the last line says what the whole would take.
    #[arg(long)]
    quick: bool,

    /// Play and keep nothing: tell how many games there are, and about how much time and disk they take. Every kind of cell
    /// is tried for a moment on this machine.
    #[arg(long)]
    dry_run: bool,

    /// Let the machines of a cluster play: ray. The results are the same.
    #[arg(
        long,
        value_name = "ENGINE",
        value_parser = ["ray"],
        hide_possible_values = true,
        overrides_with = "on",
        conflicts_with_all = ["threads", "shard", "dry_run"]
    )]
    on: Option<String>,

    /// Where the cluster is, as its engine writes it; by default the one that it finds, or else this machine.
    #[arg(long, value_name = "ADDRESS", requires = "on")]
    address: Option<String>,
}

impl RunArgs {
    /// Does a cluster play?
    pub fn is_elsewhere(&self) -> bool {
        self.on.is_some()
    }

    /// Plays: on the cluster that `connect` connects to, or here.
    pub fn run(
        &self,
        registry: &Arc<Registry>,
        connect: Option<Connect<'_>>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Some(file) = &self.file else {
            return bundled::show(self.show.as_deref(), self.json, registry, out);
        };
        let (name, text) = experiment(file)?;
        let size = if self.quick { Size::Quick } else { Size::Full };
        let files = FilesBeside::new(file);
        let plan =
            Plan::read(&text, registry, &files, size).map_err(|error| error.at(Message::quoted(file)))?;
        for note in &plan.notes {
            output::note(&say(note));
        }
        let folder = self.out.clone().unwrap_or_else(|| self.folder(&name, self.quick));
        let interrupt = finish_or_abandon();
        if self.dry_run {
            check_shard(&plan, self.shard)?;
            return dry::dry_run(&plan, &folder, threads(self.threads), self.shard, &interrupt.0, out);
        }
        if let Some(note) = self.beside(&name) {
            output::note(&say(&note));
        }
        let (finished, summaries) = match connect {
            Some(connect) => {
                play_on(&plan, &folder, connect, self.address.as_deref(), &interrupt, out.style)?
            }
            None => play(&plan, &folder, self.threads, self.shard, &interrupt, out.style, SqliteStore::open)?,
        };
        for line in tables(&plan, &summaries, out.style) {
            out.line(line)?;
        }
        end(&finished, &folder, out)?;
        if self.quick {
            let full = Plan::read(&text, registry, &files, Size::Full)?;
            let whole = dry::whole(&full, &plan, &summaries, threads(self.threads), &interrupt.0)?;
            if let Some(whole) = whole {
                out.line(say(&whole))?;
            }
        }
        Ok(())
    }

    /// What a folder beside the default one holds, if there is one: a quick look and the whole are easily mistaken for each
    /// other.
    fn beside(&self, name: &str) -> Option<Message> {
        if self.out.is_some() {
            return None;
        }
        let [own, other] = [self.quick, !self.quick].map(|quick| self.folder(name, quick));
        if !other.is_dir() {
            return None;
        }
        let [own, other] = [own, other].map(|folder| folder.display().to_string());
        Some(if self.quick {
            message!(
                "whole-beside",
                "'{other}' has the results of the whole experiment; the few games of --quick go into '{own}'"
            )
        } else {
            message!(
                "quick-beside",
                "'{other}' has only the few games of --quick; all games go into '{own}', and the other folder is no \
                 longer needed"
            )
        })
    }

    /// The default folder.
    fn folder(&self, name: &str, quick: bool) -> PathBuf {
        let quick = if quick { "-quick" } else { "" };
        let shard = self.shard.map(|shard| format!("-{}-of-{}", shard.index + 1, shard.count));
        Path::new("results").join(format!("{name}{quick}{}", shard.unwrap_or_default()))
    }
}

/// Says how many games were played and stored, and what to do if that is not all.
pub fn end(finished: &Finished, folder: &Path, out: &mut Output) -> Result<(), Failure> {
    let Finished { done, total, fresh } = *finished;
    let games = match fresh {
        0 if done == total => message!("all-stored", "all {total} games were already stored"),
        fresh if done == total && fresh == total => {
            message!("played-and-stored", "{total} games played and stored")
        }
        fresh => message!("played-of", "{fresh} games played, {done} of {total} stored"),
    };
    let folder = folder.display().to_string();
    out.line(say(&message!("games-in", "{games} in {folder}")))?;
    if finished.complete() { Ok(()) } else { Err(stopped()) }
}

/// Says what to do after a stop.
pub fn stopped() -> Failure {
    output::note(&say(&message!("run-again", "stopped; run the same command to continue")));
    Failure::Interrupted
}

/// The text of an experiment and a name for its results.
pub fn experiment(file: &str) -> Result<(String, String), InputError> {
    if let Some(known) = shipped::find(file)
        && !Path::new(file).exists()
    {
        return Ok((known.name.to_owned(), known.text.to_owned()));
    }
    let text = read_text(file).map_err(|error| {
        if file.contains(['.', '/', '\\']) {
            return error;
        }
        let names: Vec<&str> = shipped::EXPERIMENTS.iter().map(|known| known.name).collect();
        error.expected(message!("name-file-or", "name a file, or one of {names}"))
    })?;
    let stem = Path::new(file).file_stem().filter(|_| file != STDIN).map(|stem| stem.to_string_lossy());
    Ok((stem.map_or_else(|| "experiment".to_owned(), Cow::into_owned), text))
}

/// Opens a store for a plan.
pub type OpenStore = fn(&Path, &Plan, &RunInfo) -> Result<SqliteStore, LabError>;

/// Plays the games that are missing in `folder`, whose store `open` opens, and shows the progress. The first flag stops after
/// the games in progress, the second at once.
pub fn play(
    plan: &Plan,
    folder: &Path,
    asked_threads: Option<u64>,
    shard: Option<Shard>,
    (finish, abandon): &(StopFlag, StopFlag),
    style: Style,
    open: OpenStore,
) -> Result<(Finished, Vec<Summary>), Failure> {
    check_shard(plan, shard)?;
    let threads = threads(asked_threads);
    let store = open(folder, plan, &run_info(plan, threads, shard))?;
    note_dropped(&store);
    let options = RunOptions { threads, shard, finish: finish.clone(), abandon: abandon.clone() };
    let mut live = Live::new(plan, style);
    let mut summaries = Vec::new();
    let outcome = run(&WallClock::shared(), plan, &store, &options, |progress| {
        live.show(progress, None);
        if progress.games.done == progress.games.total || options.finish.is_stopped() {
            summaries.clone_from(&progress.summaries.to_vec());
        }
    });
    drop(live);
    let closed = store.close();
    let finished = outcome?;
    closed?;
    Ok((finished, summaries))
}

/// Says which games were dropped when a store was opened.
fn note_dropped(store: &SqliteStore) {
    let games = store.renewed;
    if games > 0 {
        output::note(&say(&message!(
            "agents-changed",
            "{games} stored {games|game is|games are} played again, because agents have changed"
        )));
    }
    let games = store.damaged;
    if games > 0 {
        output::note(&say(&message!(
            "damaged-again",
            "{games} damaged {games|game is|games are} played again"
        )));
    }
}

/// The maximum height and width of the tables on a terminal: more would scroll.
const LINES: usize = 18;
const WIDTH: usize = 100;

/// The progress of a run.
struct Live<'a> {
    plan: &'a Plan,
    sign: &'static str,
    /// The bar.
    waiting: TaskProgress,
}

impl<'a> Live<'a> {
    /// The progress of a run of `plan` that begins now.
    fn new(plan: &'a Plan, style: Style) -> Live<'a> {
        let waiting = TaskProgress::styled(plan.len(), "games", "{msg}\n{bar:30} {pos}/{len}, {prefix}");
        Live { plan, sign: plus_minus(style), waiting }
    }

    /// Shows the progress, and who plays if it is not this machine, unless it was updated a moment ago.
    fn show(&mut self, progress: &Progress<'_>, players: Option<Message>) {
        let Some(elapsed) = self.waiting.due() else { return };
        let pace = pace(progress.games.fresh, progress.pace.left(), "games", elapsed);
        let pace = match players {
            Some(players) => message!("pace-of", "{pace}, {players}"),
            None => pace,
        };
        self.waiting.total = progress.games.total;
        self.waiting.show(progress.games.done, pace);
        if !self.waiting.bar.is_hidden() {
            self.waiting.bar.set_message(self.tables(progress));
        }
    }

    /// The tables so far, as much of them as fits.
    fn tables(&self, progress: &Progress<'_>) -> String {
        let mut lines = Vec::new();
        for table in main_tables(self.plan, progress.summaries) {
            lines.extend([String::new(), say(&table.title)]);
            lines.extend(table.narrowed(language(), self.sign, WIDTH).text(language(), self.sign));
        }
        let n = lines.len().saturating_sub(LINES);
        lines.truncate(LINES);
        if n > 0 {
            lines.push(say(&message!("more-lines", "... and {n} more lines")));
        }
        let cut = |line: &String| line.chars().take(WIDTH).collect::<String>();
        lines.iter().map(cut).collect::<Vec<String>>().join("\n")
    }
}

/// The main table of every section, under its name.
fn tables(plan: &Plan, summaries: &[Summary], style: Style) -> Vec<String> {
    let mut lines = Vec::new();
    for table in main_tables(plan, summaries) {
        lines.push(style.strong(say(&table.title)));
        lines.extend(table_lines(&table, style));
        lines.push(String::new());
    }
    lines
}

/// Reads `I/N`.
pub fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(i, n)| i.parse::<u64>().ok().zip(n.parse::<u64>().ok()));
    match numbers {
        Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index: index - 1, count }),
        _ => Err("use I/N with I from 1 to N, as in 2/3".to_owned()),
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Failure {
        match error {
            LabError::Input(error) => Failure::Input(error),
            LabError::Unwritable(error) => Failure::Unwritable(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_counted_from_one() {
        assert_eq!(parse_shard("2/3"), Ok(Shard { index: 1, count: 3 }));
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/3", ""] {
            assert!(parse_shard(wrong).is_err(), "{wrong}");
        }
    }
}
