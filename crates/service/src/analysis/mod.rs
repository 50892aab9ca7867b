//! Analyses: agents search a position side by side, and report their progress.

mod lane;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

use plylab_core::{
    AgentId, Analyst, Calibration, Chance, Message, Offer, Registry, Spec, StopFlag, Thought, Turn, Value,
    message,
};
use plylab_lab::seats;
use plylab_lab::words::name_of;

use self::lane::Lane;
use crate::dispatch::Caller;
use crate::host::{Job, JobKind, Task};
use crate::memory::Use;
use crate::protocol::{
    Code, Fault, LaneName, RequestField, Result, SetAnalysis, StartAnalysis, StartedAnalysis, StopAnalysis,
    WorkState,
};
use crate::setup::{GameSetup, agent};
use crate::{Service, games, lock, positions};

/// Maximum number of agents side by side.
const LANES: usize = 4;

/// The analyses of a connection, the oldest first.
#[derive(Default)]
pub(crate) struct Analyses {
    running: Vec<Analysis>,
    number: u64,
}

/// An analysis in progress.
#[derive(Clone)]
struct Analysis {
    id: String,
    agents: Vec<String>,
    time: u64,
    nodes: Option<u64>,
    stops: Vec<StopFlag>,
    /// Its place among those of the person, while it searches.
    place: Weak<()>,
}

pub(crate) fn start(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    with: &StartAnalysis,
) -> Result<StartedAnalysis> {
    caller.outbox()?;
    if !(1..=LANES).contains(&with.agents.len()) {
        return Err(Fault::too_many(message!("agents", "agents"), LANES)
            .at_field(RequestField::Agents, Message::range(1, LANES)));
    }
    let time = games::analysis_time(service, with.time)?;
    let setup = positions::find(service, caller, &with.at)?;
    let mut analyses = lock(&caller.analyses);
    if analyses.running.len() >= service.limits.analyses_per_connection {
        let oldest = analyses.running.remove(0);
        oldest.stops.iter().for_each(StopFlag::stop);
    }
    let place = service.analysing.begin(&caller.person.id)?;
    analyses.number += 1;
    let analysis = Analysis {
        id: format!("a{}", analyses.number),
        agents: with.agents.clone(),
        time,
        nodes: with.nodes,
        stops: Vec::new(),
        place: Arc::downgrade(&place),
    };
    let (analysis, answer) = begin(service, caller, analysis, &place, &setup)?;
    analyses.running.push(analysis);
    Ok(answer)
}

pub(crate) fn set(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    with: &SetAnalysis,
) -> Result<StartedAnalysis> {
    let setup = positions::find(service, caller, &with.at)?;
    let mut analyses = lock(&caller.analyses);
    let at = analyses.running.iter().position(|analysis| analysis.id == with.analysis);
    let at = at.ok_or_else(|| Fault::not_found(message!("an-analysis", "analysis"), &with.analysis))?;
    // It keeps its place, if it still has one.
    let place = analyses.running[at].place.upgrade();
    let place = place.map_or_else(|| service.analysing.begin(&caller.person.id), Ok)?;
    analyses.running[at].stops.drain(..).for_each(|stop| stop.stop());
    let again = Analysis { place: Arc::downgrade(&place), ..analyses.running[at].clone() };
    let (analysis, answer) = begin(service, caller, again, &place, &setup)?;
    analyses.running[at] = analysis;
    Ok(answer)
}

pub(crate) fn stop(caller: &Caller, with: &StopAnalysis) -> Result<()> {
    let analyses = lock(&caller.analyses);
    let analysis = analyses.running.iter().find(|analysis| analysis.id == with.analysis);
    let analysis =
        analysis.ok_or_else(|| Fault::not_found(message!("an-analysis", "analysis"), &with.analysis))?;
    match with.lane {
        None => analysis.stops.iter().for_each(StopFlag::stop),
        Some(lane) => {
            let stop = analysis
                .stops
                .get(lane)
                .ok_or_else(|| Fault::not_found(message!("a-lane", "lane"), &lane.to_string()))?;
            stop.stop();
        }
    }
    Ok(())
}

/// Sets every lane to work.
fn begin(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    mut analysis: Analysis,
    place: &Place,
    setup: &GameSetup,
) -> Result<(Analysis, StartedAnalysis)> {
    let listener = caller.outbox()?;
    let Some(me) = setup.position.turn().agent() else {
        return Err(Fault::new(Code::BadInput, message!("nobody-to-move", "nobody is to move here")));
    };
    let judges = analysis.agents.iter().map(|text| Judge::find(service, setup, text, me));
    let judges: Vec<Judge> = judges.collect::<Result<_>>()?;
    let name = name_of(setup.game.as_ref(), Turn::Agent(me));
    for (number, judge) in judges.into_iter().enumerate() {
        let stop = StopFlag::default();
        let head = LaneName {
            analysis: analysis.id.clone(),
            lane: number,
            agent: judge.scale.spec.clone(),
            player: me,
            name: name.clone(),
            text: setup.position.text(),
        };
        let time = judge.time.map_or(analysis.time, |time| time.min(analysis.time));
        let (game, position) = (Arc::clone(&setup.game), setup.position.boxed_clone());
        let lane = Lane::new(head, Arc::clone(listener), service.host.clock(), game, position, judge);
        lane.send();
        let (person, place) = (Arc::clone(&caller.person.id), Arc::clone(place));
        let task = LaneTask { lane, person, time, nodes: analysis.nodes, _place: place };
        let job = Job::new(JobKind::Search, &caller.person.id, &stop, Task::Judge(Box::new(task)));
        if let Err(fault) = service.submit(job.asked_by(caller.connection)) {
            analysis.stops.iter().for_each(StopFlag::stop);
            return Err(fault);
        }
        analysis.stops.push(stop);
    }
    let answer = StartedAnalysis { analysis: analysis.id.clone(), player: me, name };
    Ok((analysis, answer))
}

/// Let an agent judge a position.
pub struct LaneTask {
    lane: Lane,
    person: Arc<str>,
    time: u64,
    nodes: Option<u64>,
    /// The analysis keeps its place until its last lane has ended.
    _place: Place,
}

/// Lets an agent judge a position.
pub(crate) fn judge(service: &Service, task: LaneTask, stop: &StopFlag) {
    let lane = Arc::new(task.lane);
    match service.memory.take(Use::Work, &task.person, lane.bytes()) {
        Ok(_share) => lane.run(&service.budget(task.time, task.nodes, stop)),
        Err(fault) => lane.end(WorkState::Failed, Some(fault)),
    }
}

/// The place of an analysis, until the last clone is dropped.
pub(crate) type Place = Arc<()>;

/// The analyses of each person.
pub(crate) struct Analysing {
    most: usize,
    places: Mutex<HashMap<Arc<str>, Vec<Weak<()>>>>,
}

impl Analysing {
    pub fn new(most: usize) -> Analysing {
        Analysing { most, places: Mutex::default() }
    }

    /// The place of an analysis, given back when its last search has ended.
    pub fn begin(&self, person: &Arc<str>) -> Result<Place> {
        if self.of(person) >= self.most {
            let wrong =
                message!("analyses-full", "{most} analyses of yours are going on already", most = self.most);
            return Err(Fault::too_large(wrong).at_field(
                RequestField::Agents,
                message!("stop-analyses", "stop some, or close pages that analyse"),
            ));
        }
        let place = Place::default();
        lock(&self.places).entry(Arc::clone(person)).or_default().push(Arc::downgrade(&place));
        Ok(place)
    }

    /// How many a person has.
    pub fn of(&self, person: &str) -> usize {
        let mut places = lock(&self.places);
        places.retain(|_, theirs| {
            theirs.retain(|place| place.strong_count() > 0);
            !theirs.is_empty()
        });
        places.get(person).map_or(0, Vec::len)
    }
}

/// The name of the best judge that the game declares for a board and a player.
const BEST: &str = "best";

/// The judge of games that declare none.
const FALLBACK: &str = "alphabeta:depth=4,root=exact";

/// An agent that judges a position.
struct Judge {
    pub scale: CalibratedAgent,
    /// The agent whose estimates count until its own values are known.
    pub estimate: Option<CalibratedAgent>,
    /// The most milliseconds it gets.
    pub time: Option<u64>,
    /// How many games it plays out.
    pub playouts: u64,
    /// The agents of these games, by seat.
    pub seats: Vec<Spec>,
}

/// An agent, and what its estimates mean.
struct CalibratedAgent {
    pub spec: Spec,
    pub calibration: Option<Calibration>,
}

impl CalibratedAgent {
    fn new(registry: &Registry, setup: &GameSetup, spec: Spec) -> CalibratedAgent {
        let fits = |calibration: &Calibration| {
            registry.canonical(&setup.spec).is_ok_and(|game| game.to_string() == calibration.game)
                && setup.game.resolve(&spec).is_ok_and(|resolved| {
                    resolved.spec.to_string() == calibration.agent && resolved.version == calibration.version
                })
        };
        let offer = registry.offer(&setup.spec.name).ok();
        let known = offer.and_then(|offer| Calibration::read(offer.calibrations.as_ref()?));
        let calibration = known.and_then(|known| known.into_iter().find(fits));
        CalibratedAgent { spec, calibration }
    }

    /// The chance to win that a value of one of its searches means, if it is an estimate.
    pub fn chance(&self, thought: &Thought, value: &Value) -> Option<Chance> {
        let score = value.as_score().filter(|score| score.is_finite())?;
        Some(self.calibration.as_ref()?.fit(thought.decision.stats.depth)?.chance(score))
    }
}

impl Judge {
    /// The judge that `text` names: the spec of an agent, or `best`.
    pub fn find(service: &Service, setup: &GameSetup, text: &str, me: AgentId) -> Result<Judge> {
        let offer = service.registry.offer(&setup.spec.name)?;
        let mut declared = service.registry.analysts(&setup.spec, me)?;
        let analyst = declared.find(|analyst| text == BEST || analyst.spec == text);
        let text = analyst.map_or(if text == BEST { FALLBACK } else { text }, |analyst| &analyst.spec);
        let spec = agent(setup.game.as_ref(), text, &service.limits)?;
        setup.game.agent(&spec, me)?;
        let estimate = analyst.and_then(|analyst| analyst.estimate.as_ref());
        let estimate = estimate.map(|text| agent(setup.game.as_ref(), text, &service.limits)).transpose()?;
        let scale = |spec| CalibratedAgent::new(&service.registry, setup, spec);
        let seats = analyst.map_or_else(Vec::new, |analyst| playout_seats(offer, analyst, setup, &spec));
        let can_play = seats.len() == setup.game.info().agents.len();
        Ok(Judge {
            seats,
            scale: scale(spec),
            estimate: estimate.map(scale),
            time: analyst.and_then(|analyst| analyst.time),
            playouts: analyst.filter(|_| can_play).map_or(0, |analyst| analyst.playouts.into()),
        })
    }
}

/// Who plays the games that an analyst plays out: itself, and against it the players of the game that is shown, or else the
/// game's opponents.
fn playout_seats(offer: &Offer, analyst: &Analyst, setup: &GameSetup, own: &Spec) -> Vec<Spec> {
    let opponents = offer.opponents.iter().filter_map(|text| text.parse().ok()).collect();
    let count = setup.game.info().agents.len();
    let opponents = seats::fill(opponents, count).into_iter().take(count);
    let seat = |(me, opponent): (AgentId, Spec)| match setup.seats.get(me.index()) {
        _ if analyst.player == Some(me) => own.clone(),
        Some(Some(seated)) => seated.clone(),
        _ => opponent,
    };
    (0..).map(AgentId).zip(opponents).map(seat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Code;

    #[test]
    fn analyses_have_places() {
        let analysing = Analysing::new(1);
        let ann: Arc<str> = "ann".into();
        let first = analysing.begin(&ann).unwrap();
        let second = Arc::clone(&first);
        drop(first);
        assert_eq!(analysing.begin(&ann).err().map(|fault| fault.code), Some(Code::TooLarge));
        assert!(analysing.begin(&"bob".into()).is_ok());
        drop(second);
        assert!(analysing.begin(&ann).is_ok());
    }
}
