//! Finished games to view again: kept ones, lines of JSON, links that contain the moves, games of experiments.

use std::sync::Arc;

use plylab_core::{AgentId, AnyPosition, Brief, Ending, Message, Outcome, Seed, StopFlag, message};
use plylab_lab::live::{self, Beginning, LiveGame};
use plylab_lab::{GameLine, SCHEMA};
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

/// What is kept of a finished game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Body {
    pub spec: String,
    pub title: String,
    pub players: Vec<String>,
    pub seats: Vec<String>,
    pub seed: u64,
    pub start: Option<String>,
    pub files: GivenFiles,
    pub moves: Vec<String>,
    /// What agents thought of them; empty if there are no thoughts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Option<Brief>>,
    pub outcomes: Vec<Outcome>,
    /// How it ended.
    pub ending: Ending,
    /// What the agent at each seat wrote to its log; empty if none wrote anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
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

/// A game as a line of JSON. Lines hold no files, and the pages save none with a custom start, so games with either have none.
pub(crate) fn line(key: &str, body: &Body, end: &dyn AnyPosition) -> Option<GameLine> {
    if body.start.is_some() || !body.files.is_empty() {
        return None;
    }
    let seats = (0..).map(AgentId).take(body.players.len());
    Some(GameLine {
        schema: SCHEMA.to_owned(),
        key: key.to_owned(),
        game: body.spec.clone(),
        agents: body.seats.clone(),
        seed: body.seed.to_string(),
        from: None,
        moves: body.moves.clone(),
        ending: body.ending.clone(),
        outcomes: if body.ending == Ending::Over { body.outcomes.clone() } else { Vec::new() },
        utilities: seats.filter_map(|seat| end.utility(seat)).collect(),
        end: end.text(),
        efforts: Vec::new(),
        nodes: None,
        seconds: None,
        move_seconds: None,
        logs: body.logs.clone(),
        thoughts: body.thoughts.clone(),
    })
}

fn read(kept: &Kept) -> Result<Body, Fault> {
    serde_json::from_str(&kept.body).map_err(|error| {
        let (id, error) = (&kept.id, error.to_string());
        let wrong = message!("replay-unreadable", "the replay '{id}' cannot be read: {error}", id, error);
        Fault::new(Code::Internal, wrong)
    })
}

fn kept(lab: &Lab, caller: &Caller, id: &str) -> Result<Body, Fault> {
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
        let body = match read(&kept) {
            Ok(body) => body,
            Err(fault) => {
                tracing::error!(error = fault.message(), "left out of a list");
                continue;
            }
        };
        replays.push(json!({
            "replay": kept.id, "spec": body.spec, "title": body.title, "players": body.players, "seats": body.seats,
            "outcomes": body.outcomes, "plies": body.moves.len(), "when": kept.changed, "shared": kept.shared,
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
        let body = read(&kept)?;
        let end = set_up(lab, &body)?;
        if let Some(line) = line(&id, &body, end.position()) {
            text.push_str(&json!(line).to_string());
            text.push('\n');
            share.resize(text.len() as u64)?;
        }
    }
    Ok(text)
}

/// The game of a replay, played to its end; rejects illegal moves.
fn set_up(lab: &Lab, body: &Body) -> Result<LiveGame<Brief>, Fault> {
    if body.moves.len() > lab.limits.plies_per_game {
        return Err(Fault::too_long(lab.limits.plies_per_game));
    }
    let (_, game) = lab.open(&body.spec, &body.files)?;
    let beginning = Beginning::new(Seed(body.seed), body.start.clone());
    let mut live = LiveGame::new(game, Vec::new(), beginning, &body.moves)?;
    live.recall(body.thoughts.clone());
    Ok(live)
}

/// A line of JSON as a replay, after checking that the game really ends as the line says.
fn of_line(lab: &Lab, line: GameLine, files: GivenFiles) -> Result<Body, Fault> {
    let (_, game) = lab.open(&line.game, &files)?;
    if line.moves.len() > lab.limits.plies_per_game {
        return Err(Fault::too_long(lab.limits.plies_per_game));
    }
    line.replay(game.as_ref(), |_, _| Ok(()))?;
    let Seed(seed) = seed(Some(&line.seed))?;
    Ok(Body {
        spec: line.game,
        title: game.info().title.to_string(),
        players: game.info().agents.clone(),
        seats: line.agents,
        seed,
        start: line.from,
        files,
        moves: line.moves,
        thoughts: line.thoughts,
        outcomes: line.outcomes,
        ending: line.ending,
        logs: line.logs,
    })
}

fn of_link(lab: &Lab, link: Link) -> Result<Body, Fault> {
    let (_, game) = lab.open(&link.spec, &link.files)?;
    let Seed(seed) = seed(link.seed.as_deref())?;
    let mut body = Body {
        spec: link.spec,
        title: game.info().title.to_string(),
        players: game.info().agents.clone(),
        seats: link.seats,
        seed,
        start: link.position,
        files: link.files,
        moves: link.moves,
        thoughts: Vec::new(),
        outcomes: Vec::new(),
        ending: Ending::Stopped,
        logs: Vec::new(),
    };
    let end = set_up(lab, &body)?;
    if let Some(outcomes) = live::outcomes(game.as_ref(), end.position()) {
        (body.outcomes, body.ending) = (outcomes, Ending::Over);
    }
    Ok(body)
}

fn find(lab: &Lab, caller: &Caller, with: Open, stop: &StopFlag) -> Result<Body, Fault> {
    match with {
        Open { replay: Some(id), line: None, link: None, run: None, key: None } => kept(lab, caller, &id),
        Open { replay: None, line: Some(line), link: None, run: None, key: None } => {
            of_line(lab, GameLine::read(&line)?, GivenFiles::new())
        }
        Open { replay: None, line: None, link: Some(link), run: None, key: None } => of_link(lab, link),
        Open { replay: None, line: None, link: None, run: Some(run), key: Some(key) } => {
            let (line, files) = runs::game(lab, caller, &run, &key, stop)?;
            of_line(lab, line, files)
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
    let body = find(lab, caller, with, stop)?;
    let live = set_up(lab, &body)?;
    let game = live.game().as_ref();
    let moves: Vec<Value> =
        (1..).zip(live.moves()).map(|(ply, played): (usize, _)| json::played_move(ply, played)).collect();
    let start = live.beginning().position(game)?;
    let last = body.moves.len().min(POSITIONS - 1);
    Ok(json!({
        "replay": {
            "spec": body.spec, "title": body.title, "players": body.players, "seats": body.seats,
            "seed": body.seed.to_string(), "start": body.start, "files": body.files, "moves": moves, "outcomes": body.outcomes,
            "ending": body.ending, "why": json::why(&body.ending), "logs": body.logs, "owner": owner, "shared": shared,
        },
        "positions": between(game, start, &body.moves, 0, last)?,
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
    let body = find(lab, caller, Open { replay, line, link, run, key }, stop)?;
    let live = set_up(lab, &body)?;
    let start = live.beginning().position(live.game().as_ref())?;
    let positions = between(live.game().as_ref(), start, &body.moves, from, to)?;
    Ok(json!({ "positions": positions, "backdrop": live.game().backdrop() }))
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
        match GameLine::read(line).map_err(Fault::from).and_then(|line| of_line(lab, line, GivenFiles::new()))
        {
            Ok(body) => replays.push(Kept {
                id: names::fresh(crate::games::NAME),
                owner: caller.person.id.to_string(),
                changed: now(),
                shared: false,
                body: json!(body).to_string(),
            }),
            Err(fault) => errors.push(json!({ "line": number, "fault": fault })),
        }
    }
    lab.db.keep(&[], &replays)?;
    let ids: Vec<&str> = replays.iter().map(|replay| replay.id.as_str()).collect();
    Ok(json!({ "replays": ids, "errors": errors }))
}

pub(crate) fn export(lab: &Lab, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let body = kept(lab, caller, &with.replay)?;
    let end = set_up(lab, &body)?;
    Ok(json!({ "line": line(&with.replay, &body, end.position()).map(|line| json!(line).to_string()) }))
}

pub(crate) fn delete(lab: &Lab, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    own(lab, caller, &with.replay)?;
    lab.db.delete_replay(&with.replay)?;
    Ok(json!({}))
}
