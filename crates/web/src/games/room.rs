//! A room: a game in progress, who may move, the search in progress, and the connections that watch.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use plylab_core::{
    AgentId, Ending, Forfeit, GameRecord, InputError, Message, MoveRecord, Name, Outcome, Seed, Spec,
    StopFlag, Thought, Turn, Watch, message,
};
use plylab_lab::live::{LiveGame, Seat};
use plylab_lab::words::name_of;
use plylab_service::protocol::{
    self, Event, Game, GameEntry, Link, Move, Moved, OpenedGame, Phase, Position, RequestField, Score,
};
use serde_json::json;

use super::{NAME, SharedRoom};
use crate::fault::{Code, Fault};
use crate::lab::{Lab, Outbox, broadcast, lock};
use crate::names;
use crate::replays::StoredReplay;
use crate::scheduling::{Agents, Job, JobKind, Share, Use, of_seats};
use crate::storage::db::{Kept, now};

/// A game in progress.
pub(crate) struct Room {
    pub(super) id: String,
    pub(super) owner: Arc<str>,
    /// May others read it?
    pub(super) is_shared: bool,
    pub(super) spec: Spec,
    pub(super) live: LiveGame,
    pub(super) time: u64,
    pub(super) nodes: Option<u64>,
    pub(super) auto: bool,
    /// The stop flag of the search in progress.
    pub(super) thinking: Option<StopFlag>,
    /// Grows whenever the result of a search in progress is no longer wanted.
    pub(super) epoch: u64,
    /// Moves still requested from agents.
    pub(super) steps: u32,
    /// Do agents wait although `auto` is set?
    pub(super) held: bool,
    pub(super) failure: Option<Fault>,
    pub(super) resigned: Option<u8>,
    pub(super) outcomes: Option<Vec<Outcome>>,
    pub(super) score: Score,
    pub(super) replay: Option<String>,
    /// Finished games that are not stored yet: name, time, body.
    pub(super) unkept: Vec<(String, i64, String)>,
    /// What the agents had written to their logs when the game ended or one of them failed, by seat.
    pub(super) logs: Vec<String>,
    pub(super) revision: u64,
    pub(super) changed: i64,
    pub(super) deleted: bool,
    /// When somebody asked for it last.
    pub(super) used: Instant,
    pub(super) watchers: Vec<Outbox>,
    /// The memory that it takes.
    pub(super) share: Share,
}

/// Bytes that a game takes: by itself, for each move, and for each move of an agent that tells what it thought.
const GAME: u64 = 8 << 10;
const MOVE: u64 = 160;
const THOUGHT: u64 = 400;

impl Room {
    /// A room for a game, for which memory must still be taken.
    pub fn new(lab: &Lab, id: String, owner: Arc<str>, spec: Spec, live: LiveGame) -> Result<Room, Fault> {
        let share = lab.memory.take(Use::Games, &owner, 0)?;
        Ok(Room {
            id,
            owner,
            is_shared: false,
            spec,
            time: 0,
            nodes: None,
            auto: false,
            thinking: None,
            epoch: 0,
            steps: 0,
            held: false,
            failure: None,
            resigned: None,
            outcomes: None,
            score: Score::new(live.seats().len()),
            replay: None,
            unkept: Vec::new(),
            logs: Vec::new(),
            revision: 0,
            changed: now(),
            deleted: false,
            used: Instant::now(),
            watchers: Vec::new(),
            live,
            share,
        })
    }

    /// Takes the memory for it. One that was kept is read again while the rest fits: unused ones leave at once.
    pub fn take_memory(&mut self, lab: &Lab, was_kept: bool) -> Result<(), Fault> {
        let bytes = self.bytes();
        let mut taken = self.share.resize(bytes);
        if taken.is_err() && was_kept && lab.memory.used(Use::Games) <= lab.memory.most(Use::Games) {
            self.share.hold(bytes);
            taken = Ok(());
        }
        self.make_room(lab);
        taken
    }

    /// The memory that it takes.
    fn bytes(&self) -> u64 {
        let moves = self.live.moves();
        let thoughts = moves.iter().rev().take(self.live.seats().len()).any(MoveRecord::has_thought);
        let files: usize = self.live.record().files.iter().map(|(name, text)| name.len() + text.len()).sum();
        GAME + files as u64 + moves.len() as u64 * if thoughts { THOUGHT } else { MOVE }
    }

    /// Wakes the writer when games that are not used should leave the memory.
    fn make_room(&self, lab: &Lab) {
        if lab.memory.is_tight(Use::Games) {
            lab.commit.wake();
        }
    }

    pub(super) fn no_ply(&self, ply: usize) -> Fault {
        let last = self.live.ply();
        Fault::no_ply(ply, last).at_field(RequestField::Ply, Message::range(0, last))
    }

    /// Its agents start fresh with their next move.
    pub fn reset_agents(&mut self) {
        self.live.refresh_agents();
    }

    /// Stops the search in progress; its result is ignored.
    pub(super) fn interrupt(&mut self) {
        self.epoch += 1;
        self.steps = 0;
        if let Some(thinking) = self.thinking.take() {
            thinking.stop();
        }
    }

    pub(super) fn go_back(&mut self, lab: &Lab, ply: usize) -> Result<(), Fault> {
        if ply > self.live.ply() {
            return Err(self.no_ply(ply));
        }
        self.interrupt();
        self.uncount();
        self.failure = None;
        self.live.go_back(ply)?;
        self.share.hold(self.bytes());
        lab.commit.touch(&self.id);
        Ok(())
    }

    pub(super) fn begin_again(&mut self, lab: &Lab, seed: Option<Seed>) -> Result<(), Fault> {
        self.interrupt();
        self.failure = None;
        self.resigned = None;
        self.outcomes = None;
        self.replay = None;
        self.held = false;
        self.live.begin_again(seed)?;
        self.share.hold(self.bytes());
        lab.commit.touch(&self.id);
        Ok(())
    }

    /// Continues until a human is to move, an agent thinks, or there is nothing left to do.
    pub(super) fn advance(&mut self, lab: &Arc<Lab>, shared: &SharedRoom) {
        if self.outcomes.is_some() || self.thinking.is_some() || self.deleted || lab.closing.is_stopped() {
            return;
        }
        if let Some(fault) = self.game_failure() {
            return self.fail(fault);
        }
        match self.live.turn() {
            Turn::Over => {
                let ended = self.live.outcomes().unwrap_or_default();
                self.finish(lab, ended);
            }
            Turn::Chance => {
                if self.may_move() && self.has_room(lab) {
                    match self.live.roll().map(|rolled| rolled.map(|_| ())) {
                        Some(Ok(())) => {
                            self.spend();
                            self.moved(lab, shared, None);
                        }
                        Some(Err(error)) => self.fail(Fault::of(Code::Internal, &error)),
                        None => {}
                    }
                }
            }
            Turn::Agent(agent) => {
                let is_agent = self.live.seats().get(agent.index()).is_some_and(|seat| !seat.is_person());
                if is_agent && self.may_move() && self.has_room(lab) {
                    self.think(lab, shared, agent);
                }
            }
        }
    }

    fn may_move(&self) -> bool {
        self.failure.is_none() && (self.steps > 0 || (self.auto && !self.held))
    }

    fn has_room(&mut self, lab: &Lab) -> bool {
        let room = self.live.ply() < lab.limits.plies_per_game;
        if !room {
            self.failure = Some(Fault::too_long(lab.limits.plies_per_game));
        }
        // Before the move: those who hold more than others wait until there is memory again.
        if let Err(fault) = self.share.resize(self.bytes() + THOUGHT) {
            self.make_room(lab);
            self.fail(fault);
            return false;
        }
        room
    }

    fn spend(&mut self) {
        self.steps = self.steps.saturating_sub(1);
    }

    /// Lets an agent think on another thread.
    fn think(&mut self, lab: &Arc<Lab>, shared: &SharedRoom, seat: AgentId) {
        let bytes = of_seats(self.live.game().as_ref(), self.live.seats());
        if let Err(fault) = lab.memory.check(Use::Agents, bytes) {
            return self.fail(fault);
        }
        let stop = StopFlag::default();
        let (time, nodes, raised, owner) = (self.time, self.nodes, stop.clone(), Arc::clone(&self.owner));
        let (position, epoch) = (self.live.position().boxed_clone(), self.epoch);
        let (shared, inner, id) = (Arc::clone(shared), Arc::clone(lab), self.id.clone());
        let job = Job::new(JobKind::Move, &self.owner, stop.clone(), move || {
            if inner.closing.is_stopped() {
                return;
            }
            let moving = Agents::moves(&inner, &owner, &id, bytes);
            // Only now: one that waits for its turn may have to give up its memory.
            let taken = {
                let mut room = lock(&shared);
                if room.epoch != epoch {
                    return;
                }
                let taken = match &moving {
                    Ok(_) => room.live.take_agent(seat).map_err(Fault::from),
                    Err(fault) => Err(fault.clone()),
                };
                match taken {
                    Ok(taken) => taken,
                    Err(fault) => {
                        room.thinking = None;
                        return room.fail(fault);
                    }
                }
            };
            let budget = inner.budget(time, nodes, &raised);
            let mut agent = taken.ready();
            let thought =
                catch_unwind(AssertUnwindSafe(|| agent.think(position.as_ref(), &budget, Watch::Off)));
            let mut room = lock(&shared);
            // When the lab closes, the move is made after it opens again.
            if room.epoch != epoch || inner.closing.is_stopped() {
                return;
            }
            room.thinking = None;
            match thought {
                Ok(Ok(thought)) => {
                    room.live.give_back(seat, agent);
                    room.agent_moves(&inner, &shared, &thought);
                }
                Ok(Err(failure)) => {
                    let mut logs = room.live.logs();
                    logs.resize(room.live.seats().len(), String::new());
                    if let Some(log) = logs.get_mut(seat.index()) {
                        *log = agent.log();
                    }
                    room.logs = logs;
                    room.fail(InputError::from(failure).into());
                }
                Err(_) => {
                    let who = name_of(room.live.game().as_ref(), Turn::Agent(seat));
                    let wrong = message!("agent-crashed", "{name} crashed", name = Name::of(who));
                    room.fail(Fault::new(Code::Internal, wrong));
                }
            }
        });
        match lab.jobs.submit(job.holding(bytes)) {
            Ok(()) => self.thinking = Some(stop),
            Err(fault) => self.fail(fault),
        }
    }

    fn agent_moves(&mut self, lab: &Arc<Lab>, shared: &SharedRoom, thought: &Thought) {
        match self.live.play(&thought.decision.action, Some(thought)) {
            Ok(_) => {
                self.spend();
                self.moved(lab, shared, Some(thought));
            }
            Err(error) => self.fail(Fault::of(Code::Internal, &error)),
        }
    }

    /// The failure of the game itself, if it has failed.
    pub(super) fn game_failure(&self) -> Option<Fault> {
        self.live.game().failure().map(|failure| Fault::of(Code::Internal, &failure))
    }

    pub(super) fn fail(&mut self, why: Fault) {
        self.failure = Some(why);
        self.steps = 0;
        self.send_state();
    }

    /// Reports the last move, and continues the game.
    pub(super) fn moved(&mut self, lab: &Arc<Lab>, shared: &SharedRoom, thought: Option<&Thought>) {
        self.revision += 1;
        self.changed = now();
        self.share.hold(self.bytes());
        // Before it is announced: a lab that closes then keeps it.
        lab.commit.touch(&self.id);
        let watched = self.watchers.iter().any(|watcher| !watcher.is_gone());
        if let (true, Some(played)) = (watched, self.live.moves().last()) {
            let event = Event::Moved(Box::new(Moved {
                game: self.id.clone(),
                revision: self.revision,
                ply: self.live.ply(),
                by: played.by,
                action: played.action.clone(),
                position: self.position(),
                state: self.state_after(),
                undo: self.live.undo_ply(),
                thought: thought.filter(|_| played.has_thought()).map(protocol::Thought::of),
            }));
            broadcast(&mut self.watchers, &event);
        }
        self.advance(lab, shared);
    }

    /// The state once the game has continued from here.
    fn state_after(&self) -> Phase {
        match (self.live.turn(), self.live.seat_to_move()) {
            (Turn::Over, _) => Phase::Over,
            (_, Some((_, Seat::Person))) => Phase::Person,
            _ if self.may_move() => Phase::Thinking,
            _ => Phase::Waiting,
        }
    }

    pub(super) fn state(&self) -> Phase {
        if self.outcomes.is_some() {
            Phase::Over
        } else if self.failure.is_some() {
            Phase::Failed
        } else if self.thinking.is_some() {
            Phase::Thinking
        } else {
            self.state_after()
        }
    }

    /// The game is over: counts it and keeps the replay.
    pub(super) fn finish(&mut self, lab: &Lab, outcomes: Vec<Outcome>) {
        self.score.add(&outcomes);
        self.outcomes = Some(outcomes);
        self.logs = self.live.logs();
        self.steps = 0;
        self.changed = now();
        let replay = StoredReplay {
            outcomes: self.outcomes.clone().unwrap_or_default(),
            ..StoredReplay::of(self.live.game().as_ref(), self.record())
        };
        let (id, body) = (names::fresh(NAME), json!(replay).to_string());
        self.unkept.push((id.clone(), self.changed, body));
        self.replay = Some(id);
        // At once, so that it can be opened; if that fails, it is tried again with the game.
        let finished: Vec<Kept> = self.finished().collect();
        if lab.db.keep(&[], &finished).is_ok() {
            self.forget_finished(&finished);
        }
        lab.commit.touch(&self.id);
        self.send_state();
    }

    /// A finished game continues: it no longer counts. Its replay stays.
    fn uncount(&mut self) {
        let Some(outcomes) = self.outcomes.take() else { return };
        self.score.take_back(&outcomes);
        self.resigned = None;
        self.replay = None;
    }

    /// Sends the phase alone to every watcher: the moves of a long game are many.
    pub(super) fn send_phase(&mut self) {
        self.revision += 1;
        let event = Event::Phase { game: self.id.clone(), revision: self.revision, state: self.state() };
        broadcast(&mut self.watchers, &event);
    }

    /// Sends the whole state to every watcher.
    pub(super) fn send_state(&mut self) {
        self.revision += 1;
        let event = Event::Game { game: Box::new(self.told()) };
        broadcast(&mut self.watchers, &event);
    }

    pub(super) fn seat_names(&self) -> &[String] {
        &self.live.record().seats
    }

    /// The room as an entry of a list.
    pub(super) fn entry(&self) -> GameEntry {
        let info = self.live.game().info();
        GameEntry {
            id: self.id.clone(),
            spec: self.spec.to_string(),
            title: info.title.to_string(),
            players: info.agents.clone(),
            seats: self.seat_names().to_vec(),
            state: self.state(),
            plies: self.live.ply(),
            outcomes: self.outcomes.clone(),
            changed: self.changed,
            shared: self.is_shared,
        }
    }

    fn position(&self) -> Position {
        Position::of(self.live.game().as_ref(), self.live.position(), self.live.ply())
    }

    /// The room as a whole.
    fn told(&self) -> Game {
        let info = self.live.game().info();
        Game {
            id: self.id.clone(),
            spec: self.spec.clone(),
            title: info.title.clone(),
            players: info.agents.clone(),
            seats: self.seat_names().to_vec(),
            seed: self.live.seed().to_string(),
            start: self.live.record().start.clone(),
            files: self.live.record().files.clone(),
            time: self.time,
            nodes: self.nodes,
            auto: self.auto,
            state: self.state(),
            fault: self.failure.clone(),
            moves: Move::all(self.live.moves()),
            position: self.position(),
            outcomes: self.outcomes.clone(),
            resigned: self.resigned,
            score: self.score.clone(),
            undo: self.live.undo_ply(),
            replay: self.replay.clone(),
            owner: self.owner.to_string(),
            shared: self.is_shared,
            revision: self.revision,
            logs: self.logs().to_vec(),
        }
    }

    /// The room as a whole, for whoever opens it.
    pub(super) fn opened(&self) -> OpenedGame {
        OpenedGame { game: self.told(), backdrop: self.live.game().backdrop() }
    }

    pub(super) fn link(&self) -> Link {
        Link {
            spec: self.spec.to_string(),
            seed: Some(self.live.seed().to_string()),
            position: self.live.record().start.clone(),
            moves: self.live.record().actions(),
            files: self.live.record().files.clone(),
            seats: self.seat_names().to_vec(),
        }
    }

    /// The logs of agents, once the game has ended or failed.
    fn logs(&self) -> &[String] {
        if self.outcomes.is_some() || self.failure.is_some() { &self.logs } else { &[] }
    }

    /// The record of the game as it stands, for replays and files.
    pub(super) fn record(&self) -> GameRecord {
        let mut record = GameRecord { key: self.id.clone(), ..self.live.finished_record() };
        if let Some(player) = self.resigned {
            record.ending = Ending::Forfeit { agent: AgentId(player), reason: Forfeit::Resigned };
        }
        record.logs = self.logs().to_vec();
        record
    }
}
