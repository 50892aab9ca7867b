//! Analyses: agents search a position side by side, and report their progress.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use plylab_core::{Budget, Message, NodeCounter, Seed, Spec, StopFlag, Thought, Turn, Watch, message};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dispatch::Caller;
use crate::fault::{Code, Fault, guarded};
use crate::lab::{Lab, Outbox, lock};
use crate::pool::Class;
use crate::setup::{PositionRequest, Setup, agent};
use crate::{games, json, positions};

/// Maximum number of agents side by side.
const LANES: usize = 4;

/// Time between two updates of the node count.
const UPDATE_INTERVAL: Duration = Duration::from_millis(150);

/// The analyses of a connection, the oldest first.
#[derive(Default)]
pub(crate) struct Analyses {
    running: Vec<Analysis>,
    number: u64,
}

/// An analysis in progress.
struct Analysis {
    id: String,
    agents: Vec<String>,
    time: u64,
    nodes: Option<u64>,
    stops: Vec<StopFlag>,
}

impl Analyses {
    /// Stops all of them.
    pub fn stop_all(&self) {
        self.running.iter().for_each(|analysis| analysis.stops.iter().for_each(StopFlag::stop));
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    at: PositionRequest,
    agents: Vec<String>,
    time: Option<u64>,
    nodes: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Set {
    analysis: String,
    at: PositionRequest,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    analysis: String,
    lane: Option<usize>,
}

pub(crate) fn start(lab: &Arc<Lab>, caller: &Arc<Caller>, with: &Start) -> Result<Value, Fault> {
    caller.listener()?;
    if !(1..=LANES).contains(&with.agents.len()) {
        return Err(
            Fault::too_many(message!("agents", "agents"), LANES).at_field("agents", Message::range(1, LANES))
        );
    }
    let time = games::analysis_time(lab, with.time)?;
    let setup = positions::find(lab, caller, &with.at)?;
    let mut analyses = lock(&caller.analyses);
    if analyses.running.len() >= lab.limits.analyses_per_connection {
        let oldest = analyses.running.remove(0);
        oldest.stops.iter().for_each(StopFlag::stop);
    }
    analyses.number += 1;
    let analysis = Analysis {
        id: format!("a{}", analyses.number),
        agents: with.agents.clone(),
        time,
        nodes: with.nodes,
        stops: Vec::new(),
    };
    let (analysis, answer) = begin(lab, caller, analysis, &setup)?;
    analyses.running.push(analysis);
    Ok(answer)
}

pub(crate) fn set(lab: &Arc<Lab>, caller: &Arc<Caller>, with: &Set) -> Result<Value, Fault> {
    let setup = positions::find(lab, caller, &with.at)?;
    let mut analyses = lock(&caller.analyses);
    let at = analyses.running.iter().position(|analysis| analysis.id == with.analysis);
    let at = at.ok_or_else(|| Fault::not_found("analysis", &with.analysis))?;
    analyses.running[at].stops.drain(..).for_each(|stop| stop.stop());
    let old = &analyses.running[at];
    let again = Analysis {
        id: old.id.clone(),
        agents: old.agents.clone(),
        time: old.time,
        nodes: old.nodes,
        stops: Vec::new(),
    };
    let (analysis, answer) = begin(lab, caller, again, &setup)?;
    analyses.running[at] = analysis;
    Ok(answer)
}

pub(crate) fn stop(caller: &Caller, with: &Stop) -> Result<Value, Fault> {
    let analyses = lock(&caller.analyses);
    let analysis = analyses.running.iter().find(|analysis| analysis.id == with.analysis);
    let analysis = analysis.ok_or_else(|| Fault::not_found("analysis", &with.analysis))?;
    match with.lane {
        None => analysis.stops.iter().for_each(StopFlag::stop),
        Some(lane) => {
            let stop = analysis.stops.get(lane).ok_or_else(|| Fault::not_found("lane", &lane.to_string()))?;
            stop.stop();
        }
    }
    Ok(json!({}))
}

/// Sets every lane to work.
fn begin(
    lab: &Arc<Lab>,
    caller: &Arc<Caller>,
    mut analysis: Analysis,
    setup: &Setup,
) -> Result<(Analysis, Value), Fault> {
    let outbox = caller.listener()?;
    let Some(me) = setup.position.turn().agent() else {
        return Err(Fault::new(Code::BadInput, message!("nobody-to-move", "nobody is to move here")));
    };
    let agents = analysis.agents.iter().map(|text| {
        let spec = agent(setup.game.as_ref(), text, &lab.limits)?;
        setup.game.agent(&spec, me)?;
        Ok(spec)
    });
    let agents: Vec<Spec> = agents.collect::<Result<_, Fault>>()?;
    let name = json::name_of(setup.game.as_ref(), Turn::Agent(me));
    for (number, spec) in agents.into_iter().enumerate() {
        let stop = StopFlag::default();
        let lane = Arc::new(Lane {
            head: json!({
                "event": "analysis", "analysis": analysis.id, "lane": number, "agent": spec, "player": me, "name": name,
                "text": setup.position.text(),
            }),
            outbox: outbox.clone(),
            counter: NodeCounter::default(),
            progress: Mutex::new(Progress {
                state: "queued",
                since: Instant::now(),
                thought: None,
                fault: None,
            }),
            sent: AtomicU64::new(0),
            wake: Condvar::new(),
        });
        lane.send();
        let budget = Budget {
            counter: Some(lane.counter.clone()),
            ..lab.budget(analysis.time, analysis.nodes, &stop)
        };
        let (game, position) = (Arc::clone(&setup.game), setup.position.boxed_clone());
        let (working, raised) = (Arc::clone(&lane), stop.clone());
        let submitted = lab.pool.submit(Class::Long, &caller.session, stop.clone(), move || {
            // The connection is gone, or the lane was stopped while it waited.
            if raised.is_stopped() || working.outbox.is_gone() {
                return working.end("stopped", None);
            }
            working.follow(&raised, |on_progress| {
                // The same seed as on the command line, for the same result.
                let seed = Seed(0).child("agent");
                Ok(game.think(position.as_ref(), &spec, seed, &budget, Watch::Progress(on_progress))?)
            });
        });
        if let Err(fault) = submitted {
            analysis.stops.iter().for_each(StopFlag::stop);
            return Err(fault);
        }
        analysis.stops.push(stop);
    }
    let answer = json!({ "analysis": analysis.id, "player": me, "name": name });
    Ok((analysis, answer))
}

/// One agent that searches, and its progress.
struct Lane {
    /// The fields that every event begins with.
    head: Value,
    outbox: Outbox,
    counter: NodeCounter,
    progress: Mutex<Progress>,
    /// The node count sent last.
    sent: AtomicU64,
    wake: Condvar,
}

struct Progress {
    state: &'static str,
    since: Instant,
    thought: Option<Thought>,
    /// Why it failed.
    fault: Option<Fault>,
}

impl Lane {
    /// Runs a search and sends its progress until it ends, however it ends.
    fn follow(
        self: &Arc<Lane>,
        stop: &StopFlag,
        search: impl FnOnce(&mut dyn FnMut(&Thought)) -> Result<Thought, Fault>,
    ) {
        self.begin();
        let counting = Arc::clone(self);
        let counter_thread = thread::spawn(move || counting.send_node_counts());
        let thought = guarded(|| {
            search(&mut |thought| {
                self.update(thought);
                if self.outbox.is_gone() {
                    stop.stop();
                }
            })
        });
        match thought {
            Ok(thought) => {
                self.set_thought(thought);
                self.end(if stop.is_stopped() { "stopped" } else { "done" }, None);
            }
            Err(fault) => self.end("failed", Some(fault)),
        }
        let _ = counter_thread.join();
    }

    fn begin(&self) {
        let mut progress = lock(&self.progress);
        progress.state = "running";
        progress.since = Instant::now();
        drop(progress);
        self.send();
    }

    fn set_thought(&self, thought: Thought) {
        lock(&self.progress).thought = Some(thought);
    }

    fn update(&self, thought: &Thought) {
        self.set_thought(thought.clone());
        self.send();
    }

    fn end(&self, state: &'static str, fault: Option<Fault>) {
        let mut progress = lock(&self.progress);
        progress.state = state;
        progress.fault = fault;
        drop(progress);
        self.send();
        self.wake.notify_all();
    }

    /// Sends the node count at intervals until the search ends.
    fn send_node_counts(&self) {
        let mut progress = lock(&self.progress);
        while progress.state == "running" {
            let waited = self.wake.wait_timeout(progress, UPDATE_INTERVAL);
            progress = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
            let nodes = self.counter.nodes();
            if progress.state == "running" && nodes != self.sent.swap(nodes, Ordering::Relaxed) {
                self.outbox.event(&self.message(&progress));
            }
        }
    }

    fn send(&self) {
        let progress = lock(&self.progress);
        self.outbox.event(&self.message(&progress));
    }

    fn message(&self, progress: &Progress) -> Value {
        let mut message = self.head.clone();
        let over = progress.state != "running" && progress.state != "queued";
        let decision = progress.thought.as_ref().map(|thought| &thought.decision);
        // While it runs, the nodes are those of now; at the end, exactly those of the search.
        let stats = decision.map(|decision| decision.stats).unwrap_or_default();
        let (nodes, time) = match (over, decision) {
            (true, Some(_)) => (stats.nodes, stats.time),
            _ if progress.state == "queued" => (0, Duration::ZERO),
            _ => (self.counter.nodes().max(stats.nodes), progress.since.elapsed()),
        };
        let rate = if time.is_zero() { 0.0 } else { (nodes as f64 / time.as_secs_f64()).round() };
        let moves = decision.map(|decision| decision.moves.as_slice()).unwrap_or_default();
        let rest = json!({
            "state": progress.state, "depth": stats.depth, "nodes": nodes, "nodes_per_second": json::number(rate),
            "time": json::milliseconds(time), "cuts": stats.cuts, "table_hits": stats.table_hits,
            "value": decision.and_then(|decision| decision.value),
            "best": decision.map(|decision| decision.action.as_str()),
            "eval": progress.thought.as_ref().and_then(|thought| thought.eval.as_ref()),
            "moves": moves, "line": decision.map(|decision| decision.line.as_slice()).unwrap_or_default(),
            "fault": progress.fault,
        });
        if let (Some(message), Value::Object(rest)) = (message.as_object_mut(), rest) {
            message.extend(rest);
        }
        message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_panics_ends_its_lane() {
        let (outbox, mut messages) = Outbox::new(0);
        let lane = Arc::new(Lane {
            head: json!({ "lane": 0 }),
            outbox,
            counter: NodeCounter::default(),
            progress: Mutex::new(Progress {
                state: "queued",
                since: Instant::now(),
                thought: None,
                fault: None,
            }),
            sent: AtomicU64::new(0),
            wake: Condvar::new(),
        });
        lane.follow(&StopFlag::default(), |_| panic!("on purpose"));
        let mut sent = Vec::new();
        while let Ok(message) = messages.try_recv() {
            sent.push(serde_json::from_str::<Value>(&message).unwrap());
        }
        let states: Vec<&str> = sent.iter().filter_map(|message| message["state"].as_str()).collect();
        assert_eq!(states, ["running", "failed"]);
        assert_eq!(sent[1]["fault"], json!(Fault::internal()));
    }
}
