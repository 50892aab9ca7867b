//! Finished games to view again: kept ones, lines of JSON, links that contain the moves, games of experiments.

use std::sync::Arc;

use plylab_core::{AnyGame, GameRecord, MoveRecord, Outcome, StopFlag, message};
use plylab_lab::live::LiveGame;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::dispatch::Caller;
use crate::games::NAME;
use crate::host::{REPLAYS, StoredItem};
use crate::memory::Use;
use crate::positions::{POSITIONS, between};
use crate::protocol::{
    Code, ExportedReplay, Fault, ImportReplays, ImportedReplays, LineFault, Link, Move, OfReplay,
    OpenedReplay, Replay, ReplayEntry, ReplayList, ReplayPage, ReplayPlies, ReplayPositions, ReplaySource,
    RequestField, Result, why,
};
use crate::setup::{seed, within};
use crate::{Service, admin, runs};

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
    /// How it ended for each seat. The rules alone do not tell if someone resigned.
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

fn read(kept: &StoredItem) -> Result<StoredReplay> {
    serde_json::from_str(&kept.body).map_err(|error| {
        let (id, error) = (&kept.id, error.to_string());
        let wrong = message!("replay-unreadable", "the replay '{id}' cannot be read: {error}");
        Fault::new(Code::Internal, wrong)
    })
}

/// A replay, also of a game that has just ended.
fn stored(service: &Service, id: &str) -> Result<Option<StoredItem>> {
    match service.games.finished(|replay| replay.id == id).pop() {
        Some(replay) => Ok(Some(replay)),
        None => service.store().replay(id),
    }
}

/// The replays of a person, as in [`crate::host::Store::replay_ids`].
fn stored_ids(service: &Service, owner: &str, before: Option<&str>, most: usize) -> Result<Vec<String>> {
    let recent = service.games.finished(|replay| replay.owner == owner);
    let recent: Vec<String> = recent.into_iter().rev().map(|replay| replay.id).collect();
    let (recent, before) = match before.map(|before| recent.iter().position(|id| id == before)) {
        None => (&recent[..], None),
        Some(Some(shown)) => (&recent[shown + 1..], None),
        Some(None) => (&[][..], before),
    };
    let older = service.store().replay_ids(owner, before, most)?;
    // Some may have been stored meanwhile.
    let mut ids: Vec<String> = recent.iter().filter(|id| !older.contains(id)).cloned().collect();
    ids.extend(older);
    ids.truncate(most);
    Ok(ids)
}

fn kept(service: &Service, caller: &Caller, id: &str) -> Result<StoredReplay> {
    let kept = stored(service, id)?.filter(|kept| caller.person.may_read(&kept.owner, kept.shared));
    read(&kept.ok_or_else(|| Fault::not_found(message!("a-replay", "replay"), id))?)
}

/// Refuses to change the replay of somebody else.
fn own(service: &Service, caller: &Caller, id: &str) -> Result<()> {
    let missing = || Fault::not_found(message!("a-replay", "replay"), id);
    let kept = stored(service, id)?.ok_or_else(missing)?;
    caller.person.change(&kept.owner, kept.shared, missing)
}

/// Shares a replay, or no longer does.
pub(crate) fn share(service: &Service, caller: &Caller, id: &str, shared: bool) -> Result<()> {
    own(service, caller, id)?;
    service.keep_finished();
    service.store().share_replay(id, shared)
}

pub(crate) fn list(service: &Service, caller: &Caller, with: &ReplayPage) -> Result<ReplayList> {
    let too_many = |_| Fault::too_many(message!("replays", "replays"), LISTED);
    let limit = within(RequestField::Limit, with.limit, 50, LISTED, too_many)?;
    let mut ids = stored_ids(service, &caller.person.id, with.before.as_deref(), limit + 1)?;
    let more = ids.len() > limit;
    ids.truncate(limit);
    let mut replays = Vec::new();
    for id in ids {
        // One that was deleted meanwhile is left out.
        let Some(kept) = stored(service, &id)? else { continue };
        let StoredReplay { title, players, outcomes, record } = match read(&kept) {
            Ok(replay) => replay,
            Err(fault) => {
                tracing::error!(error = fault.message(), "left out of a list");
                continue;
            }
        };
        let StoredItem { id: replay, changed: when, shared, .. } = kept;
        let GameRecord { game: spec, seats, moves, .. } = record;
        let plies = moves.len();
        replays.push(ReplayEntry { replay, spec, title, players, seats, outcomes, plies, when, shared });
    }
    Ok(ReplayList { replays, more })
}

/// All replays of a person, one per line. They are read one at a time, and what is written so far counts as memory.
pub(crate) fn lines(service: &Service, person: &Arc<str>, stop: &StopFlag) -> Result<String> {
    let mut text = String::new();
    let mut share = service.memory.share(Use::Work, person);
    for id in stored_ids(service, person, None, REPLAYS)? {
        if stop.is_stopped() {
            return Err(Fault::closing());
        }
        // One that was deleted meanwhile is left out.
        let Some(kept) = stored(service, &id)? else { continue };
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
fn set_up(service: &Service, person: &Arc<str>, record: GameRecord) -> Result<LiveGame> {
    let (_, game) = service.open(person, &record.game, &record.files)?;
    Ok(LiveGame::new(game, Vec::new(), record)?)
}

/// A record as a replay, after checking that the game really ends as it says.
fn of_record(service: &Service, person: &Arc<str>, record: GameRecord) -> Result<StoredReplay> {
    let (_, game) = service.open(person, &record.game, &record.files)?;
    service.check_length(record.size()?)?;
    record.replay(game.as_ref(), |_, _| Ok(()))?;
    Ok(StoredReplay::of(game.as_ref(), record))
}

fn of_link(service: &Service, person: &Arc<str>, link: Link) -> Result<StoredReplay> {
    let record = GameRecord {
        files: link.files,
        start: link.position,
        moves: link.moves.into_iter().map(MoveRecord::from).collect(),
        ..GameRecord::new(link.spec, seed(link.seed.as_deref())?)
    };
    service.check_length(record.size()?)?;
    let live = set_up(service, person, record)?;
    let record = GameRecord { seats: link.seats, ..live.finished_record() };
    Ok(StoredReplay::of(live.game().as_ref(), record))
}

fn find(service: &Service, caller: &Caller, with: ReplaySource, stop: &StopFlag) -> Result<StoredReplay> {
    let person = &caller.person.id;
    match (with.replay, with.line, with.link, with.run, with.key) {
        (Some(id), None, None, None, None) => kept(service, caller, &id),
        (None, Some(line), None, None, None) => of_record(service, person, GameRecord::read(&line)?),
        (None, None, Some(link), None, None) => of_link(service, person, link),
        (None, None, None, Some(run), Some(key)) => {
            of_record(service, person, runs::game(service, caller, &run, &key, stop)?)
        }
        _ => {
            let wrong = message!("which-game", "it is not clear which game is meant");
            let right = message!("give-replay", "give one of 'replay', 'line', 'link', or 'run' and 'key'");
            Err(Fault::new(Code::BadRequest, wrong).at_field(RequestField::Replay, right))
        }
    }
}

pub(crate) fn open(
    service: &Service,
    caller: &Caller,
    with: ReplaySource,
    stop: &StopFlag,
) -> Result<OpenedReplay> {
    let row = with.replay.as_deref().map(|id| stored(service, id)).transpose()?.flatten();
    let StoredReplay { title, players, outcomes, record } = find(service, caller, with, stop)?;
    let live = set_up(service, &caller.person.id, record.clone())?;
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
    service: &Service,
    caller: &Caller,
    with: ReplayPlies,
    stop: &StopFlag,
) -> Result<ReplayPositions> {
    let ReplayPlies { replay, line, link, run, key, from, to } = with;
    let source = ReplaySource { replay, line, link, run, key };
    let StoredReplay { record, .. } = find(service, caller, source, stop)?;
    let (_, game) = service.open(&caller.person.id, &record.game, &record.files)?;
    let positions = between(game.as_ref(), record.first_position(game.as_ref())?, &record.moves, from, to)?;
    Ok(ReplayPositions { positions, backdrop: game.backdrop() })
}

pub(crate) fn import(
    service: &Service,
    caller: &Caller,
    with: &ImportReplays,
    stop: &StopFlag,
) -> Result<ImportedReplays> {
    admin::check_disk(service, &caller.person)?;
    let lines: Vec<&str> = with.lines.lines().collect();
    if lines.len() > IMPORTS {
        return Err(Fault::too_many(message!("lines", "lines"), IMPORTS));
    }
    let (mut replays, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(lines).filter(|(_, line)| !line.trim().is_empty()) {
        if stop.is_stopped() {
            return Err(Fault::closing());
        }
        match GameRecord::read(line)
            .map_err(Fault::from)
            .and_then(|record| of_record(service, &caller.person.id, record))
        {
            Ok(replay) => replays.push(StoredItem {
                id: service.fresh_name("", NAME),
                owner: caller.person.id.to_string(),
                changed: service.host.unix_time(),
                shared: false,
                body: json!(replay).to_string(),
            }),
            Err(fault) => errors.push(LineFault { line: number, fault }),
        }
    }
    service.store().keep(&[], &replays)?;
    Ok(ImportedReplays { replays: replays.into_iter().map(|replay| replay.id).collect(), errors })
}

pub(crate) fn export(service: &Service, caller: &Caller, with: &OfReplay) -> Result<ExportedReplay> {
    Ok(ExportedReplay { line: line(&with.replay, kept(service, caller, &with.replay)?) })
}

pub(crate) fn delete(service: &Service, caller: &Caller, with: &OfReplay) -> Result<()> {
    own(service, caller, &with.replay)?;
    service.keep_finished();
    service.store().delete_replay(&with.replay)
}
