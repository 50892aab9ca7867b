//! Batches of games between agents, with running totals.

use std::sync::Arc;
use std::time::Duration;

use plylab_core::{
    AnyGame, Clock, Ending, GameRecord, Limits, Message, MoveRecord, Seed, Spec, StopFlag, message,
};
use plylab_lab::matches::{MatchRunner, Swap, Totals};
use plylab_lab::seats::Player;

use crate::dispatch::Caller;
use crate::games::move_time;
use crate::host::{Job, JobKind, Watcher};
use crate::memory::{Use, megabytes};
use crate::protocol::{
    self, Code, Event, Fault, FirstForfeit, MatchProgress, Nothing, OfMatch, RequestField, StartMatch,
    StartedMatch, Thing, WorkState, milliseconds,
};
use crate::setup::{GivenFiles, seats, seed};
use crate::{Service, guarded, lock, names};

/// Maximum number of games.
const GAMES: u64 = 10_000;

/// Minimum time between two events.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// Maximum number of moves per game.
const MOVES: u64 = 10_000;

pub(crate) fn start(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    with: StartMatch,
) -> Result<StartedMatch, Fault> {
    let listener = caller.listener()?.clone();
    if !(1..=GAMES).contains(&with.games) {
        return Err(Fault::too_many(message!("games", "games"), GAMES)
            .at_field(RequestField::Games, Message::range(1, GAMES)));
    }
    let (spec, game) = service.open(&caller.person.id, &with.spec, &with.files)?;
    let seated = seats(game.as_ref(), &with.seats, &service.limits)?;
    let players: Option<Vec<Player>> = seated.iter().map(|seat| seat.player().cloned()).collect();
    let players = players.ok_or_else(|| {
        Fault::new(Code::BadInput, message!("people-in-match", "humans cannot play in a match"))
            .at_field(RequestField::Seats, message!("agents-only", "name agents only"))
    })?;
    if with.alternate && players.len() != 2 {
        return Err(Fault::no_swapping());
    }
    let swap = if with.alternate { Swap::Always } else { Swap::Never };
    // Checked now, so that errors come before the match starts.
    MatchRunner::new(game.as_ref(), spec.clone(), players.clone(), swap, with.games)?;
    let seed = seed(with.seed.as_deref())?;
    let time = move_time(service, with.time)?;
    let (stop, files) = (StopFlag::default(), with.files);
    let id = format!("m{}", names::fresh(service.host.as_ref(), 8));
    let (clock, count) = (service.host.clock(), with.games);
    let series =
        Series { id: id.clone(), listener, clock, spec, files, players, game, swap, count, seed, time };
    let key = (Arc::clone(&caller.person.id), id.clone());
    series.send_progress(WorkState::Queued, None, None);
    lock(&service.matches).insert(key.clone(), stop.clone());
    let listed = Listed { service: Arc::clone(service), key };
    let raised = stop.clone();
    let job = Job::new(JobKind::Search, &caller.person.id, &stop, move || play(&series, &raised, listed));
    service.host.submit(job.asked_by(caller.connection))?;
    Ok(StartedMatch { id })
}

/// Plays a match.
fn play(series: &Series, stop: &StopFlag, listed: Listed) {
    let service = Arc::clone(&listed.service);
    let owner = Arc::clone(&listed.key.0);
    let mut listed = Some(listed);
    // Before its end is announced: nothing can be stopped then.
    let mut end = || drop(listed.take());
    let played = guarded(|| {
        let _share = service.memory.take(Use::Work, &owner, series.bytes())?;
        let per_move = service.budget(series.time, None, stop);
        let grace = Duration::from_secs(3600);
        series.play(Limits { per_move, moves: Some(MOVES), grace, ..Limits::none() }, &mut end)
    });
    if let Err(fault) = played {
        end();
        series.send_progress(WorkState::Failed, None, Some(&fault));
    }
}

/// A match among those in progress, until it has ended.
struct Listed {
    service: Arc<Service>,
    key: (Arc<str>, String),
}

impl Drop for Listed {
    fn drop(&mut self) {
        lock(&self.service.matches).remove(&self.key);
    }
}

pub(crate) fn stop(service: &Service, caller: &Caller, with: &OfMatch) -> Result<Nothing, Fault> {
    let running = lock(&service.matches);
    let stop = running.get(&(Arc::clone(&caller.person.id), with.id.clone()));
    stop.ok_or_else(|| Fault::not_found(Thing::Match, &with.id))?.stop();
    Ok(Nothing {})
}

/// A series of games between the same players.
struct Series {
    id: String,
    listener: Watcher,
    clock: Arc<dyn Clock>,
    spec: Spec,
    files: GivenFiles,
    players: Vec<Player>,
    game: Arc<dyn AnyGame>,
    swap: Swap,
    count: u64,
    seed: Seed,
    /// Milliseconds per move.
    time: u64,
}

/// The progress of a series.
struct Standing<'a> {
    totals: &'a Totals,
    began: Duration,
    last: Option<&'a protocol::MatchGame>,
}

impl Series {
    /// The memory that its agents need.
    fn bytes(&self) -> u64 {
        let game = self.game.as_ref();
        self.players.iter().filter_map(Player::spec).map(|spec| megabytes(game, spec) << 20).sum()
    }

    /// Plays on the current thread.
    fn play(&self, limits: Limits, end: &mut dyn FnMut()) -> Result<(), Fault> {
        let (game, spec, players) = (self.game.as_ref(), self.spec.clone(), self.players.clone());
        let mut runner = MatchRunner::new(game, spec, players, self.swap, self.count)?;
        (runner.seed, runner.limits) = (self.seed, limits);
        let mut totals = runner.totals();
        let began = self.clock.now();
        let (mut last_sent, mut last) = (began, None);
        self.send_progress(
            WorkState::Running,
            Some(&Standing { totals: &totals, began, last: last.as_ref() }),
            None,
        );
        runner.run(&|_, _| (), |game| {
            if game.record.ending == Ending::Stopped {
                return Ok(());
            }
            totals.add(game);
            last = Some(protocol::MatchGame {
                spec: self.spec.clone(),
                seed: game.record.seed.to_string(),
                seats: game.record.seats.clone(),
                files: self.files.clone(),
                moves: game.record.actions(),
                line: self.line(&game.record),
            });
            let now = self.clock.now();
            if now >= last_sent + UPDATE_INTERVAL {
                last_sent = now;
                self.send_progress(
                    WorkState::Running,
                    Some(&Standing { totals: &totals, began, last: last.as_ref() }),
                    None,
                );
            }
            Ok(())
        })?;
        end();
        let fault = totals.broken.as_ref().map(|broken| Fault::new(Code::Internal, broken.message.clone()));
        let state = match &fault {
            Some(_) => WorkState::Failed,
            None if totals.played < self.count => WorkState::Stopped,
            None => WorkState::Done,
        };
        self.send_progress(
            state,
            Some(&Standing { totals: &totals, began, last: last.as_ref() }),
            fault.as_ref(),
        );
        Ok(())
    }

    /// The game as a line of JSON if that holds more than its moves do: what agents told and wrote.
    fn line(&self, record: &GameRecord) -> Option<String> {
        let says_more = !record.logs.is_empty() || record.moves.iter().any(MoveRecord::has_thought);
        says_more.then(|| GameRecord { files: self.files.clone(), ..record.clone() }.line())
    }

    fn send_progress(&self, state: WorkState, standing: Option<&Standing<'_>>, fault: Option<&Fault>) {
        let totals = standing.map(|standing| standing.totals);
        let wins = match totals {
            Some(totals) => totals.players.iter().map(|player| player.tally.wins).collect(),
            None => vec![0; self.players.len()],
        };
        let forfeits = totals.map_or_else(Vec::new, |totals| {
            totals.players.iter().map(|player| player.forfeits.messages()).collect()
        });
        let first_forfeit = totals.and_then(|totals| totals.first_forfeit.as_ref());
        self.listener.event(&Event::Match(Box::new(MatchProgress {
            id: self.id.clone(),
            state,
            done: totals.map_or(0, |totals| totals.played),
            total: self.count,
            players: self.game.info().agents.clone(),
            seats: self.players.iter().map(|player| player.name().to_owned()).collect(),
            wins,
            draws: totals.map_or(0, Totals::draws),
            unfinished: totals.map_or(0, |totals| totals.move_limit + totals.forfeits),
            // A round is one move of every player.
            rounds: totals.and_then(|totals| totals.mean_moves).map(|mean| mean / self.players.len() as f64),
            time: milliseconds(
                standing.map_or(Duration::ZERO, |standing| self.clock.now().saturating_sub(standing.began)),
            ),
            last: standing.and_then(|standing| standing.last.cloned()),
            fault: fault.cloned(),
            forfeits,
            first_forfeit: first_forfeit.map(|first| FirstForfeit {
                game: first.game,
                player: first.player.clone(),
                why: first.forfeit.message(),
                log: first.log.clone(),
            }),
        })));
    }
}
