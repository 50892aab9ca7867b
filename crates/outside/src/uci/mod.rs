//! An engine that speaks UCI, the Universal Chess Interface, at a seat of a game that has a name among its variants.

mod search_info;

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::{
    AgentFailure, AgentId, AnyAgent, AnyPosition, AnyWatch, Budget, Decision, Forfeit, Message, Seed, Spec,
    StopFlag, Thought, Watch, message,
};

use self::search_info::SearchInfo;
use crate::Process;
use crate::agent::{GRACE, failed, no_start};
use crate::names::Outsider;
use crate::pool::Pool;
use crate::ready::NotReady;

/// The limit of a search where neither the game nor the file sets one.
const USUAL: &str = "movetime 1000";

/// An engine that plays one game after another, in a process that it keeps.
pub struct UciAgent {
    agent: Arc<Outsider>,
    pool: Arc<Pool>,
    spec: Spec,
    /// The game as engines know it.
    variant: &'static str,
    me: AgentId,
    /// The process that plays, or why there is none.
    playing: Result<Process, Forfeit>,
    log: String,
}

impl UciAgent {
    /// The engine for a seat of the game that engines know as `variant`. Its process starts when a game begins.
    pub fn new(
        agent: Arc<Outsider>,
        pool: Arc<Pool>,
        spec: Spec,
        variant: &'static str,
        me: AgentId,
    ) -> UciAgent {
        let playing = Err(not_begun());
        UciAgent { agent, pool, spec, variant, me, playing, log: String::new() }
    }

    /// A process that is ready for a new game: one that is alive, or else a new one.
    fn sit_down(&mut self) -> Result<Process, Forfeit> {
        if let Some(mut process) = self.pool.take(&self.agent) {
            if self.begin_game(&mut process).is_ok() {
                return Ok(process);
            }
            // Whatever is wrong with one that has waited, a new one may be all right.
            self.end(&mut process);
        }
        let (pool, agent) = (Arc::clone(&self.pool), Arc::clone(&self.agent));
        pool.start(&agent, |mut process| {
            let ready = self.introduce(&mut process).and_then(|()| self.begin_game(&mut process));
            if let Err(refused) = ready {
                self.end(&mut process);
                return Err(refused);
            }
            Ok(process)
        })
    }

    /// Lets a process introduce itself, and sets its options.
    fn introduce(&self, process: &mut Process) -> Result<(), NotReady> {
        process.allow();
        process.send("uci");
        let said = self.until(process, "uciok")?;
        let offers = said.iter().filter_map(|line| line.strip_prefix("option name UCI_Variant "));
        let choices: Vec<&str> = offers.flat_map(str::split_whitespace).collect();
        if !choices.windows(2).any(|pair| pair[0] == "var" && pair[1] == self.variant) {
            let forfeit = no_start(message!(
                "uci-no-variant",
                "it does not offer the variant {variant}",
                variant = self.variant
            ));
            return Err(forfeit.into());
        }
        for (name, value) in &self.agent.options {
            process.send(&format!("setoption name {name} value {value}"));
        }
        Ok(())
    }

    /// Tells a process that a new game begins, and waits until it is ready.
    fn begin_game(&self, process: &mut Process) -> Result<(), NotReady> {
        process.allow();
        process.send(&format!("setoption name UCI_Variant value {}", self.variant));
        process.send("ucinewgame");
        process.send("isready");
        self.until(process, "readyok").map(|_| ())
    }

    /// Everything it says before the line `last`.
    fn until(&self, process: &mut Process, last: &str) -> Result<Vec<String>, NotReady> {
        let deadline = Instant::now() + self.agent.startup;
        let mut said = Vec::new();
        loop {
            let line = process.receive(Some(deadline), &StopFlag::default());
            let line = line.map_err(|failure| NotReady::after(&failure, self.agent.startup))?;
            if line.trim() == last {
                return Ok(said);
            }
            said.push(line);
        }
    }

    /// Asks for a move.
    fn ask(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        mut watch: AnyWatch<'_>,
    ) -> Result<Decision<String>, Forfeit> {
        let started = Instant::now();
        let deadline = started + budget.time.map_or(self.agent.patience, |time| time + GRACE);
        let Some(uci) = position.uci() else { return Err(no_start(not_written())) };
        let go = go(budget, self.agent.go.as_deref());
        let process = match &mut self.playing {
            Ok(process) => process,
            Err(forfeit) => return Err(forfeit.clone()),
        };
        process.allow();
        process.send(&format!("position fen {}", uci.fen));
        process.send(&go);
        let mut info = SearchInfo::default();
        loop {
            let line = process.receive(Some(deadline), &budget.stop);
            let line = line.map_err(|failure| failed(&failure, started))?;
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let best = words.next().unwrap_or_default();
                let decided = info.decision(position, self.me, best, started.elapsed());
                return decided.ok_or_else(|| Forfeit::IllegalMove { action: best.to_owned() });
            }
            info.read(&line);
            if let Watch::Progress(on_progress) = &mut watch
                && let Some(decision) = info.so_far(position, self.me, started.elapsed())
            {
                on_progress(&Thought::plain(self.spec.clone(), decision));
            }
        }
    }

    /// Ends a process and keeps its log.
    fn end(&mut self, process: &mut Process) {
        process.kill();
        self.log.push_str(&process.log().take().text());
    }

    /// Keeps the process for the next game.
    fn finish(&mut self) {
        if let Ok(mut process) = std::mem::replace(&mut self.playing, Err(not_begun())) {
            self.log.push_str(&process.log().take().text());
            // One that is near the limit of its time would be ended in the middle of a game.
            if process.usage().processor < Duration::from_secs(self.agent.launch.limits.processor) / 2 {
                self.pool.keep(&self.agent, process);
            }
        }
    }
}

fn not_begun() -> Forfeit {
    no_start(message!("agent-not-begun", "its game has not begun"))
}

fn not_written() -> Message {
    message!("uci-not-written", "UCI has no notation for this game")
}

/// The order to search within a budget, and the limits that the file sets.
fn go(budget: &Budget, own: Option<&str>) -> String {
    let mut words = vec!["go".to_owned()];
    words.extend(own.map(str::to_owned));
    words.extend(budget.depth.map(|depth| format!("depth {}", depth.in_plies(2))));
    words.extend(budget.nodes.map(|nodes| format!("nodes {nodes}")));
    // An engine looks at the clock now and then, and its answer takes a while to come here.
    let time = budget.time.map(|time| time - (time / 10).min(GRACE));
    words.extend(time.map(|time| format!("movetime {}", time.as_millis().max(1))));
    if words.len() == 1 {
        words.push(USUAL.to_owned());
    }
    words.join(" ")
}

impl AnyAgent for UciAgent {
    fn begin(&mut self, me: AgentId, _: Seed) {
        self.finish();
        self.me = me;
        self.log.clear();
        self.playing = match self.pool.given_up(&self.agent) {
            Some(forfeit) => Err(forfeit),
            None => self.sit_down(),
        };
        self.pool.note_start(&self.agent, self.playing.as_ref().err());
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        let decided = self.ask(position, budget, watch);
        if let Err(forfeit) = &decided
            && let Ok(mut process) = std::mem::replace(&mut self.playing, Err(forfeit.clone()))
        {
            self.end(&mut process);
        }
        decided.map(|decision| Thought::plain(self.spec.clone(), decision)).map_err(AgentFailure)
    }

    fn ready(&self) -> Result<(), AgentFailure> {
        self.playing.as_ref().map(drop).map_err(|forfeit| AgentFailure(forfeit.clone()))
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn log(&mut self) -> String {
        if let Ok(process) = &mut self.playing {
            self.log.push_str(&process.log().take().text());
        }
        std::mem::take(&mut self.log)
    }
}

impl Drop for UciAgent {
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Depth;

    use super::*;

    #[test]
    fn a_search_always_has_a_limit() {
        let budget = Budget::unlimited();
        assert_eq!(go(&budget, None), "go movetime 1000");
        assert_eq!(go(&budget, Some("depth 6")), "go depth 6");
        let timed = Budget { time: Some(Duration::from_millis(200)), ..Budget::unlimited() };
        assert_eq!(go(&timed, Some("nodes 9")), "go nodes 9 movetime 180");
        let timed = Budget { time: Some(Duration::from_secs(5)), ..timed };
        assert_eq!(go(&timed, None), "go movetime 4950");
        let counted = Budget { depth: Some(Depth::plies(3)), nodes: Some(50), ..Budget::unlimited() };
        assert_eq!(go(&counted, None), "go depth 3 nodes 50");
    }
}
