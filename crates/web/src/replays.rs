//! Finished games to view again: kept ones, lines of JSON, links that contain the moves, games of experiments.

use std::sync::Arc;

use plylab_core::{AnyGame, GameRecord, Message, MoveRecord, Outcome, StopFlag, message};
use plylab_lab::live::LiveGame;
use plylab_service::protocol::{
    ExportedReplay, FinishedGame, ImportReplays, ImportedReplays, LineFault, Link, Move, Nothing, OfReplay,
    OpenedReplay, Replay, ReplayEntry, ReplayList, ReplayPage, ReplayPlies, ReplayPositions, ReplaySource,
    RequestField, Thing, why,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::games::between;
use crate::lab::Lab;
use crate::limits::POSITIONS;
use crate::scheduling::Use;
use crate::setup::seed;
use crate::storage::db::{Kept, REPLAYS, now};
use crate::storage::disk;
use crate::{names, runs};

/// Maximum number of lines per import.
const IMPORTS: usize = 1000;

/// Maximum number of replays per answer.
const LISTED: usize = 100;

/// What is kept of a finished game: its record, and what lists show of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredReplay {
    pub title: String,
    pub players: Vec<String>,
    /// How it ended for each seat, where that is not only for the rules to say: someone resigned.
    pub outcomes: Vec<Outcome>,
    pub record: GameRecord,
}

impl StoredReplay {
    pub fn of(game: &dyn AnyGame, record: GameRecord) -> StoredReplay {
        let info = game.info();
        let (title, players) = (info.title.to_string(), info.agents.clone());
        StoredReplay { title, players, outcomes: record.outcomes.clone(), record }
    }
}

fn read(kept: &Kept) -> Result<StoredReplay, Fault> {
    serde_json::from_str(&kept.body).map_err(|error| {
        let (id, error) = (&kept.id, error.to_string());
        let wrong = message!("replay-unreadable", "the replay '{id}' cannot be read: {error}", id, error);
        Fault::new(Code::Internal, wrong)
    })
}

fn kept(lab: &Lab, caller: &Caller, id: &str) -> Result<StoredReplay, Fault> {
    let kept = lab.db.replay(id)?.filter(|kept| caller.person.may_read(&kept.owner, kept.shared));
    read(&kept.ok_or_else(|| Fault::not_found(Thing::Replay, id))?)
}

/// Refuses to change the replay of somebody else.
fn own(lab: &Lab, caller: &Caller, id: &str) -> Result<(), Fault> {
    let missing = || Fault::not_found(Thing::Replay, id);
    let kept = lab.db.replay(id)?.ok_or_else(missing)?;
    caller.person.change(&kept.owner, kept.shared, missing)
}

/// Shares a replay, or no longer does.
pub(crate) fn share(lab: &Lab, caller: &Caller, id: &str, shared: bool) -> Result<(), Fault> {
    own(lab, caller, id)?;
    Ok(lab.db.share_replay(id, shared)?)
}

pub(crate) fn list(lab: &Lab, caller: &Caller, with: &ReplayPage) -> Result<ReplayList, Fault> {
    let limit = with.limit.unwrap_or(50);
    if !(1..=LISTED).contains(&limit) {
        return Err(Fault::too_many(message!("replays", "replays"), LISTED)
            .at_field(RequestField::Limit, Message::range(1, LISTED)));
    }
    let mut ids = lab.db.replay_ids(&caller.person.id, with.before.as_deref(), limit + 1)?;
    let more = ids.len() > limit;
    ids.truncate(limit);
    let mut replays = Vec::new();
    for id in ids {
        // One that was deleted meanwhile is left out.
        let Some(kept) = lab.db.replay(&id)? else { continue };
        let StoredReplay { title, players, outcomes, record } = match read(&kept) {
            Ok(replay) => replay,
            Err(fault) => {
                tracing::error!(error = fault.message(), "left out of a list");
                continue;
            }
        };
        replays.push(ReplayEntry {
            replay: kept.id,
            spec: record.game,
            title,
            players,
            seats: record.seats,
            outcomes,
            plies: record.moves.len(),
            when: kept.changed,
            shared: kept.shared,
        });
    }
    Ok(ReplayList { replays, more })
}

/// All replays of a person, one per line. They are read one at a time, and what is written so far counts as memory.
pub(crate) fn lines(lab: &Lab, person: &Arc<str>, stop: &StopFlag) -> Result<String, Fault> {
    let mut text = String::new();
    let mut share = lab.memory.take(Use::Work, person, 0)?;
    for id in lab.db.replay_ids(person, None, REPLAYS)? {
        if stop.is_stopped() {
            return Err(Fault::closing());
        }
        // One that was deleted meanwhile is left out.
        let Some(kept) = lab.db.replay(&id)? else { continue };
        text.push_str(&line(&id, read(&kept)?));
        text.push('\n');
        share.resize(text.len() as u64)?;
    }
    Ok(text)
}

/// A replay as a line of JSON.
fn line(id: &str, replay: StoredReplay) -> String {
    GameRecord { key: id.to_owned(), ..replay.record }.line()
}

/// The game of a replay, played to its end; rejects illegal moves.
fn set_up(lab: &Lab, record: GameRecord) -> Result<LiveGame, Fault> {
    let (_, game) = lab.open(&record.game, &record.files)?;
    Ok(LiveGame::new(game, Vec::new(), record)?)
}

/// Refuses a record with more moves than a game may have.
fn check_size(lab: &Lab, record: &GameRecord) -> Result<(), Fault> {
    if record.size()? > lab.limits.plies_per_game {
        return Err(Fault::too_long(lab.limits.plies_per_game));
    }
    Ok(())
}

/// A record as a replay, after checking that the game really ends as it says.
fn of_record(lab: &Lab, record: GameRecord) -> Result<StoredReplay, Fault> {
    let (_, game) = lab.open(&record.game, &record.files)?;
    check_size(lab, &record)?;
    record.replay(game.as_ref(), |_, _| Ok(()))?;
    Ok(StoredReplay::of(game.as_ref(), record))
}

fn of_link(lab: &Lab, link: Link) -> Result<StoredReplay, Fault> {
    let record = GameRecord {
        files: link.files,
        start: link.position,
        moves: link.moves.into_iter().map(MoveRecord::from).collect(),
        ..GameRecord::new(link.spec, seed(link.seed.as_deref())?)
    };
    check_size(lab, &record)?;
    let live = set_up(lab, record)?;
    let record = GameRecord { seats: link.seats, ..live.finished_record() };
    Ok(StoredReplay::of(live.game().as_ref(), record))
}

fn find(lab: &Lab, caller: &Caller, with: ReplaySource, stop: &StopFlag) -> Result<StoredReplay, Fault> {
    match with.game()? {
        FinishedGame::Replay(id) => kept(lab, caller, &id),
        FinishedGame::Line(line) => of_record(lab, GameRecord::read(&line)?),
        FinishedGame::Link(link) => of_link(lab, link),
        FinishedGame::OfRun(run, key) => of_record(lab, runs::game(lab, caller, &run, &key, stop)?),
    }
}

pub(crate) fn open(
    lab: &Lab,
    caller: &Caller,
    with: ReplaySource,
    stop: &StopFlag,
) -> Result<OpenedReplay, Fault> {
    let row = with.replay.as_deref().map(|id| lab.db.replay(id)).transpose()?.flatten();
    let StoredReplay { title, players, outcomes, record } = find(lab, caller, with, stop)?;
    let live = set_up(lab, record.clone())?;
    let game = live.game().as_ref();
    let last = record.moves.len().min(POSITIONS - 1);
    let positions = between(game, record.first_position(game)?, &record.moves, 0, last)?;
    let replay = Replay {
        spec: record.game,
        title,
        players,
        seats: record.seats,
        seed: record.seed.to_string(),
        start: record.start,
        files: record.files,
        moves: Move::all(live.moves()),
        outcomes,
        why: why(&record.ending),
        ending: record.ending,
        logs: record.logs,
        shared: row.as_ref().map(|row| row.shared),
        owner: row.map(|row| row.owner),
    };
    Ok(OpenedReplay { replay, positions, backdrop: game.backdrop() })
}

pub(crate) fn positions(
    lab: &Lab,
    caller: &Caller,
    with: ReplayPlies,
    stop: &StopFlag,
) -> Result<ReplayPositions, Fault> {
    let (source, from, to) = with.split();
    let StoredReplay { record, .. } = find(lab, caller, source, stop)?;
    let (_, game) = lab.open(&record.game, &record.files)?;
    let positions = between(game.as_ref(), record.first_position(game.as_ref())?, &record.moves, from, to)?;
    Ok(ReplayPositions { positions, backdrop: game.backdrop() })
}

pub(crate) fn import(
    lab: &Lab,
    caller: &Caller,
    with: &ImportReplays,
    stop: &StopFlag,
) -> Result<ImportedReplays, Fault> {
    disk::check(lab, &caller.person)?;
    let lines: Vec<&str> = with.lines.lines().collect();
    if lines.len() > IMPORTS {
        return Err(Fault::too_many(message!("lines", "lines"), IMPORTS));
    }
    let (mut replays, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty()) {
        if stop.is_stopped() {
            return Err(Fault::closing());
        }
        match GameRecord::read(line).map_err(Fault::from).and_then(|record| of_record(lab, record)) {
            Ok(replay) => replays.push(Kept {
                id: names::fresh(crate::games::NAME),
                owner: caller.person.id.to_string(),
                changed: now(),
                shared: false,
                body: json!(replay).to_string(),
            }),
            Err(fault) => errors.push(LineFault { line: number, fault }),
        }
    }
    lab.db.keep(&[], &replays)?;
    Ok(ImportedReplays { replays: replays.into_iter().map(|replay| replay.id).collect(), errors })
}

pub(crate) fn export(lab: &Lab, caller: &Caller, with: &OfReplay) -> Result<ExportedReplay, Fault> {
    Ok(ExportedReplay { line: line(&with.replay, kept(lab, caller, &with.replay)?) })
}

pub(crate) fn delete(lab: &Lab, caller: &Caller, with: &OfReplay) -> Result<Nothing, Fault> {
    own(lab, caller, &with.replay)?;
    lab.db.delete_replay(&with.replay)?;
    Ok(Nothing {})
}
