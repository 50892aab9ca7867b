//! A room: a table, the search in progress, the connections that watch, and what clients see of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use plylab_core::{
    AgentId, Ending, Forfeit, GameRecord, InputError, MoveRecord, Name, Outcome, Spec, StopFlag, Thought,
    Turn, Watch, message,
};
use plylab_lab::live::Seat;
use plylab_lab::words::name_of;
use serde_json::json;

use super::table::GameTable;
use super::{NAME, SharedRoom};
use crate::host::{Job, JobKind, StoredItem, Task, Watchers};
use crate::memory::{Agents, MemoryShare, Use, of_seats};
use crate::protocol::{
    self, Code, Event, Fault, GameEntry, GameInProgress, Link, Move, Moved, OpenedGame, Phase, Position,
    Result,
};
use crate::replays::StoredReplay;
use crate::{Service, lock};

/// Let an agent move.
pub struct MoveTask {
    game: String,
    epoch: u64,
    seat: AgentId,
}

/// A game in progress.
pub(crate) struct Room {
    pub(super) id: String,
    pub(super) owner: Arc<str>,
    /// May others read it?
    pub(super) is_shared: bool,
    pub(super) spec: Spec,
    pub(super) table: GameTable,
    pub(super) watchers: Watchers,
    pub(super) revision: u64,
    /// When it changed last, in seconds since 1970.
    pub(super) changed: i64,
    /// When somebody asked for it last, by the host's clock.
    pub(super) used: Duration,
    pub(super) is_deleted: bool,
    /// The stop flag of the search in progress.
    thinking: Option<StopFlag>,
    /// Grows whenever the result of a search in progress is no longer wanted.
    epoch: u64,
    /// The memory that it takes.
    share: MemoryShare,
}

/// Bytes that a game takes: by itself, per move, and per move if agents record their thoughts.
const GAME: u64 = 8 << 10;
const MOVE: u64 = 160;
const THOUGHT: u64 = 400;

impl Room {
    /// A room with a table, for which memory must still be taken.
    pub(super) fn new(service: &Service, id: String, owner: Arc<str>, spec: Spec, table: GameTable) -> Room {
        Room {
            share: service.memory.share(Use::Games, &owner),
            id,
            owner,
            is_shared: false,
            spec,
            table,
            watchers: Watchers::default(),
            revision: 0,
            changed: service.host.unix_time(),
            used: service.now(),
            is_deleted: false,
            thinking: None,
            epoch: 0,
        }
    }

    /// Takes the memory for it. A stored game is read again even if it does not fit, as long as the others do: unused ones leave at once.
    pub fn take_memory(&mut self, service: &Service, was_kept: bool) -> Result<()> {
        let bytes = self.bytes();
        let mut taken = self.share.resize(bytes);
        if taken.is_err() && was_kept && service.memory.used(Use::Games) <= service.memory.most(Use::Games) {
            self.share.hold(bytes);
            taken = Ok(());
        }
        make_room(service);
        taken
    }

    /// The memory that it takes.
    fn bytes(&self) -> u64 {
        let live = &self.table.live;
        let thoughts = live.moves().iter().rev().take(live.seats().len()).any(MoveRecord::has_thought);
        let files: usize = live.record().files.iter().map(|(name, text)| name.len() + text.len()).sum();
        GAME + files as u64 + live.ply() as u64 * if thoughts { THOUGHT } else { MOVE }
    }

    pub(super) fn thinks(&self) -> bool {
        self.thinking.is_some()
    }

    /// Has the thinking agent play the best move it has found so far.
    pub(super) fn hurry(&mut self) {
        self.table.steps = 0;
        if let Some(thinking) = &self.thinking {
            thinking.stop();
        }
    }

    /// Stops the search in progress; its result is ignored.
    pub(super) fn interrupt(&mut self) {
        self.epoch += 1;
        self.table.steps = 0;
        if let Some(thinking) = self.thinking.take() {
            thinking.stop();
        }
    }

    /// A client no longer watches it. While nobody is there, its agents rest; they go on when somebody opens it.
    pub(super) fn leave(&mut self, connection: u64) {
        if self.watchers.remove(connection)
            && self.watchers.is_empty()
            && let Some(thinking) = self.thinking.take()
        {
            self.epoch += 1;
            thinking.stop();
        }
    }

    /// Deletes it: nothing more happens in it, and it is not stored again.
    pub(super) fn delete(&mut self) {
        self.interrupt();
        self.is_deleted = true;
    }

    /// Changes the table, drops the search in progress, and continues the game from where it is.
    pub(super) fn change<T>(
        &mut self,
        service: &Arc<Service>,
        shared: &SharedRoom,
        change: impl FnOnce(&mut GameTable) -> Result<T>,
    ) -> Result<T> {
        let changed = change(&mut self.table)?;
        self.interrupt();
        self.share.hold(self.bytes());
        service.store().touch(&self.id);
        self.advance(service, shared);
        self.send_state();
        Ok(changed)
    }

    /// Continues until a person is to move, an agent thinks, or there is nothing left to do.
    pub(super) fn advance(&mut self, service: &Arc<Service>, shared: &SharedRoom) {
        if self.table.play.outcomes.is_some() || self.thinks() || self.is_deleted || service.is_closing() {
            return;
        }
        if let Some(fault) = self.table.game_failure() {
            return self.fail(fault);
        }
        let is_agents = matches!(self.table.live.seat_to_move(), Some((_, Seat::Agent(_))));
        match self.table.live.turn() {
            Turn::Over => {
                let outcomes = self.table.live.outcomes().unwrap_or_default();
                self.finish(service, outcomes);
            }
            _ if !self.table.may_move() => {}
            Turn::Chance if self.has_room(service) => match self.table.roll() {
                Ok(()) => self.moved(service, shared, None),
                Err(fault) => self.fail(fault),
            },
            Turn::Agent(agent) if is_agents && self.has_room(service) => self.think(service, agent),
            Turn::Chance | Turn::Agent(_) => {}
        }
    }

    /// Is there room for one more move?
    fn has_room(&mut self, service: &Service) -> bool {
        let most = service.limits.plies_per_game;
        if self.table.live.ply() >= most {
            self.fail(Fault::too_long(most));
            return false;
        }
        // Before the move: those who hold more than others wait until there is memory again.
        let resized = self.share.resize(self.bytes() + THOUGHT);
        let has_memory = resized.is_ok();
        if let Err(fault) = resized {
            make_room(service);
            self.fail(fault);
        }
        has_memory
    }

    /// Has an agent think.
    fn think(&mut self, service: &Arc<Service>, seat: AgentId) {
        let bytes = self.agent_bytes();
        if let Err(fault) = service.memory.check(Use::Agents, bytes) {
            return self.fail(fault);
        }
        let stop = StopFlag::default();
        let task = MoveTask { game: self.id.clone(), epoch: self.epoch, seat };
        let job = Job::new(JobKind::Move, &self.owner, &stop, Task::Move(task));
        match service.submit(Job { bytes, ..job }) {
            Ok(()) => self.thinking = Some(stop),
            Err(fault) => self.fail(fault),
        }
    }

    fn agent_bytes(&self) -> u64 {
        of_seats(self.table.live.game().as_ref(), self.table.live.seats())
    }

    /// Its agents start fresh with their next move.
    pub fn reset_agents(&mut self) {
        self.table.live.refresh_agents();
    }

    pub(super) fn fail(&mut self, why: Fault) {
        self.table.fail(why);
        self.send_state();
    }

    /// Reports the last move, and continues the game.
    pub(super) fn moved(&mut self, service: &Arc<Service>, shared: &SharedRoom, thought: Option<&Thought>) {
        self.revision += 1;
        self.changed = service.host.unix_time();
        self.share.hold(self.bytes());
        // Before it is announced: a lab that closes then keeps it.
        service.store().touch(&self.id);
        if !self.watchers.is_empty()
            && let Some(played) = self.table.live.moves().last()
        {
            self.watchers.send(&Event::Moved(Box::new(Moved {
                game: self.id.clone(),
                revision: self.revision,
                ply: self.table.live.ply(),
                by: played.by,
                action: played.action.clone(),
                position: self.position(),
                state: self.table.phase_after_move(),
                undo: self.table.live.undo_ply(),
                thought: thought.filter(|_| played.has_thought()).map(protocol::ThoughtSummary::of),
            })));
        }
        self.advance(service, shared);
    }

    /// The game is over: counts it and keeps the replay.
    pub(super) fn finish(&mut self, service: &Service, outcomes: Vec<Outcome>) {
        self.table.end(outcomes.clone());
        self.changed = service.host.unix_time();
        let game = self.table.live.game().as_ref();
        let replay = StoredReplay { outcomes, ..StoredReplay::of(game, self.record()) };
        let id = service.fresh_name("", NAME);
        let replay = StoredItem {
            id: id.clone(),
            owner: self.owner.to_string(),
            changed: self.changed,
            shared: false,
            body: json!(replay).to_string(),
        };
        // Not stored here: the thread of an agent may have a low priority, and would hold up all who wait for the store.
        lock(&service.games.finished).push(replay);
        self.table.play.replay = Some(id);
        service.store().touch(&self.id);
        self.send_state();
    }

    /// Sends the phase alone to every watcher: the moves of a long game are many.
    pub(super) fn send_phase(&mut self) {
        self.revision += 1;
        let (game, revision, state) = (self.id.clone(), self.revision, self.phase());
        self.watchers.send(&Event::Phase { game, revision, state });
    }

    /// Sends the whole state to every watcher.
    pub(super) fn send_state(&mut self) {
        self.revision += 1;
        if !self.watchers.is_empty() {
            self.watchers.send(&Event::Game { game: Box::new(self.whole()) });
        }
    }

    pub(super) fn phase(&self) -> Phase {
        self.table.phase(self.thinks())
    }

    /// The room as an entry of a list.
    pub(super) fn entry(&self) -> GameEntry {
        let live = &self.table.live;
        let info = live.game().info();
        GameEntry {
            id: self.id.clone(),
            spec: self.spec.to_string(),
            title: info.title.to_string(),
            players: info.agents.clone(),
            seats: live.record().seats.clone(),
            state: self.phase(),
            plies: live.ply(),
            outcomes: self.table.play.outcomes.clone(),
            changed: self.changed,
            shared: self.is_shared,
        }
    }

    pub(super) fn position(&self) -> Position {
        let live = &self.table.live;
        Position::of(live.game().as_ref(), live.position(), live.ply())
    }

    /// The room as a whole.
    pub(super) fn whole(&self) -> GameInProgress {
        let (live, play) = (&self.table.live, self.table.play.clone());
        let (info, record) = (live.game().info(), live.record());
        GameInProgress {
            id: self.id.clone(),
            spec: self.spec.clone(),
            title: info.title.clone(),
            players: info.agents.clone(),
            seats: record.seats.clone(),
            seed: live.seed().to_string(),
            start: record.start.clone(),
            files: record.files.clone(),
            time: play.time,
            nodes: play.nodes,
            auto: play.auto,
            state: self.phase(),
            fault: self.table.failure.clone(),
            moves: Move::all(live.moves()),
            position: self.position(),
            outcomes: play.outcomes,
            resigned: play.resigned,
            score: play.score,
            undo: live.undo_ply(),
            replay: play.replay,
            owner: self.owner.to_string(),
            shared: self.is_shared,
            revision: self.revision,
            logs: self.table.logs().to_vec(),
        }
    }

    /// The room as a whole, with the board that never changes.
    pub(super) fn opened(&self) -> OpenedGame {
        OpenedGame { game: self.whole(), backdrop: self.table.live.game().backdrop() }
    }

    pub(super) fn link(&self) -> Link {
        let record = self.table.live.record();
        Link {
            spec: self.spec.to_string(),
            seed: Some(self.table.live.seed().to_string()),
            position: record.start.clone(),
            moves: record.actions(),
            files: record.files.clone(),
            seats: record.seats.clone(),
        }
    }

    /// The record of the game as it stands, for replays and files.
    pub(super) fn record(&self) -> GameRecord {
        let mut record = GameRecord { key: self.id.clone(), ..self.table.live.finished_record() };
        if let Some(player) = self.table.play.resigned {
            record.ending = Ending::Forfeit { agent: AgentId(player), reason: Forfeit::Resigned };
        }
        record.logs = self.table.logs().to_vec();
        record
    }
}

/// Has games that are not used leave the memory when it is tight.
fn make_room(service: &Service) {
    if service.memory.is_tight(Use::Games) {
        service.store().make_room();
    }
}

/// Lets an agent think, and plays its move, unless the game has gone on since `epoch`.
pub(crate) fn make_move(service: &Arc<Service>, task: &MoveTask, stop: &StopFlag) {
    let &MoveTask { ref game, epoch, seat } = task;
    let Some(shared) = service.games.get(game).filter(|_| !service.is_closing()) else { return };
    let (owner, bytes) = {
        let room = lock(&shared);
        (Arc::clone(&room.owner), room.agent_bytes())
    };
    // No room is locked here, because others may have to give up the memory of their agents.
    let moving = Agents::moves(service, &owner, game, bytes);
    let (taken, position, budget) = {
        let mut room = lock(&shared);
        if room.epoch != epoch {
            return;
        }
        let taken = match &moving {
            Ok(_) => room.table.live.take_agent(seat).map_err(Fault::from),
            Err(fault) => Err(fault.clone()),
        };
        let table = &room.table;
        let budget = service.budget(table.play.time, table.play.nodes, stop);
        match taken {
            Ok(taken) => (taken, table.live.position().boxed_clone(), budget),
            Err(fault) => {
                room.thinking = None;
                return room.fail(fault);
            }
        }
    };
    let mut agent = taken();
    let thought = catch_unwind(AssertUnwindSafe(|| agent.think(position.as_ref(), &budget, Watch::Off)));
    let mut room = lock(&shared);
    // When the lab closes, the move is made after it opens again.
    if room.epoch != epoch || service.is_closing() {
        return;
    }
    room.thinking = None;
    match thought {
        Ok(Ok(thought)) => {
            room.table.live.give_back(seat, agent);
            match room.table.agent_moves(&thought) {
                Ok(()) => room.moved(service, &shared, Some(&thought)),
                Err(fault) => room.fail(fault),
            }
        }
        Ok(Err(failure)) => {
            room.table.agent_failed(seat, agent.log(), InputError::from(failure).into());
            room.send_state();
        }
        Err(_) => {
            let who = name_of(room.table.live.game().as_ref(), Turn::Agent(seat));
            let wrong = message!("agent-crashed", "{name} crashed", name = Name::of(who));
            room.fail(Fault::new(Code::Internal, wrong));
        }
    }
}
