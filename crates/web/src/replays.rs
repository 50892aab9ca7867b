//! Finished games to view again: kept ones, lines of JSON, links that contain the moves, games of experiments.

use std::sync::Arc;

use plylab_core::{AnyGame, GameRecord, Message, MoveRecord, Outcome, StopFlag, message};
use plylab_lab::live::LiveGame;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::class::Class;
use crate::db::{Kept, REPLAYS, now};
use crate::dispatch::{Caller, Reply, submit};
use crate::fault::{Code, Fault};
use crate::games::between;
use crate::lab::Lab;
use crate::limits::POSITIONS;
use crate::setup::{GivenFiles, seed};
use crate::{disk, json, names, runs};

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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listed {
    before: Option<String>,
    limit: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    replay: Option<String>,
    line: Option<String>,
    link: Option<Link>,
    run: Option<String>,
    key: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Range {
    replay: Option<String>,
    line: Option<String>,
    link: Option<Link>,
    run: Option<String>,
    key: Option<String>,
    from: usize,
    to: usize,
}

/// What a link holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Link {
    spec: String,
    seed: Option<String>,
    position: Option<String>,
    moves: Vec<String>,
    #[serde(default)]
    files: GivenFiles,
    #[serde(default)]
    seats: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    replay: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Import {
    lines: String,
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
    read(&kept.ok_or_else(|| Fault::not_found("replay", id))?)
}

/// Refuses to change the replay of somebody else.
fn own(lab: &Lab, caller: &Caller, id: &str) -> Result<(), Fault> {
    let missing = || Fault::not_found("replay", id);
    let kept = lab.db.replay(id)?.ok_or_else(missing)?;
    caller.person.change(&kept.owner, kept.shared, missing)
}

/// Shares a replay, or no longer does.
pub(crate) fn share(lab: &Lab, caller: &Caller, id: &str, shared: bool) -> Result<(), Fault> {
    own(lab, caller, id)?;
    lab.db.share_replay(id, shared)
}

pub(crate) fn list(lab: &Lab, caller: &Caller, with: &Listed) -> Result<Value, Fault> {
    let limit = with.limit.unwrap_or(50);
    if !(1..=LISTED).contains(&limit) {
        return Err(Fault::too_many(message!("replays", "replays"), LISTED)
            .at_field("limit", Message::range(1, LISTED)));
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
        replays.push(json!({
            "replay": kept.id, "spec": record.game, "title": title, "players": players, "seats": record.seats,
            "outcomes": outcomes, "plies": record.moves.len(), "when": kept.changed, "shared": kept.shared,
        }));
    }
    Ok(json!({ "replays": replays, "more": more }))
}

/// All replays of a person, one per line. They are read one at a time, and what is written so far counts as memory.
pub(crate) fn lines(lab: &Lab, person: &Arc<str>, stop: &StopFlag) -> Result<String, Fault> {
    let mut text = String::new();
    let mut share = lab.memory.take(person, 0)?;
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

fn find(lab: &Lab, caller: &Caller, with: Open, stop: &StopFlag) -> Result<StoredReplay, Fault> {
    match with {
        Open { replay: Some(id), line: None, link: None, run: None, key: None } => kept(lab, caller, &id),
        Open { replay: None, line: Some(line), link: None, run: None, key: None } => {
            of_record(lab, GameRecord::read(&line)?)
        }
        Open { replay: None, line: None, link: Some(link), run: None, key: None } => of_link(lab, link),
        Open { replay: None, line: None, link: None, run: Some(run), key: Some(key) } => {
            of_record(lab, runs::game(lab, caller, &run, &key, stop)?)
        }
        _ => Err(Fault::new(Code::BadRequest, message!("which-game", "it is not clear which game is meant"))
            .at_field(
                "replay",
                message!("give-replay", "give one of 'replay', 'line', 'link', or 'run' and 'key'"),
            )),
    }
}

/// Games of experiments may have to be played again to get their moves, which is not light work.
fn class(run: Option<&String>) -> Class {
    if run.is_some() { Class::Report } else { Class::Light }
}

pub(crate) fn open(lab: &Arc<Lab>, caller: &Arc<Caller>, with: Open, reply: Reply) {
    let (stop, class) = (StopFlag::default(), class(with.run.as_ref()));
    let (inner, asking, raised) = (Arc::clone(lab), Arc::clone(caller), stop.clone());
    submit(lab, caller, class, stop, reply, move || opened(&inner, &asking, with, &raised));
}

fn opened(lab: &Lab, caller: &Caller, with: Open, stop: &StopFlag) -> Result<Value, Fault> {
    let row = with.replay.as_deref().map(|id| lab.db.replay(id)).transpose()?.flatten();
    let (owner, shared) = (row.as_ref().map(|row| &row.owner), row.as_ref().map(|row| row.shared));
    let StoredReplay { title, players, outcomes, record } = find(lab, caller, with, stop)?;
    let live = set_up(lab, record.clone())?;
    let game = live.game().as_ref();
    let moves: Vec<Value> =
        (1..).zip(live.moves()).map(|(ply, played): (usize, _)| json::played_move(ply, played)).collect();
    let start = record.first_position(game)?;
    let last = record.moves.len().min(POSITIONS - 1);
    Ok(json!({
        "replay": {
            "spec": record.game, "title": title, "players": players, "seats": record.seats,
            "seed": record.seed.to_string(), "start": record.start, "files": record.files, "moves": moves,
            "outcomes": outcomes, "ending": record.ending, "why": json::why(&record.ending), "logs": record.logs,
            "owner": owner, "shared": shared,
        },
        "positions": between(game, start, &record.moves, 0, last)?,
        "backdrop": game.backdrop(),
    }))
}

pub(crate) fn positions(lab: &Arc<Lab>, caller: &Arc<Caller>, with: Range, reply: Reply) {
    let (stop, class) = (StopFlag::default(), class(with.run.as_ref()));
    let (inner, asking, raised) = (Arc::clone(lab), Arc::clone(caller), stop.clone());
    submit(lab, caller, class, stop, reply, move || some_positions(&inner, &asking, with, &raised));
}

fn some_positions(lab: &Lab, caller: &Caller, with: Range, stop: &StopFlag) -> Result<Value, Fault> {
    let Range { replay, line, link, run, key, from, to } = with;
    let StoredReplay { record, .. } = find(lab, caller, Open { replay, line, link, run, key }, stop)?;
    let (_, game) = lab.open(&record.game, &record.files)?;
    let positions = between(game.as_ref(), record.first_position(game.as_ref())?, &record.moves, from, to)?;
    Ok(json!({ "positions": positions, "backdrop": game.backdrop() }))
}

pub(crate) fn import(lab: &Lab, caller: &Caller, with: &Import, stop: &StopFlag) -> Result<Value, Fault> {
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
            Err(fault) => errors.push(json!({ "line": number, "fault": fault })),
        }
    }
    lab.db.keep(&[], &replays)?;
    let ids: Vec<&str> = replays.iter().map(|replay| replay.id.as_str()).collect();
    Ok(json!({ "replays": ids, "errors": errors }))
}

pub(crate) fn export(lab: &Lab, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    Ok(json!({ "line": line(&with.replay, kept(lab, caller, &with.replay)?) }))
}

pub(crate) fn delete(lab: &Lab, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    own(lab, caller, &with.replay)?;
    lab.db.delete_replay(&with.replay)?;
    Ok(json!({}))
}
