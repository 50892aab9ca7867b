//! An engine that speaks UCI, the Universal Chess Interface, at a seat of a game that has a name among its variants.

mod search_info;

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::{
    AgentFailure, AgentId, AnyAgent, AnyPosition, AnyWatch, Budget, Decision, Forfeit, Seed, Spec, StopFlag,
    Thought, Watch, message,
};

use self::search_info::SearchInfo;
use crate::Process;
use crate::names::Outsider;
use crate::pool::Pool;
use crate::seat::{AgentSeat, GRACE, NotReady, failed, no_start};

/// The limit of a search where neither the game nor the file sets one.
const USUAL: &str = "movetime 1000";

/// An engine that plays one game after another, in a process that it keeps.
pub struct UciAgent {
    seat: AgentSeat,
    /// The game as engines know it.
    variant: &'static str,
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
        UciAgent { seat: AgentSeat::new(agent, pool, spec, me), variant }
    }

    /// Asks for a move.
    fn ask(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        mut watch: AnyWatch<'_>,
    ) -> Result<Decision<String>, Forfeit> {
        let started = Instant::now();
        let (agent, spec, me) = (Arc::clone(&self.seat.agent), self.seat.spec.clone(), self.seat.me);
        let deadline = started + budget.time.map_or(agent.patience, |time| time + GRACE);
        let Some(uci) = position.uci() else {
            return Err(no_start(message!("uci-not-written", "UCI has no notation for this game")));
        };
        let process = self.seat.process()?;
        process.allow();
        process.send(&format!("position fen {}", uci.fen));
        process.send(&go(budget, agent.go.as_deref()));
        let mut info = SearchInfo::default();
        loop {
            let line = process.receive(Some(deadline), &budget.stop);
            let line = line.map_err(|failure| failed(&failure, started))?;
            let mut words = line.split_whitespace();
            if words.next() == Some("bestmove") {
                let best = words.next().unwrap_or_default();
                let decided = info.decision(position, best, started.elapsed());
                return decided.ok_or_else(|| Forfeit::IllegalMove { action: best.to_owned() });
            }
            info.read(&line, me);
            if let Watch::Progress(on_progress) = &mut watch
                && let Some(decision) = info.so_far(position, started.elapsed())
            {
                on_progress(&Thought::plain(spec.clone(), decision));
            }
        }
    }
}

/// Lets a process introduce itself, and sets its options.
fn introduce(process: &mut Process, agent: &Outsider, variant: &str) -> Result<(), NotReady> {
    process.allow();
    process.send("uci");
    let said = until(process, "uciok", agent.startup)?;
    let offers = said.iter().filter_map(|line| line.strip_prefix("option name UCI_Variant "));
    let choices: Vec<&str> = offers.flat_map(str::split_whitespace).collect();
    if !choices.windows(2).any(|pair| pair == ["var", variant]) {
        return Err(no_start(message!("uci-no-variant", "it does not offer the variant {variant}")).into());
    }
    for (name, value) in &agent.options {
        process.send(&format!("setoption name {name} value {value}"));
    }
    Ok(())
}

/// Tells a process that a new game begins, and waits until it is ready.
fn begin_game(process: &mut Process, agent: &Outsider, variant: &str) -> Result<(), NotReady> {
    process.allow();
    process.send(&format!("setoption name UCI_Variant value {variant}"));
    process.send("ucinewgame");
    process.send("isready");
    until(process, "readyok", agent.startup).map(drop)
}

/// Everything it says before the line `last`.
fn until(process: &mut Process, last: &str, startup: Duration) -> Result<Vec<String>, NotReady> {
    let deadline = Instant::now() + startup;
    let mut said = Vec::new();
    loop {
        let line = process.receive(Some(deadline), &StopFlag::default());
        let line = line.map_err(|failure| NotReady::after(&failure, startup))?;
        if line.trim() == last {
            return Ok(said);
        }
        said.push(line);
    }
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
        self.seat.finish(true);
        let (agent, variant) = (Arc::clone(&self.seat.agent), self.variant);
        self.seat.begin(me, &mut |process, is_new| {
            if is_new {
                introduce(process, &agent, variant)?;
            }
            begin_game(process, &agent, variant)
        });
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        let decided = self.ask(position, budget, watch);
        if let Err(forfeit) = &decided {
            self.seat.fail(forfeit);
        }
        decided.map(|decision| Thought::plain(self.seat.spec.clone(), decision)).map_err(AgentFailure)
    }

    fn ready(&self) -> Result<(), AgentFailure> {
        self.seat.ready().map_err(AgentFailure)
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn log(&mut self) -> String {
        self.seat.take_log()
    }
}

impl Drop for UciAgent {
    fn drop(&mut self) {
        self.seat.finish(true);
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
