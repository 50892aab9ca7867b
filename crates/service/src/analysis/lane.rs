//! A lane of an analysis: one agent that judges a position, and its progress.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use plylab_core::{
    AnyGame, AnyPosition, Budget, Certainty, Clock, Decision, NodeCounter, RootMove, Seed, StopFlag, Thought,
    Value, Watch,
};
use plylab_lab::calibrate::sample_seed;
use plylab_lab::playouts::{PlayoutEndings, play_out};
use plylab_lab::threat::follows;

use super::{CalibratedAgent, Judge};
use crate::host::Outbox;
use crate::memory::megabytes;
use crate::protocol::{
    Event, Fault, JudgedMove, LaneName, LaneProgress, Result, RouletteWheel, WheelSlice, WorkState,
    milliseconds,
};
use crate::{guarded, lock};

/// Time between two updates of the node count.
const UPDATE_INTERVAL: Duration = Duration::from_millis(150);

/// One agent that judges, and its progress.
pub(super) struct Lane {
    /// The fields that every event begins with.
    head: LaneName,
    listener: Arc<dyn Outbox>,
    clock: Arc<dyn Clock>,
    game: Arc<dyn AnyGame>,
    position: Box<dyn AnyPosition>,
    /// The legal moves, in the game's order.
    actions: Vec<String>,
    judge: Judge,
    counter: NodeCounter,
    progress: Mutex<LaneActivity>,
}

struct LaneActivity {
    state: WorkState,
    since: Duration,
    /// The node count that was sent last, and when.
    sent: (u64, Duration),
    thought: Option<Thought>,
    /// What the agent thinks that estimates until the judge knows.
    estimate: Option<Thought>,
    endings: PlayoutEndings,
    /// Why it failed.
    fault: Option<Fault>,
}

impl Lane {
    /// A lane that waits.
    pub fn new(
        head: LaneName,
        listener: Arc<dyn Outbox>,
        clock: Arc<dyn Clock>,
        game: Arc<dyn AnyGame>,
        position: Box<dyn AnyPosition>,
        judge: Judge,
    ) -> Lane {
        let progress = LaneActivity {
            state: WorkState::Queued,
            since: clock.now(),
            sent: (0, clock.now()),
            thought: None,
            estimate: None,
            endings: PlayoutEndings::default(),
            fault: None,
        };
        Lane {
            head,
            listener,
            clock,
            game,
            actions: position.actions(),
            position,
            judge,
            counter: NodeCounter::default(),
            progress: Mutex::new(progress),
        }
    }

    /// The memory that its agents need.
    pub fn bytes(&self) -> u64 {
        let specs = std::iter::once(&self.judge.scale).chain(&self.judge.estimate).map(|scale| &scale.spec);
        specs.map(|spec| megabytes(self.game.as_ref(), spec) << 20).sum()
    }

    /// Judges: an estimate at once, then the judge itself, and then the games that it plays out.
    pub fn run(self: &Arc<Lane>, budget: &Budget) {
        let (game, position) = (self.game.as_ref(), self.position.as_ref());
        // It was stopped while it waited.
        if budget.stop.is_stopped() {
            return self.end(WorkState::Stopped, None);
        }
        let clock = Arc::new(CountingClock { clock: Arc::clone(&budget.clock), lane: Arc::clone(self) });
        let budget = Budget { counter: Some(self.counter.clone()), clock, ..budget.clone() };
        let think = |scale: &CalibratedAgent, on_progress: &mut dyn FnMut(&Thought)| {
            // The same seed as on the command line, for the same result.
            game.think(position, &scale.spec, sample_seed(), &budget, Watch::Progress(on_progress))
        };
        self.follow(&budget.stop, || {
            if let Some(scale) = &self.judge.estimate {
                let estimate = think(scale, &mut |thought| {
                    self.update(|progress| progress.estimate = Some(thought.clone()));
                })?;
                self.update(|progress| progress.estimate = Some(estimate));
            }
            let thought = think(&self.judge.scale, &mut |thought| {
                self.update(|progress| progress.thought = Some(thought.clone()));
            })?;
            self.update(|progress| progress.thought = Some(thought));
            for number in 0..self.judge.playouts {
                let seed = Seed(0).child("playout").nth(number);
                match play_out(game, position, &self.judge.seats, seed, &budget.stop)? {
                    Some((points, outcome)) => {
                        self.update(|progress| progress.endings.add(points, outcome));
                    }
                    None if budget.stop.is_stopped() => break,
                    None => {}
                }
                if budget.time.is_some_and(|time| self.since(lock(&self.progress).since) > time) {
                    break;
                }
            }
            Ok(())
        });
    }

    /// Runs a search and sends its progress until it ends, however it ends.
    fn follow(&self, stop: &StopFlag, search: impl FnOnce() -> Result<()>) {
        self.update(|progress| {
            progress.state = WorkState::Running;
            progress.since = self.clock.now();
        });
        match guarded(search) {
            Ok(()) => self.end(if stop.is_stopped() { WorkState::Stopped } else { WorkState::Done }, None),
            Err(fault) => self.end(WorkState::Failed, Some(fault)),
        }
    }

    fn update(&self, change: impl FnOnce(&mut LaneActivity)) {
        change(&mut lock(&self.progress));
        self.send();
    }

    pub fn end(&self, state: WorkState, fault: Option<Fault>) {
        self.update(|progress| {
            progress.state = state;
            progress.fault = fault;
        });
    }

    /// Sends the node count, if it has changed and was not sent just now.
    fn count_nodes(&self) {
        let mut progress = lock(&self.progress);
        let (nodes, now) = (self.counter.nodes(), self.clock.now());
        let (sent, when) = progress.sent;
        if progress.state == WorkState::Running && nodes != sent && now >= when + UPDATE_INTERVAL {
            progress.sent = (nodes, now);
            self.listener.event(&Event::Analysis(Box::new(self.message(&progress))));
        }
    }

    /// Sends the progress.
    pub fn send(&self) {
        let progress = lock(&self.progress);
        self.listener.event(&Event::Analysis(Box::new(self.message(&progress))));
    }

    fn since(&self, moment: Duration) -> Duration {
        self.clock.now().saturating_sub(moment)
    }

    fn message(&self, progress: &LaneActivity) -> LaneProgress {
        let over = progress.state != WorkState::Running && progress.state != WorkState::Queued;
        // What the judge knows counts before what is estimated.
        let own = progress.thought.as_ref().filter(|thought| thought.decision.value.is_some());
        let shown = own.or(progress.estimate.as_ref()).or(progress.thought.as_ref());
        let decision = shown.map(|thought| &thought.decision);
        // While it runs, the nodes are those of now; at the end, exactly those of the search.
        let stats = decision.map(|decision| decision.stats).unwrap_or_default();
        let (nodes, time) = match (over, decision) {
            (true, Some(_)) => (stats.nodes, stats.time),
            _ if progress.state == WorkState::Queued => (0, Duration::ZERO),
            _ => (self.counter.nodes().max(stats.nodes), self.since(progress.since)),
        };
        let rate = if time.is_zero() { 0.0 } else { (nodes as f64 / time.as_secs_f64()).round() };
        let known = self.known(progress);
        let estimated =
            known.iter().any(|(_, estimated)| *estimated) || (own.is_none() && decision.is_some());
        let estimated = estimated && progress.estimate.is_some();
        let by = if own.is_some() { Some(&self.judge.scale) } else { self.judge.estimate.as_ref() };
        let value = decision.and_then(|decision| decision.value);
        let value = if own.is_some() { value } else { value.map(estimate_of) };
        LaneProgress {
            lane: self.head.clone(),
            state: progress.state,
            depth: stats.depth,
            nodes,
            nodes_per_second: rate as u64,
            time: milliseconds(time),
            cuts: stats.cuts,
            table_hits: stats.table_hits,
            exhaustive: own.is_some() && stats.exhaustive,
            estimated_by: self.judge.estimate.as_ref().filter(|_| estimated).map(|scale| scale.spec.clone()),
            value,
            chance: shown.zip(by).zip(value).and_then(|((thought, by), value)| by.chance(thought, &value)),
            expected: progress.endings.expected(),
            best: decision.map(|decision| decision.action.clone()),
            eval: shown.and_then(|thought| thought.eval.clone()),
            note: shown.and_then(|thought| thought.note.clone()),
            marks: shown.map(|thought| thought.marks.clone()).unwrap_or_default(),
            wheel: decision.and_then(wheel),
            moves: known.into_iter().map(|(known, _)| known).collect(),
            line: decision.map(|decision| decision.line.clone()).unwrap_or_default(),
            fault: progress.fault.clone(),
        }
    }

    /// What is known of each move, in the game's order, and whether that is estimated.
    fn known(&self, progress: &LaneActivity) -> Vec<(JudgedMove, bool)> {
        fn find<'a>(
            thought: &'a Option<Thought>,
            action: &str,
        ) -> Option<(&'a Thought, &'a RootMove<String>)> {
            let thought = thought.as_ref()?;
            let root = thought.decision.moves.iter().find(|root| root.action == *action)?;
            Some((thought, root))
        }
        let known = self.actions.iter().filter_map(|action| {
            let own = find(&progress.thought, action);
            let estimate = find(&progress.estimate, action);
            let (thought, root, scale) = match (own, estimate, &self.judge.estimate) {
                // A bound tells less than an estimate.
                (Some((thought, root)), _, _) if root.value.is_exact() => (thought, root, None),
                (_, Some((thought, root)), Some(scale)) => (thought, root, Some(scale)),
                (own, _, _) => own.map(|(thought, root)| (thought, root, None))?,
            };
            let value = if scale.is_some() { estimate_of(root.value) } else { root.value };
            let chance = scale.unwrap_or(&self.judge.scale).chance(thought, &value);
            let estimated = scale.is_some() && !value.is_exact();
            let then = follows(self.game.as_ref(), self.position.as_ref(), root);
            let (action, reply) = (action.clone(), root.reply.clone());
            Some((JudgedMove { action, value, reply, chance, then }, estimated))
        });
        known.collect()
    }
}

/// The wheel from which an agent drew its move, with the slice of each move.
fn wheel(decision: &Decision<String>) -> Option<RouletteWheel> {
    let wheel = decision.wheel.as_ref()?;
    let slices = decision.moves.iter().zip(&wheel.slices);
    let slice =
        |(root, share): (&RootMove<String>, &f64)| WheelSlice { action: root.action.clone(), share: *share };
    Some(RouletteWheel { rule: wheel.rule, slices: slices.map(slice).collect() })
}

/// The value of a search that only estimates: a forced result stays exact.
fn estimate_of(value: Value) -> Value {
    if value.outcome().is_some() { value } else { value.with(Certainty::Estimate) }
}

/// The clock of a search: whenever the search looks at it, nodes may be counted.
struct CountingClock {
    clock: Arc<dyn Clock>,
    lane: Arc<Lane>,
}

impl Clock for CountingClock {
    fn now(&self) -> Duration {
        self.lane.count_nodes();
        self.clock.now()
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, NoFiles, Outcome, SearchStats, StoppedClock, Value as Worth};
    use serde_json::{Value, json};

    use super::*;

    fn lane(estimate: Option<&str>) -> (Arc<Lane>, std::sync::mpsc::Receiver<Value>) {
        let (outbox, messages) = crate::tests::host::outbox();
        let scale = |text: &str| CalibratedAgent { spec: text.parse().unwrap(), calibration: None };
        let judge = Judge {
            scale: scale("perfect"),
            estimate: estimate.map(scale),
            time: None,
            playouts: 0,
            seats: Vec::new(),
        };
        let spec = "connect4:columns=3".parse().unwrap();
        let game: Arc<dyn AnyGame> = plylab_standard::registry().open(&spec, &NoFiles).unwrap().into();
        let position = game.start(Seed(0));
        let head = LaneName {
            analysis: "a1".to_owned(),
            lane: 0,
            agent: scale("perfect").spec,
            player: AgentId(0),
            name: "Yellow".to_owned(),
            text: position.text(),
        };
        (Arc::new(Lane::new(head, outbox, Arc::new(StoppedClock), game, position, judge)), messages)
    }

    fn thought(moves: &[(&str, Worth)]) -> Thought {
        let root =
            |&(action, value): &(&str, Worth)| RootMove { action: action.to_owned(), value, reply: None };
        let moves: Vec<RootMove<String>> = moves.iter().map(root).collect();
        let decision = Decision {
            action: moves[0].action.clone(),
            value: Some(moves[0].value),
            wheel: None,
            line: Vec::new(),
            stats: SearchStats::default(),
            moves,
        };
        Thought::plain("some".parse().unwrap(), decision)
    }

    #[test]
    fn a_search_that_panics_ends_its_lane() {
        let (lane, messages) = lane(None);
        lane.follow(&StopFlag::default(), || panic!("on purpose"));
        let sent: Vec<Value> = messages.try_iter().collect();
        let states: Vec<&str> = sent.iter().filter_map(|message| message["state"].as_str()).collect();
        assert_eq!(states, ["running", "failed"]);
        assert_eq!(sent[1]["fault"], json!(Fault::internal()));
    }

    #[test]
    fn estimates_stand_where_nothing_is_proven_yet() {
        const ME: AgentId = AgentId(0);
        let (lane, _messages) = lane(Some("alphabeta"));
        let (win, loss) =
            (Worth::proven(ME, Outcome::Win, Some(7)), Worth::proven(ME, Outcome::Loss, Some(2)));
        let guess = |score| Worth::score(ME, score);
        lane.update(|progress| {
            progress.estimate = Some(thought(&[("1", guess(3.0)), ("2", guess(5.0)), ("3", loss)]));
        });
        let seen = |lane: &Lane| json!(lane.message(&lock(&lane.progress)));
        let values = |message: &Value| -> Vec<Value> {
            let moves = message["moves"].as_array().unwrap();
            moves
                .iter()
                .map(|each| json!([each["action"], each["value"]["kind"], each["value"]["certainty"]]))
                .collect()
        };
        let first = seen(&lane);
        assert_eq!(first["estimated_by"], "alphabeta");
        // A loss that the estimating search proves is proven.
        let estimated = [json!(["1", "score", "estimate"]), json!(["2", "score", "estimate"])];
        assert_eq!(values(&first), [&estimated[..], &[json!(["3", "loss", "exact"])]].concat());
        let bound = Worth::proven(ME, Outcome::Draw, None).with(Certainty::AtMost);
        lane.update(|progress| progress.thought = Some(thought(&[("2", win), ("1", bound)])));
        let second = seen(&lane);
        assert_eq!((&second["best"], &second["value"]["kind"]), (&json!("2"), &json!("win")));
        let mixed = ["score", "win", "loss"].map(|kind| json!(kind)).to_vec();
        assert_eq!(values(&second).iter().map(|each| each[1].clone()).collect::<Vec<_>>(), mixed);
        assert_eq!(second["estimated_by"], "alphabeta");
        lane.update(|progress| progress.thought = Some(thought(&[("2", win), ("1", loss), ("3", loss)])));
        assert_eq!(seen(&lane)["estimated_by"], Value::Null);
    }
}
