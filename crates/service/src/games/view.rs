//! What clients see of a room.

use plylab_core::{AgentId, Ending, Forfeit, GameRecord};

use super::room::Room;
use crate::protocol::{Game, GameEntry, Link, Move, OpenedGame, Phase, Position};

impl Room {
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
    pub(super) fn whole(&self) -> Game {
        let (live, play) = (&self.table.live, self.table.play.clone());
        let (info, record) = (live.game().info(), live.record());
        Game {
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
