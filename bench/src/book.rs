//! Builds opening books for Connect Four: the exact score of every position up to a number of plies. `plylab book info` and
//! `plylab book verify` read them.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use plylab_core::{InputError, Message, NoFiles, Spec, StopFlag, typed};
use plylab_games::connect4::ConnectFour;
use plylab_solve::connect4::SolverSettings;
use plylab_solve::connect4::book::{MAX_PLIES, ScoreSheet, Slice};

/// The maximum of work that a kill can lose.
const KEEP: Duration = Duration::from_secs(5);

/// A book to build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    game: Spec,
    plies: u32,
    settings: SolverSettings,
    /// Which of the positions; another machine may solve the others.
    slice: Slice,
    /// The file; by default named after the board, the plies and the shard.
    out: Option<String>,
}

impl Plan {
    /// Reads `[GAME] --plies N [--threads N] [--table MB] [--shard I/N] [--out FILE]`.
    pub fn read(arguments: &[&str]) -> Result<Plan, String> {
        let mut plies = None;
        let mut plan = Plan {
            game: Spec::new("connect4"),
            plies: 0,
            settings: SolverSettings { threads: 1, table_megabytes: 1024, book_plies: 0 },
            slice: Slice::WHOLE,
            out: None,
        };
        let mut arguments = arguments.iter();
        while let Some(&argument) = arguments.next() {
            let mut value = || arguments.next().copied().ok_or_else(|| format!("{argument} needs a value"));
            match argument {
                "--plies" => {
                    let number = value()?.parse().ok().filter(|plies| *plies <= MAX_PLIES);
                    plies = Some(
                        number.ok_or_else(|| format!("--plies needs a whole number up to {MAX_PLIES}"))?,
                    );
                }
                "--threads" => plan.settings.threads = crate::number(argument, value()?)?,
                "--table" => plan.settings.table_megabytes = crate::number(argument, value()?)?,
                "--shard" => plan.slice = slice(value()?)?,
                "--out" => plan.out = Some(value()?.to_owned()),
                option if option.starts_with('-') => return Err(format!("there is no option '{option}'")),
                game => plan.game = game.parse().map_err(|error| format!("{error}"))?,
            }
        }
        plan.plies = plies.ok_or("--plies says how many plies the book covers")?;
        Ok(plan)
    }

    /// The file, by default named after the board, the plies and the shard.
    fn file(&self, game: &ConnectFour) -> String {
        let Slice { index, count } = self.slice;
        let shard = if count > 1 { format!("-{}-of-{count}", index + 1) } else { String::new() };
        let name = || format!("connect4-{}x{}-{}{shard}.book", game.columns(), game.rows(), self.plies);
        self.out.clone().unwrap_or_else(name)
    }
}

/// Reads `I/N`.
fn slice(text: &str) -> Result<Slice, String> {
    let numbers = text.split_once('/').and_then(|(index, count)| {
        let (index, count): (usize, usize) = (index.parse().ok()?, count.parse().ok()?);
        (1..=count).contains(&index).then_some(Slice { index: index - 1, count })
    });
    numbers.ok_or_else(|| "--shard needs I/N with I from 1 to N, as in 2/3".to_owned())
}

/// Solves the positions of a book that are not in its file yet, and writes the file every few seconds, so that a run that was
/// stopped or killed goes on where it was. Is the book or the shard complete?
///
/// # Errors
///
/// If there are no books of that game, or the file is another book or cannot be written.
pub fn build(plan: &Plan, stop: &StopFlag) -> Result<bool, InputError> {
    let opened = plylab_standard::registry().open(&plan.game, &NoFiles)?;
    let game = typed::<ConnectFour>(opened.as_ref())
        .ok_or_else(|| wrong(format!("there are no books of '{}'; use connect4", plan.game.name)))?;
    let mut sheet = ScoreSheet::new(game, plan.plies)?;
    let file = plan.file(game);
    if Path::new(&file).exists() {
        sheet.merge(&read(&file)?).map_err(|error| error.at(Message::quoted(&file)))?;
    }
    let before = sheet.known();
    // Write it at once: an error should come before the work, not after it.
    keep(&file, &sheet)?;
    let mut kept = Instant::now();
    let complete = sheet.fill(plan.slice, plan.settings, stop, |sheet| {
        if kept.elapsed() < KEEP {
            return Ok(());
        }
        kept = Instant::now();
        eprintln!("{} of {} scores are known", sheet.known(), sheet.len());
        keep(&file, sheet)
    });
    keep(&file, &sheet)?;
    println!(
        "{file}: {} of {} scores are known, {} of them new",
        sheet.known(),
        sheet.len(),
        sheet.known() - before
    );
    complete
}

/// Joins shards, which must be for the same board and plies and agree on the positions that several of them have.
///
/// # Errors
///
/// If they do not, or a file cannot be read or written.
pub fn merge(file: &str, parts: &[&str]) -> Result<(), InputError> {
    let mut whole: Option<ScoreSheet> = None;
    for &part in parts {
        let sheet = read(part)?;
        match &mut whole {
            None => whole = Some(sheet),
            Some(whole) => {
                whole.merge(&sheet).map_err(|error| error.at(Message::quoted(part)))?;
            }
        }
    }
    let whole = whole.ok_or_else(|| wrong("name the shards to join".to_owned()))?;
    keep(file, &whole)?;
    println!("{file}: {} of {} scores are known", whole.known(), whole.len());
    Ok(())
}

fn wrong(what: String) -> InputError {
    InputError::new(Message::verbatim(what))
}

fn read(file: &str) -> Result<ScoreSheet, InputError> {
    let bytes = fs::read(file).map_err(|error| wrong(error.to_string()));
    bytes.and_then(|bytes| ScoreSheet::read(&bytes)).map_err(|error| error.at(Message::quoted(file)))
}

/// Replaces the file as a whole: a kill leaves the old one or the new one.
fn keep(file: &str, sheet: &ScoreSheet) -> Result<(), InputError> {
    let draft = format!("{file}.{}.part", std::process::id());
    let write = || {
        let mut written = File::create(&draft)?;
        written.write_all(&sheet.bytes())?;
        written.sync_all()?;
        fs::rename(&draft, file)
    };
    write().map_err(|error: io::Error| wrong(format!("'{file}': the book cannot be written: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "connect4:columns=4,rows=5";

    fn plan(arguments: &str) -> Plan {
        Plan::read(&arguments.split_whitespace().collect::<Vec<&str>>()).unwrap()
    }

    fn path(name: &str) -> String {
        std::env::temp_dir().join(format!("plylab-book-{}-{name}", std::process::id())).display().to_string()
    }

    fn built(arguments: &str, name: &str) -> Vec<u8> {
        let file = path(name);
        let plan = plan(&format!("{BOARD} --plies 4 --table 8 {arguments} --out {file}"));
        assert_eq!(build(&plan, &StopFlag::default()), Ok(true));
        fs::read(&file).unwrap()
    }

    #[test]
    fn shards_make_the_whole_book() {
        let whole = built("--threads 2", "whole");
        built("--shard 1/2", "one");
        built("--shard 2/2", "two");
        merge(&path("joined"), &[&path("one"), &path("two")]).unwrap();
        assert_eq!(fs::read(path("joined")).unwrap(), whole);
        let other = plan(&format!("{BOARD} --plies 3 --out {}", path("whole")));
        let refused = build(&other, &StopFlag::default()).unwrap_err().to_string();
        assert!(refused.contains("it is for 4 plies of a board of 4 x 5"), "{refused}");
        ["whole", "one", "two", "joined"].into_iter().for_each(|name| fs::remove_file(path(name)).unwrap());
    }

    #[test]
    fn a_build_that_is_stopped_goes_on_where_it_was() {
        let file = path("stopped");
        let plan = plan(&format!("{BOARD} --plies 4 --table 8 --out {file}"));
        let stop = StopFlag::default();
        stop.stop();
        assert_eq!(build(&plan, &stop), Ok(false));
        let part = built("--shard 1/2", "stopped");
        assert_ne!(part, built("", "stopped"), "the other half is added to the same file");
        assert_eq!(fs::read(&file).unwrap(), built("", "again"));
        ["stopped", "again"].into_iter().for_each(|name| fs::remove_file(path(name)).unwrap());
    }

    #[test]
    fn options_are_read() {
        let plan = plan("--plies 6 --shard 2/3");
        assert_eq!(
            (plan.plies, plan.slice, plan.game.name.as_ref()),
            (6, Slice { index: 1, count: 3 }, "connect4")
        );
        assert_eq!(plan.file(&ConnectFour::default()), "connect4-7x6-6-2-of-3.book");
        for wrong in
            ["", "--plies", "--plies 99", "--plies 2 --shard 4/3", "--plies 2 --threads 0", "--plies 2 --x"]
        {
            let arguments: Vec<&str> = wrong.split_whitespace().collect();
            assert!(Plan::read(&arguments).is_err(), "{wrong}");
        }
        let refused = build(&Plan { game: Spec::new("sim"), ..plan }, &StopFlag::default()).unwrap_err();
        assert_eq!(refused.to_string(), "there are no books of 'sim'; use connect4");
    }
}
