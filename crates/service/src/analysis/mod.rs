//! Analyses: agents search a position side by side, and report their progress.

mod judge;
mod lane;
mod places;

use std::sync::{Arc, Weak};

use plylab_core::{Message, StopFlag, Turn, message};
use plylab_lab::words::name_of;

use self::judge::Judge;
use self::lane::Lane;
pub(crate) use self::places::Analysing;
use self::places::Place;
use crate::dispatch::Caller;
use crate::host::{Job, JobKind};
use crate::memory::Use;
use crate::protocol::{
    Code, Fault, LaneName, Nothing, RequestField, SetAnalysis, StartAnalysis, StartedAnalysis, StopAnalysis,
    Thing,
};
use crate::setup::Setup;
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
) -> Result<StartedAnalysis, Fault> {
    caller.listener()?;
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
) -> Result<StartedAnalysis, Fault> {
    let setup = positions::find(service, caller, &with.at)?;
    let mut analyses = lock(&caller.analyses);
    let at = analyses.running.iter().position(|analysis| analysis.id == with.analysis);
    let at = at.ok_or_else(|| Fault::not_found(Thing::Analysis, &with.analysis))?;
    // It keeps its place, if it still has one.
    let place = analyses.running[at].place.upgrade();
    let place = place.map_or_else(|| service.analysing.begin(&caller.person.id), Ok)?;
    analyses.running[at].stops.drain(..).for_each(|stop| stop.stop());
    let old = &analyses.running[at];
    let again = Analysis {
        id: old.id.clone(),
        agents: old.agents.clone(),
        time: old.time,
        nodes: old.nodes,
        stops: Vec::new(),
        place: Arc::downgrade(&place),
    };
    let (analysis, answer) = begin(service, caller, again, &place, &setup)?;
    analyses.running[at] = analysis;
    Ok(answer)
}

pub(crate) fn stop(caller: &Caller, with: &StopAnalysis) -> Result<Nothing, Fault> {
    let analyses = lock(&caller.analyses);
    let analysis = analyses.running.iter().find(|analysis| analysis.id == with.analysis);
    let analysis = analysis.ok_or_else(|| Fault::not_found(Thing::Analysis, &with.analysis))?;
    match with.lane {
        None => analysis.stops.iter().for_each(StopFlag::stop),
        Some(lane) => {
            let stop =
                analysis.stops.get(lane).ok_or_else(|| Fault::not_found(Thing::Lane, &lane.to_string()))?;
            stop.stop();
        }
    }
    Ok(Nothing {})
}

/// Sets every lane to work.
fn begin(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    mut analysis: Analysis,
    place: &Place,
    setup: &Setup,
) -> Result<(Analysis, StartedAnalysis), Fault> {
    let listener = caller.listener()?;
    let Some(me) = setup.position.turn().agent() else {
        return Err(Fault::new(Code::BadInput, message!("nobody-to-move", "nobody is to move here")));
    };
    let judges = analysis.agents.iter().map(|text| Judge::find(service, setup, text, me));
    let judges: Vec<Judge> = judges.collect::<Result<_, Fault>>()?;
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
        let lane = Lane::new(head, listener.clone(), service.host.clock(), game, position, judge);
        lane.send();
        let (inner, person, place) = (Arc::clone(service), Arc::clone(&caller.person.id), Arc::clone(place));
        let (nodes, raised) = (analysis.nodes, stop.clone());
        let work = move || {
            // The analysis keeps its place until its last lane has ended.
            let _place = place;
            let lane = Arc::new(lane);
            match inner.memory.take(Use::Work, &person, lane.bytes()) {
                Ok(_share) => lane.run(&inner.budget(time, nodes, &raised)),
                Err(fault) => lane.fail(fault),
            }
        };
        let job = Job::new(JobKind::Search, &caller.person.id, &stop, work);
        if let Err(fault) = service.host.submit(job.asked_by(caller.connection)) {
            analysis.stops.iter().for_each(StopFlag::stop);
            return Err(fault);
        }
        analysis.stops.push(stop);
    }
    let answer = StartedAnalysis { analysis: analysis.id.clone(), player: me, name };
    Ok((analysis, answer))
}
