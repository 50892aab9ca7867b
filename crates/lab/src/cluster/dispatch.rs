//! Decides which machine plays which games: hands out jobs of a few seconds each, as many as the machines of a cluster can
//! do, and hands out again what is lost with a machine.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use super::{Node, WorkerJob};
use crate::plan::GameId;

/// How long a job should take: long enough that sending it costs nothing, short enough that little is lost with a machine.
const JOB: Duration = Duration::from_secs(2);

/// How many jobs per second are handed out at most: on a large cluster jobs are longer.
const JOBS_PER_SECOND: usize = 100;

/// How many games the first jobs have, when nobody knows yet how long they take.
const FIRST: usize = 4;

/// The most games in a job.
const MOST: usize = 20_000;

/// How often the process that plays a game may end before it is given up.
pub(super) const CRASHES: u32 = 3;

/// Hands out the games of a plan.
#[derive(Debug, Default)]
pub(super) struct Dispatcher {
    /// The games that are still to be handed out, in this order.
    pub queue: VecDeque<GameId>,
    nodes: BTreeMap<String, Machine>,
    sent: BTreeMap<u64, Sent>,
    tickets: u64,
    /// Games per second of one slot.
    pace: Option<f64>,
    crashes: HashMap<GameId, u32>,
}

/// A machine.
#[derive(Debug)]
struct Machine {
    node: Node,
    state: MachineState,
    /// Jobs there that are not answered.
    jobs: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MachineState {
    /// It has not yet shown that it plays the same games.
    New,
    Asked,
    Good,
    Refused,
    Gone,
}

/// A job that is not answered.
#[derive(Debug)]
struct Sent {
    node: String,
    games: Vec<GameId>,
}

/// A job to be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Assignment {
    pub ticket: u64,
    pub node: String,
    pub job: WorkerJob,
}

/// What to know about a lost job, besides that its games are played again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Loss {
    /// A machine that had been playing.
    Node(Node),
    /// This game has ended the process that plays it again and again.
    Game(GameId),
}

impl Dispatcher {
    /// The machines that are there now. Returns those that were playing and are gone. Their games are to be played again: from a
    /// machine without a network no answer comes, not even that it is gone.
    pub fn see(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        let mut gone = Vec::new();
        for (id, place) in &mut self.nodes {
            if nodes.iter().all(|node| node.id != *id) && place.state != MachineState::Gone {
                if place.state == MachineState::Good {
                    gone.push(place.node.clone());
                }
                place.state = MachineState::Gone;
                place.jobs = 0;
            }
        }
        let is_gone = |sent: &Sent| nodes.iter().all(|node| node.id != sent.node);
        let tickets: Vec<u64> =
            self.sent.iter().filter(|(_, sent)| is_gone(sent)).map(|(&ticket, _)| ticket).collect();
        // The first of them come first again.
        for ticket in tickets.into_iter().rev() {
            if let Some(sent) = self.sent.remove(&ticket) {
                self.again(sent.games);
            }
        }
        for node in nodes {
            let place = Machine { node: node.clone(), state: MachineState::New, jobs: 0 };
            self.nodes.entry(node.id).or_insert(place);
        }
        gone
    }

    /// Jobs to send now.
    pub fn orders(&mut self) -> Vec<Assignment> {
        let mut orders = Vec::new();
        let new = |place: &&mut Machine| place.state == MachineState::New && place.node.slots > 0;
        let new: Vec<String> =
            self.nodes.values_mut().filter(new).map(|place| place.node.id.clone()).collect();
        for node in new {
            self.set(&node, MachineState::Asked);
            orders.push(self.order(&node, Vec::new(), true));
        }
        // One job after the other to the machine that has least to do.
        while !self.queue.is_empty() {
            let load = |place: &Machine| (place.jobs as f64 / place.node.slots as f64, place.node.id.clone());
            let free = self
                .nodes
                .values()
                .filter(|place| place.state == MachineState::Good && place.jobs < room(place));
            let Some((_, node)) = free.map(load).min_by(|one, other| one.0.total_cmp(&other.0)) else {
                break;
            };
            let suspect = self.queue.front().is_some_and(|id| self.crashes.contains_key(id));
            let count = if suspect { 1 } else { self.job_size() };
            let games = self.queue.drain(..count).collect();
            orders.push(self.order(&node, games, false));
        }
        orders
    }

    fn order(&mut self, node: &str, games: Vec<GameId>, check: bool) -> Assignment {
        let ticket = self.tickets;
        self.tickets += 1;
        if let Some(place) = self.nodes.get_mut(node) {
            place.jobs += 1;
        }
        self.sent.insert(ticket, Sent { node: node.to_owned(), games: games.clone() });
        // A job that takes longer than expected begins no further game after a while.
        let time = self.job_time() * 3 / 2;
        Assignment { ticket, node: node.to_owned(), job: WorkerJob { check, games, time } }
    }

    /// How long a job should take on a cluster of this size.
    fn job_time(&self) -> Duration {
        JOB.max(Duration::from_secs_f64(self.size().1 as f64 / JOBS_PER_SECOND as f64))
    }

    /// How many games the next job has: what takes a few seconds, and fewer towards the end, so that all end together.
    fn job_size(&self) -> usize {
        let by_pace = match self.pace {
            Some(pace) => (pace * self.job_time().as_secs_f64()).ceil() as usize,
            None => FIRST,
        };
        let fair = self.queue.len().div_ceil(2 * self.size().1.max(1));
        by_pace.min(fair).clamp(1, MOST).min(self.queue.len())
    }

    /// The games of a job that is not answered.
    pub fn games(&self, ticket: u64) -> &[GameId] {
        self.sent.get(&ticket).map_or(&[], |sent| &sent.games)
    }

    /// A job was done: its first `played` games in that time; the others are still to be played.
    pub fn done(&mut self, ticket: u64, played: usize, time: Duration) {
        let Some(Sent { node, mut games }) = self.answered(ticket) else { return };
        if self.nodes.get(&node).is_some_and(|place| place.state == MachineState::Asked) {
            self.set(&node, MachineState::Good);
        }
        if played > 0 && !time.is_zero() {
            let now = played as f64 / time.as_secs_f64();
            self.pace = Some(self.pace.map_or(now, |before| 0.8 * before + 0.2 * now));
        }
        let left = games.split_off(played.min(games.len()));
        self.crashes.retain(|id, _| !games.contains(id));
        self.again(left);
    }

    /// The machine of a job will get no other. Returns it if it was not refused before.
    pub fn refused(&mut self, ticket: u64) -> Option<Node> {
        let Sent { node, games } = self.answered(ticket)?;
        self.again(games);
        let known = self.nodes.get(&node).is_some_and(|place| place.state == MachineState::Refused);
        self.set(&node, MachineState::Refused);
        self.nodes.get(&node).filter(|_| !known).map(|place| place.node.clone())
    }

    /// A job was lost, with its machine or alone. Its games are played again.
    pub fn lost(&mut self, ticket: u64, with_node: bool) -> Option<Loss> {
        let Sent { node, games } = self.answered(ticket)?;
        let state = self.nodes.get(&node).map(|place| place.state);
        if with_node {
            self.again(games);
            self.set(&node, MachineState::Gone);
            let lost = self.nodes.get(&node).filter(|_| state == Some(MachineState::Good));
            return lost.map(|place| Loss::Node(place.node.clone()));
        }
        if state == Some(MachineState::Asked) {
            // It is asked again.
            self.set(&node, MachineState::New);
        }
        for &id in &games {
            // Nobody knows which of several games it was: next, each is a job of its own.
            let crashes = self.crashes.entry(id).or_default();
            *crashes += u32::from(games.len() == 1);
            if *crashes == CRASHES {
                return Some(Loss::Game(id));
            }
        }
        self.again(games);
        None
    }

    fn answered(&mut self, ticket: u64) -> Option<Sent> {
        let sent = self.sent.remove(&ticket)?;
        if let Some(place) = self.nodes.get_mut(&sent.node) {
            place.jobs = place.jobs.saturating_sub(1);
        }
        Some(sent)
    }

    /// Games that were sent are to be played again, before all others.
    fn again(&mut self, games: Vec<GameId>) {
        games.into_iter().rev().for_each(|id| self.queue.push_front(id));
    }

    fn set(&mut self, node: &str, state: MachineState) {
        if let Some(place) = self.nodes.get_mut(node) {
            place.state = state;
        }
    }

    /// The machines that play, and how many jobs they do at once.
    pub fn size(&self) -> (usize, usize) {
        let good = self.nodes.values().filter(|place| place.state == MachineState::Good);
        good.fold((0, 0), |(nodes, slots), place| (nodes + 1, slots + place.node.slots))
    }

    /// Are some machines asked whether they can play, and have not answered?
    pub fn is_asking(&self) -> bool {
        self.nodes.values().any(|place| {
            matches!(place.state, MachineState::New | MachineState::Asked) && place.node.slots > 0
        })
    }

    /// Are there machines, but none that may play?
    pub fn is_refused_by_all(&self) -> bool {
        let refused = self.nodes.values().any(|place| place.state == MachineState::Refused);
        refused && !self.is_asking() && self.size().0 == 0
    }

    /// Are all jobs answered?
    pub fn is_idle(&self) -> bool {
        self.sent.is_empty()
    }

    /// Are all games played?
    pub fn is_done(&self) -> bool {
        self.queue.is_empty() && self.sent.values().all(|sent| sent.games.is_empty())
    }
}

/// How many jobs a machine gets: a few more than it can do at once, so that none waits for the next.
fn room(place: &Machine) -> usize {
    place.node.slots + (place.node.slots / 4).max(1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use plylab_core::Seed;

    use super::*;

    fn node(id: &str, slots: usize) -> Node {
        Node { id: id.to_owned(), name: id.to_owned(), slots }
    }

    fn games(count: u64) -> impl Iterator<Item = GameId> {
        (0..count).map(|number| GameId { cell: 0, number })
    }

    /// A dispatcher with those games and two machines that may play.
    fn ready(count: u64) -> Dispatcher {
        let mut dispatcher = Dispatcher::default();
        dispatcher.queue.extend(games(count));
        dispatcher.see(vec![node("a", 1), node("b", 4)]);
        for order in dispatcher.orders() {
            assert!(order.job.check && order.job.games.is_empty());
            dispatcher.done(order.ticket, 0, Duration::ZERO);
        }
        dispatcher
    }

    #[test]
    fn no_machine_plays_before_it_has_shown_that_it_can() {
        let mut dispatcher = Dispatcher::default();
        dispatcher.queue.extend(games(10));
        dispatcher.see(vec![node("a", 1), node("none", 0)]);
        let orders = dispatcher.orders();
        assert_eq!((orders.len(), orders[0].job.games.len()), (1, 0));
        assert!(dispatcher.orders().is_empty() && dispatcher.is_asking());
        assert_eq!(dispatcher.refused(orders[0].ticket), Some(node("a", 1)));
        assert!(dispatcher.is_refused_by_all() && dispatcher.orders().is_empty());
        dispatcher.see(vec![node("a", 1), node("b", 1)]);
        assert!(!dispatcher.is_refused_by_all());
        let orders = dispatcher.orders();
        assert_eq!(orders[0].node, "b");
        dispatcher.done(orders[0].ticket, 0, Duration::ZERO);
        assert_eq!(dispatcher.size(), (1, 1));
        assert!(dispatcher.orders().iter().all(|order| order.node == "b"));
    }

    #[test]
    fn jobs_take_a_few_seconds_and_get_smaller_towards_the_end() {
        let mut dispatcher = ready(10_000);
        let orders = dispatcher.orders();
        assert_eq!(orders.len(), 7, "one more than each machine can do at once");
        assert!(orders.iter().all(|order| order.job.games.len() == FIRST));
        let first = &orders[0];
        assert_eq!(dispatcher.games(first.ticket), first.job.games);
        dispatcher.done(first.ticket, FIRST, Duration::from_millis(40));
        let next = dispatcher.orders();
        assert_eq!(next[0].job.games.len(), 200, "100 games per second, for two seconds");
        let mut dispatcher = ready(10);
        dispatcher.pace = Some(100.0);
        let sizes: Vec<usize> = dispatcher.orders().iter().map(|order| order.job.games.len()).collect();
        assert_eq!(sizes, [1; 7]);
    }

    #[test]
    fn jobs_are_longer_on_a_large_cluster() {
        let mut dispatcher = ready(10_000_000);
        dispatcher.see(vec![node("large", 1000)]);
        dispatcher.pace = Some(10.0);
        let order = dispatcher.orders().remove(0);
        dispatcher.done(order.ticket, 0, Duration::ZERO);
        let order = dispatcher.orders().remove(0);
        assert_eq!((order.job.games.len(), order.job.time), (100, Duration::from_secs(15)));
    }

    #[test]
    fn what_there_was_no_time_for_comes_first() {
        let mut dispatcher = ready(100);
        let order = dispatcher.orders().remove(0);
        let sent = order.job.games;
        dispatcher.done(order.ticket, 1, Duration::from_secs(5));
        let next = dispatcher.orders();
        assert_eq!(next[0].job.games, [sent[1]]);
    }

    #[test]
    fn the_games_of_a_machine_that_is_gone_are_not_waited_for() {
        let mut dispatcher = ready(100);
        let orders = dispatcher.orders();
        let lost: Vec<&Assignment> = orders.iter().filter(|order| order.node == "b").collect();
        assert_eq!(dispatcher.see(vec![node("a", 1)]), [node("b", 4)]);
        assert!(lost.iter().all(|order| dispatcher.games(order.ticket).is_empty()));
        for order in orders.iter().filter(|order| order.node == "a") {
            dispatcher.done(order.ticket, order.job.games.len(), Duration::from_secs(1));
        }
        assert!(dispatcher.is_idle() && !dispatcher.is_done());
        let next = dispatcher.orders().remove(0);
        assert_eq!(next.job.games[0], lost[0].job.games[0], "what was lost is played first");
        // An answer that comes late all the same changes nothing.
        assert_eq!(dispatcher.lost(lost[0].ticket, true), None);
        dispatcher.done(lost[0].ticket, 1, Duration::from_secs(1));
        assert_eq!(dispatcher.games(next.ticket), next.job.games);
    }

    #[test]
    fn the_game_that_ends_its_process_again_and_again_is_found() {
        let mut dispatcher = ready(100);
        let bad = GameId { cell: 0, number: 2 };
        let mut found = None;
        while found.is_none() {
            let orders = dispatcher.orders();
            assert!(!orders.is_empty());
            for order in orders {
                if order.job.games.contains(&bad) {
                    found = dispatcher.lost(order.ticket, false);
                } else {
                    dispatcher.done(order.ticket, order.job.games.len(), Duration::from_secs(1));
                }
            }
        }
        assert_eq!(found, Some(Loss::Game(bad)));
    }

    #[test]
    fn every_game_is_played_once_whatever_happens_to_machines() {
        for seed in 0..200 {
            let mut rng = Seed(seed).rng();
            let mut dispatcher = Dispatcher::default();
            dispatcher.queue.extend(games(300));
            let mut alive: Vec<Node> = vec![node("0", 1), node("1", 3)];
            let (mut played, mut pending, mut born) = (BTreeSet::new(), Vec::new(), 2);
            for _ in 0..100_000 {
                if rng.below(20) == 0 {
                    born += 1;
                    alive.push(node(&born.to_string(), 1 + rng.below(4)));
                }
                if alive.len() > 1 && rng.below(20) == 0 {
                    alive.remove(rng.below(alive.len()));
                }
                dispatcher.see(alive.clone());
                pending.extend(dispatcher.orders());
                if dispatcher.is_done() {
                    break;
                }
                if pending.is_empty() {
                    continue;
                }
                let order = pending.remove(rng.below(pending.len()));
                if alive.iter().all(|node| node.id != order.node) {
                    dispatcher.lost(order.ticket, true);
                    continue;
                }
                let count = order.job.games.len().min(1 + rng.below(9));
                for id in &order.job.games[..count] {
                    assert!(played.insert(*id), "{id:?} was played twice");
                }
                dispatcher.done(order.ticket, count, Duration::from_millis(count as u64));
            }
            assert_eq!(played.len(), 300, "with seed {seed}");
        }
    }
}
