//! Batches of games between agents, with running totals.

use std::sync::Arc;
use std::time::Duration;

use plylab_core::{
    AnyGame, Clock, Ending, GameRecord, MatchLimits, Message, MoveRecord, Seed, Spec, StopFlag, message,
};
use plylab_lab::matches::{MatchRunner, Swap, Totals};
use plylab_lab::seats::Player;

use crate::dispatch::Caller;
use crate::games::move_time;
use crate::host::{Job, JobKind, Outbox, Task};
use crate::memory::{Use, megabytes};
use crate::protocol::{
    self, Code, Event, Fault, MatchForfeit, MatchProgress, OfMatch, RequestField, Result, StartMatch,
    StartedMatch, WorkState, milliseconds,
};
use crate::setup::{GivenFiles, seats, seed};
use crate::{Service, guarded, lock};

/// Maximum number of games.
const GAMES: u64 = 10_000;

/// Minimum time between two events.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// Maximum number of moves per game.
const MOVES: u64 = 10_000;

pub(crate) fn start(service: &Arc<Service>, caller: &Arc<Caller>, with: StartMatch) -> Result<StartedMatch> {
    let listener = Arc::clone(caller.outbox()?);
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
    let id = service.fresh_name("m", 8);
    let start = MatchProgress {
        id: id.clone(),
        state: WorkState::Queued,
        done: 0,
        total: with.games,
        players: game.info().agents.clone(),
        seats: players.iter().map(|player| player.name().to_owned()).collect(),
        wins: vec![0; players.len()],
        draws: 0,
        unfinished: 0,
        rounds: None,
        time: 0.0,
        last: None,
        fault: None,
        forfeits: Vec::new(),
        first_forfeit: None,
    };
    let (clock, files) = (service.host.clock(), with.files);
    let series = MatchSeries { listener, clock, spec, files, players, game, swap, seed, time, start };
    series.send(series.start.clone());
    let stop = StopFlag::default();
    let key = (Arc::clone(&caller.person.id), id.clone());
    lock(&service.matches).insert(key.clone(), stop.clone());
    let listed = Listed { service: Arc::clone(service), key };
    let task = Task::Match(Box::new(MatchTask { series, listed }));
    let job = Job::new(JobKind::Search, &caller.person.id, &stop, task);
    service.submit(job.asked_by(caller.connection))?;
    Ok(StartedMatch { id })
}

/// Play a match.
pub struct MatchTask {
    series: MatchSeries,
    listed: Listed,
}

/// Plays a match.
pub(crate) fn play(service: &Service, task: MatchTask, stop: &StopFlag) {
    let MatchTask { series, listed } = task;
    let owner = Arc::clone(&listed.key.0);
    let mut listed = Some(listed);
    // Before its end is announced: nothing can be stopped then.
    let mut end = || drop(listed.take());
    let played = guarded(|| {
        let _share = service.memory.take(Use::Work, &owner, series.bytes())?;
        let per_move = service.budget(series.time, None, stop);
        let grace = Duration::from_secs(3600);
        series.play(MatchLimits { per_move, moves: Some(MOVES), grace, ..MatchLimits::none() }, &mut end)
    });
    if let Err(fault) = played {
        end();
        series.send(MatchProgress { state: WorkState::Failed, fault: Some(fault), ..series.start.clone() });
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

pub(crate) fn stop(service: &Service, caller: &Caller, with: &OfMatch) -> Result<()> {
    let running = lock(&service.matches);
    let stop = running.get(&(Arc::clone(&caller.person.id), with.id.clone()));
    stop.ok_or_else(|| Fault::not_found(message!("a-match", "match"), &with.id))?.stop();
    Ok(())
}

/// A series of games between the same players.
struct MatchSeries {
    listener: Arc<dyn Outbox>,
    clock: Arc<dyn Clock>,
    spec: Spec,
    files: GivenFiles,
    players: Vec<Player>,
    game: Arc<dyn AnyGame>,
    swap: Swap,
    seed: Seed,
    /// Milliseconds per move.
    time: u64,
    /// The progress before the first game.
    start: MatchProgress,
}

impl MatchSeries {
    /// The memory that its agents need.
    fn bytes(&self) -> u64 {
        let game = self.game.as_ref();
        self.players.iter().filter_map(Player::spec).map(|spec| megabytes(game, spec) << 20).sum()
    }

    /// Plays on the current thread.
    fn play(&self, limits: MatchLimits, end: &mut dyn FnMut()) -> Result<()> {
        let (game, spec, players) = (self.game.as_ref(), self.spec.clone(), self.players.clone());
        let mut runner = MatchRunner::new(game, spec, players, self.swap, self.start.total)?;
        (runner.seed, runner.limits) = (self.seed, limits);
        let mut totals = runner.totals();
        let began = self.clock.now();
        let (mut last_sent, mut last) = (began, None);
        self.send(self.progress(&totals, began, &last));
        runner.run(&|_, _| (), |game| {
            if game.record.ending == Ending::Stopped {
                return Ok(());
            }
            totals.add(game);
            last = Some(protocol::MatchGameLink {
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
                self.send(self.progress(&totals, began, &last));
            }
            Ok(())
        })?;
        end();
        let fault = totals.broken.as_ref().map(|broken| Fault::new(Code::Internal, broken.message.clone()));
        let state = match &fault {
            Some(_) => WorkState::Failed,
            None if totals.played < self.start.total => WorkState::Stopped,
            None => WorkState::Done,
        };
        self.send(MatchProgress { state, fault, ..self.progress(&totals, began, &last) });
        Ok(())
    }

    /// The game as a line of JSON if that holds more than its moves do: what agents told and wrote.
    fn line(&self, record: &GameRecord) -> Option<String> {
        let says_more = !record.logs.is_empty() || record.moves.iter().any(MoveRecord::has_thought);
        says_more.then(|| GameRecord { files: self.files.clone(), ..record.clone() }.line())
    }

    fn progress(
        &self,
        totals: &Totals,
        began: Duration,
        last: &Option<protocol::MatchGameLink>,
    ) -> MatchProgress {
        MatchProgress {
            state: WorkState::Running,
            done: totals.played,
            wins: totals.players.iter().map(|player| player.tally.wins).collect(),
            draws: totals.draws(),
            unfinished: totals.move_limit + totals.forfeits,
            // A round is one move of every player.
            rounds: totals.mean_moves.map(|mean| mean / self.players.len() as f64),
            time: milliseconds(self.clock.now().saturating_sub(began)),
            last: last.clone(),
            forfeits: totals.players.iter().map(|player| player.forfeits.messages()).collect(),
            first_forfeit: totals.first_forfeit.as_ref().map(|first| MatchForfeit {
                game: first.game,
                player: first.player.clone(),
                why: first.forfeit.message(),
                log: first.log.clone(),
            }),
            ..self.start.clone()
        }
    }

    fn send(&self, progress: MatchProgress) {
        self.listener.event(&Event::Match(Box::new(progress)));
    }
}
