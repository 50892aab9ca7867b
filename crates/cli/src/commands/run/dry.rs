//! What a run would take: time and room, before it begins and after a quick look.

use std::path::Path;
use std::time::Duration;

use plylab_core::{InputError, Message, Name, StopFlag, message};
use plylab_lab::ResultStore as _;
use plylab_lab::forecast::{GameForecast, forecast};
use plylab_lab::pace::{ExpectedTime, seconds_per_game};
use plylab_lab::stats::digits;
use plylab_lab::store::SqliteStore;
use plylab_lab::{Plan, Shard, Summary};

use super::super::progress::clock;
use crate::failure::Failure;
use crate::language::{as_typed, named, say};
use crate::output::Output;
use crate::terminal::table;

/// How long games are tried before a run.
const TRIAL: Duration = Duration::from_secs(5);

/// How long cells are tried of which a quick look plays no game.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// How many cells are listed.
const CELLS: usize = 12;

/// Prints what a run of `plan` would take, and what in it takes longest. Nothing is kept.
pub fn dry_run(
    plan: &Plan,
    folder: &Path,
    threads: usize,
    shard: Option<Shard>,
    stop: &StopFlag,
    out: &mut Output,
) -> Result<(), Failure> {
    let cells = forecast(plan, &[], threads, TRIAL, stop)?;
    if stop.is_stopped() {
        return Err(Failure::Interrupted);
    }
    let order = plan.order(shard);
    let stored = SqliteStore::read(folder).and_then(|store| Ok((store.meta("plan")?, store.done()?)));
    let stored = stored.ok().filter(|(id, _)| id == plan.id()).map(|(_, done)| done).unwrap_or_default();
    let mut games = vec![0; plan.cells.len()];
    order.iter().filter(|id| !stored.contains(id)).for_each(|id| games[id.cell] += 1);
    let (left, total): (u64, _) = (games.iter().sum(), order.len() as u64);
    let in_cells = games.iter().filter(|&&games| games > 0).count();
    out.line(say(&message!(
        "dry-games",
        "{games} {games|game|games} in {cells} {cells|cell|cells}",
        games = left,
        cells = in_cells
    )))?;
    if left < total {
        let stored = total - left;
        out.line(say(&message!("dry-stored", "{stored} of {total} games are already stored")))?;
    }
    let batches = games.iter().zip(&cells).map(|(&games, cell)| (games, cell.time));
    out.line(say(&on_this_machine(ExpectedTime::of(batches, threads), threads)))?;
    let size = size(games.iter().zip(&cells).map(|(&games, cell)| games as f64 * cell.bytes).sum());
    out.line(say(&message!("dry-disk", "about {size} on disk")))?;
    if plan.sections.iter().any(|section| section.sprt.is_some()) {
        out.line(say(&message!("dry-sprt", "sequential tests may end sooner")))?;
    }
    if in_cells > 1 {
        out.line("")?;
        for line in longest(plan, &games, &cells) {
            out.line(line)?;
        }
    }
    Ok(())
}

/// The cells that take longest, as a table.
fn longest(plan: &Plan, games: &[u64], cells: &[GameForecast]) -> Vec<String> {
    let total = |cell: usize| games[cell] as f64 * cells[cell].time.seconds;
    let mut by_time: Vec<usize> = (0..cells.len()).filter(|&cell| games[cell] > 0).collect();
    by_time.sort_by(|&one, &other| total(other).total_cmp(&total(one)).then(one.cmp(&other)));
    let heads = [
        message!("cell-head", "cell"),
        message!("games-head", "games"),
        message!("each-head", "per game"),
        message!("together-head", "all"),
    ];
    let mut rows = vec![heads.iter().map(say).collect()];
    rows.extend(by_time.iter().take(CELLS).map(|&cell| {
        let each = cells[cell].time;
        let times = [each, ExpectedTime { seconds: total(cell), ..each }].map(|time| say(&bounded(time)));
        let head = [as_typed(&plan.cells[cell].key), named(&games[cell].to_string())];
        [head, times].concat()
    }));
    let mut lines = table(&rows, 1);
    if by_time.len() > CELLS {
        let n = by_time.len() - CELLS;
        lines.push(say(&message!("more-cells", "... and {n} more {n|cell|cells}")));
    }
    lines
}

/// What all of an experiment would take, of which a quick look has these results. None if it was the whole.
pub fn whole(
    full: &Plan,
    quick: &Plan,
    summaries: &[Summary],
    threads: usize,
    stop: &StopFlag,
) -> Result<Option<Message>, InputError> {
    if full.id() == quick.id() {
        return Ok(None);
    }
    let seen = |key: &str| {
        let index = quick.cells.iter().position(|cell| cell.key == key)?;
        summaries.get(index).and_then(seconds_per_game)
    };
    let known: Vec<Option<f64>> = full.cells.iter().map(|cell| seen(&cell.key)).collect();
    let cells = forecast(full, &known, threads, AFTERWARDS, stop)?;
    let batches = full.cells.iter().zip(&cells).map(|(cell, game)| (cell.games, game.time));
    let time = on_this_machine(ExpectedTime::of(batches, threads), threads);
    Ok(Some(message!("whole-takes", "without --quick: {games} games, {time}", games = full.len())))
}

fn on_this_machine(time: ExpectedTime, threads: usize) -> Message {
    let time = bounded(time);
    message!("on-this-machine", "{time} on this machine with {threads} {threads|thread|threads}")
}

/// A time as far as it is known.
fn bounded(time: ExpectedTime) -> Message {
    let ExpectedTime { seconds, at_least } = time;
    let time = match seconds {
        ..0.001 => message!("below-a-millisecond", "less than 1 ms"),
        ..1.0 => message!("milliseconds", "{n} ms", n = Name::of(format!("{:.0}", seconds * 1e3))),
        ..10.0 => message!("seconds", "{n} s", n = Name::of(format!("{seconds:.1}"))),
        _ => clock(seconds),
    };
    if at_least {
        message!("at-least-time", "at least {time}")
    } else if seconds < 0.001 {
        time
    } else {
        message!("about-time", "about {time}")
    }
}

/// A number of bytes.
fn size(bytes: f64) -> Message {
    let number =
        |bytes: f64| digits(if bytes < 10.0 { format!("{bytes:.1}") } else { format!("{bytes:.0}") });
    match bytes {
        ..1e6 => message!("kilobytes", "{n} kB", n = number(bytes / 1e3)),
        ..1e9 => message!("megabytes", "{n} MB", n = number(bytes / 1e6)),
        _ => message!("gigabytes", "{n} GB", n = number(bytes / 1e9)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_have_a_suitable_unit() {
        let time = |seconds, at_least| bounded(ExpectedTime { seconds, at_least }).to_string();
        assert_eq!(time(0.0, false), "less than 1 ms");
        assert_eq!(time(0.0456, false), "about 46 ms");
        assert_eq!(time(2.34, true), "at least 2.3 s");
        assert_eq!(time(150.0, false), "about 3 min");
        let sizes = [2500.0, 40_000.0, 3.2e6, 5e10].map(|bytes| size(bytes).to_string());
        assert_eq!(sizes, ["2.5 kB", "40 kB", "3.2 MB", "50 GB"]);
    }
}
