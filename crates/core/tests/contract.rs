//! The match loop distinguishes a loss from every kind of failure, and the conformance suite catches a game that breaks its
//! promises, each of them.
#![expect(clippy::panic, reason = "an agent that panics is part of the test")]

mod nim;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use nim::{Fault, Nim, Take};
use plylab_core::conformance::Suite;
use plylab_core::{
    Agent, AgentFailure, AgentId, AnyAgent, AnyGame, AnyPosition, AnyWatch, Budget, Clock, Context,
    CoreAgents, Decision, Ending, First, ForeignKind, Forfeit, Game, MatchLimits, MatchRecord, Outcome,
    PolicyPlayer, Roster, Seed, Spec, StopFlag, Thought, Turn, Uniform, Watch, adapt, adapt_with, message,
    play_match, playthrough, typed_agent,
};

#[test]
fn a_game_that_keeps_every_promise_passes() {
    let coverage = Suite::default().run(&Nim::new(Fault::None)).unwrap();
    assert!(coverage.finished >= 50 && coverage.refused > 0 && coverage.accepted > 0, "{coverage:?}");
    Suite::default().run_symmetric(&Nim::new(Fault::None)).unwrap();
}

#[test]
fn every_broken_promise_is_caught() {
    for (fault, promise) in [
        (Fault::UnstableActions, "actions come in a stable order"),
        (Fault::DoubledActions, "actions are distinct"),
        (Fault::KeptActions, "actions come in a stable order"),
        (Fault::RestlessApply, "apply is deterministic"),
        (Fault::ActionsAfterTheEnd, "there are no actions exactly when the game is over"),
        (Fault::UnknownAgent, "the agent to move exists"),
        (Fault::EndlessUtility, "utilities are finite"),
        (Fault::BlankMove, "a move is written as one word"),
        (Fault::SameMoveText, "moves round-trip as text"),
        (Fault::AnyTextIsAMove, "nonsense is not a move"),
        (Fault::ForgetfulPosition, "positions round-trip as text"),
        (Fault::LongPosition, "a position is written on one line"),
        (Fault::RestlessKey, "equal states have equal keys"),
        (Fault::OneKey, "different states have different keys"),
        (Fault::EndlessEval, "evaluations are finite"),
        (Fault::LyingTerms, "the terms of an evaluation add up to it"),
        (Fault::BrokenBounds, "an evaluation keeps its bounds"),
        (Fault::HeavyPolicy, "chances are a distribution over the actions"),
        (Fault::UnevenBackdrop, "the backdrop round-trips as JSON"),
        (Fault::UnevenScene, "the scene round-trips as JSON"),
        (Fault::TornScene, "the scene fits the backdrop"),
        (Fault::BareReport, "the report is a JSON object"),
        (Fault::RestlessStart, "the same seed gives the same game"),
    ] {
        let violation = Suite::default().run(&Nim::new(fault)).unwrap_err();
        assert_eq!(violation.promise, promise, "{fault:?}: {violation}");
    }
}

#[test]
fn every_broken_symmetry_is_caught() {
    for (fault, promise) in [
        (Fault::NoIdentity, "symmetry 0 is the identity"),
        (Fault::CrookedActions, "to move and to map is to map and to move"),
        (Fault::CrookedEval, "symmetric states have the same evaluation"),
    ] {
        let violation = Suite::default().run_symmetric(&Nim::new(fault)).unwrap_err();
        assert_eq!(violation.promise, promise, "{fault:?}: {violation}");
    }
}

/// An agent that does what the test says.
struct Scripted<F>(F);

impl<F: FnMut(&nim::Heaps) -> Result<Take, AgentFailure> + Send> Agent<Nim> for Scripted<F> {
    fn begin(&mut self, _: &Nim, _: AgentId, _: Seed) {}

    fn act(&mut self, context: Context<'_, Nim>) -> Result<Decision<Take>, AgentFailure> {
        let state = context.state;
        (self.0)(state).map(Decision::plain)
    }
}

fn against_first(
    limits: &MatchLimits,
    act: impl FnMut(&nim::Heaps) -> Result<Take, AgentFailure> + Send + 'static,
) -> MatchRecord<Nim> {
    let mut agents: Vec<Box<dyn Agent<Nim>>> = vec![Box::new(First), Box::new(Scripted(act))];
    play_match(&Nim::new(Fault::None), &mut agents, Seed(1), limits, |_, _| ())
}

fn forfeit(record: &MatchRecord<Nim>) -> &Forfeit {
    match &record.ending {
        Ending::Forfeit { agent: AgentId(1), reason } => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_that_is_played_to_its_end_has_a_result() {
    let game = Nim::new(Fault::None);
    let mut agents: Vec<Box<dyn Agent<Nim>>> = vec![Box::new(First), Box::new(First)];
    let mut seen = 0;
    let record = play_match(&game, &mut agents, Seed(1), &MatchLimits::none(), |_, _| seen += 1);
    assert_eq!(record.ending, Ending::Over);
    assert_eq!(record.moves.len(), seen);
    assert_eq!(game.turn(&record.end), Turn::Over);
    let outcomes = record.outcomes(&game);
    assert!(outcomes == [Outcome::Win, Outcome::Loss] || outcomes == [Outcome::Loss, Outcome::Win]);
    assert_eq!(record.utilities(&game).iter().sum::<f64>(), 0.0);
}

#[test]
fn an_illegal_move_is_a_forfeit_and_not_a_loss() {
    let record = against_first(&MatchLimits::none(), |_| Ok(Take { heap: 9, count: 9 }));
    assert_eq!(forfeit(&record), &Forfeit::IllegalMove { action: "Take { heap: 9, count: 9 }".to_owned() });
    assert_eq!(record.moves.len(), 1);
    assert!(record.outcomes(&Nim::new(Fault::None)).is_empty());
}

#[test]
fn a_failure_and_a_panic_are_crashes() {
    let record = against_first(&MatchLimits::none(), |_| {
        Err(AgentFailure::new(message!("out-of-ideas", "out of ideas")))
    });
    assert_eq!(forfeit(&record), &Forfeit::Crash { message: message!("out-of-ideas", "out of ideas") });
    let record = against_first(&MatchLimits::none(), |_| panic!("on purpose"));
    assert_eq!(forfeit(&record).to_string(), "it panicked: on purpose");
}

#[test]
fn a_missing_agent_is_a_crash() {
    let mut agents: Vec<Box<dyn Agent<Nim>>> = vec![Box::new(First)];
    let record = play_match(&Nim::new(Fault::None), &mut agents, Seed(1), &MatchLimits::none(), |_, _| ());
    assert_eq!(forfeit(&record).to_string(), "there is no agent 1");
}

/// A clock that the agents of a test move.
#[derive(Default)]
struct Hand(Mutex<Duration>);

impl Clock for Hand {
    fn now(&self) -> Duration {
        *self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[test]
fn a_late_move_is_a_time_out_and_one_within_the_grace_is_not() {
    for (milliseconds, in_time) in [(100, true), (150, true), (151, false)] {
        let clock = Arc::new(Hand::default());
        let per_move =
            Budget { time: Some(Duration::from_millis(100)), clock: clock.clone(), ..Budget::unlimited() };
        let limits = MatchLimits { per_move, ..MatchLimits::none() };
        let record = against_first(&limits, move |state| {
            if let Ok(mut now) = clock.0.lock() {
                *now += Duration::from_millis(milliseconds);
            }
            Ok(state.first_take())
        });
        if in_time {
            assert_eq!(record.ending, Ending::Over);
            let took: Vec<Duration> = record.moves.iter().map(|played| played.stats.time).collect();
            assert_eq!(took[..2], [Duration::ZERO, Duration::from_millis(milliseconds)]);
        } else {
            assert_eq!(forfeit(&record), &Forfeit::TimeOut { milliseconds: 151, starved: false });
        }
    }
}

#[test]
fn a_limit_of_moves_and_a_stop_end_a_match_without_a_result() {
    let record =
        against_first(&MatchLimits { moves: Some(2), ..MatchLimits::none() }, |state| Ok(state.first_take()));
    assert_eq!((record.ending, record.moves.len()), (Ending::MoveLimit, 2));

    let stop = StopFlag::default();
    let limits =
        MatchLimits { per_move: Budget { stop: stop.clone(), ..Budget::unlimited() }, ..MatchLimits::none() };
    // Even what a stopped agent answers is not held against it.
    let record = against_first(&limits, move |_| {
        stop.stop();
        Err(AgentFailure::new(message!("stopped", "stopped")))
    });
    assert_eq!(record.ending, Ending::Stopped);
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    let play = |seed| {
        let mut agents: Vec<Box<dyn Agent<Nim>>> =
            vec![Box::new(PolicyPlayer::new(Uniform)), Box::new(PolicyPlayer::new(Uniform))];
        play_match(&Nim::new(Fault::None), &mut agents, seed, &MatchLimits::none(), |_, _| ())
    };
    assert_eq!(play(Seed(5)).moves, play(Seed(5)).moves);
    assert!((0..10).any(|other| play(Seed(other)).moves != play(Seed(5)).moves));
}

#[test]
fn an_opening_is_drawn_from_the_seed_before_the_agents_are_asked() {
    let play = |seed, opening| {
        let mut agents: Vec<Box<dyn Agent<Nim>>> = vec![Box::new(First), Box::new(First)];
        let limits = MatchLimits { opening, ..MatchLimits::none() };
        play_match(&Nim::new(Fault::None), &mut agents, Seed(seed), &limits, |_, _| ()).moves
    };
    // The agents themselves would always begin with the first move there is.
    assert!((0..20).any(|seed| play(seed, 1)[0] != play(seed, 0)[0]));
    assert_eq!(play(7, 2), play(7, 2));
    // A longer opening begins like a shorter one.
    assert_eq!(play(7, 2)[..1], play(7, 1)[..1]);
}

#[test]
fn behind_the_adapter_a_game_is_text() {
    let game = adapt(Nim::new(Fault::None), &CoreAgents);
    let names: Vec<String> = game.agents().iter().map(|agent| agent.name.to_string()).collect();
    assert_eq!(names, ["random", "first", "greedy"]);
    let mut position = game.position("3/1 0").unwrap();
    assert_eq!(position.actions(), ["1x1", "1x2", "1x3", "2x1"]);
    assert_eq!(position.perft(1), 4);
    assert_eq!(position.perft_divide(2).iter().map(|(_, count)| count).sum::<u64>(), position.perft(2));
    let before = position.boxed_clone();
    assert_eq!(position.play("1X2").unwrap(), "1x2");
    assert_eq!(position.text(), "1/1 1");
    assert_eq!(before.text(), "3/1 0");
    assert_eq!(
        position.play("1x2").unwrap_err().to_string(),
        "'1x2' is not a legal move; legal here: 1x1 2x1"
    );
    assert_eq!(position.outcome(AgentId(0)), None);
    position.play("1x1").unwrap();
    position.play("2x1").unwrap();
    assert_eq!(position.outcome(AgentId(0)), Some(Outcome::Win));
    assert_eq!(position.explain("heaps", AgentId(0)).unwrap().len(), 2);
    assert_eq!(
        position.explain("heap", AgentId(0)).unwrap_err().to_string(),
        "Nim has no evaluation 'heap'; it has heaps"
    );
}

#[test]
fn behind_the_adapter_matches_are_played_by_name() {
    let game = adapt(Nim::new(Fault::None), &CoreAgents);
    let specs = |names: &[&str]| names.iter().map(|name| Spec::new(*name)).collect::<Vec<Spec>>();
    let mut watched = Vec::new();
    let agents = game.seat(&specs(&["random", "greedy"])).unwrap();
    let record = game
        .play(agents, Seed(3), &MatchLimits::none(), &mut |_, played| watched.push(played.clone()))
        .unwrap();
    assert_eq!(record.moves, watched);
    assert_eq!(record.ending, Ending::Over);
    // The recorded moves lead where the record says.
    let mut position = game.start(Seed(3));
    for played in &record.moves {
        assert_eq!(Some(position.turn()), played.by);
        position.play(&played.action).unwrap();
    }
    assert_eq!(position.text(), record.end);
    assert_eq!(record.costs.len(), record.moves.len());
    let error = |names: &[&str]| game.seat(&specs(names)).err().unwrap().to_string();
    assert_eq!(error(&["random"]), "1 agent is given for 2 players; name one each for Left, Right");
    assert_eq!(error(&["random", "clever"]), "Nim has no agent 'clever'; it has random, first, greedy");
}

#[test]
fn behind_the_adapter_an_agent_keeps_its_seat() {
    let game = adapt(Nim::new(Fault::None), &CoreAgents);
    let random = Spec::new("random");
    let agents = game.seat(&[random.clone(), random.clone()]).unwrap();
    let record = game.play(agents, Seed(3), &MatchLimits::none(), &mut |_, _| ()).unwrap();
    // With the match's seeds, two agents play the match's moves.
    let agent = |seat: u8| {
        let mut agent = game.agent(&random, AgentId(seat)).unwrap();
        agent.begin(AgentId(seat), Seed(3).child("agent").nth(u64::from(seat)));
        agent
    };
    let mut agents = [agent(0), agent(1)];
    let mut position = game.start(Seed(3));
    for played in &record.moves {
        let seat = played.agent().unwrap().index();
        let thought = agents[seat].think(position.as_ref(), &Budget::unlimited(), Watch::Off).unwrap();
        assert_eq!(thought.decision.action, played.action);
        let other = agents[1 - seat].think(position.as_ref(), &Budget::unlimited(), Watch::Off);
        let error = other.unwrap_err();
        assert_eq!(error.to_string(), "'random': it is not its turn");
        assert_eq!(position.roll(&mut Seed(0).rng()), None);
        position.play(&played.action).unwrap();
    }
    assert!(game.agent(&Spec::new("clever"), AgentId(0)).is_err());
}

/// An agent that knows nothing but texts: it takes the last legal move, or a fixed text.
struct Echo {
    says: Option<&'static str>,
    begun: Vec<(AgentId, Seed)>,
}

impl AnyAgent for Echo {
    fn begin(&mut self, me: AgentId, seed: Seed) {
        self.begun.push((me, seed));
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        _: &Budget,
        _: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        assert_eq!(self.begun.len(), 1);
        let action = match self.says {
            Some(text) => text.to_owned(),
            None => position.actions().pop().unwrap_or_default(),
        };
        let decision =
            Decision { line: vec![action.clone(), "nonsense".to_owned()], ..Decision::plain(action) };
        Ok(Thought::plain(Spec::new("echo"), decision))
    }
}

#[test]
fn an_external_agent_plays_like_any_other() {
    let echo = |says| {
        ForeignKind::new("echo", "takes the last legal move", Vec::new(), "abc", move |_, _, _| {
            Ok(Box::new(Echo { says, begun: Vec::new() }))
        })
    };
    let game = Nim::new(Fault::None);
    let roster = Roster::new(&game, &CoreAgents);
    let game = adapt_with(game, None, roster, vec![Arc::new(echo(None))]);
    assert_eq!(game.agents().last().unwrap().name, "echo");
    assert_eq!(game.resolve(&Spec::new("echo")).unwrap().version, "abc");
    let agents = game.seat(&[Spec::new("echo"), Spec::new("first")]).unwrap();
    let record = game.play(agents, Seed(3), &MatchLimits::none(), &mut |_, _| ()).unwrap();
    assert_eq!(record.ending, Ending::Over);
    let start = game.start(Seed(3));
    assert_eq!(record.moves[0].action, *start.actions().last().unwrap());
    let unknown = game.agent(&Spec::new("clever"), AgentId(0)).err().unwrap().to_string();
    assert_eq!(unknown, "Nim has no agent 'clever'; it has random, first, greedy, echo");
    // By the types of the game it plays the same.
    let agents = game.seat(&[Spec::new("echo"), Spec::new("first")]).unwrap().into_iter();
    let mut agents: Vec<_> = agents.map(|agent| typed_agent::<Nim>(game.as_ref(), agent).unwrap()).collect();
    let typed = play_match(&Nim::new(Fault::None), &mut agents, Seed(3), &MatchLimits::none(), |_, _| ());
    assert_eq!((typed.ending, typed.moves.len()), (Ending::Over, record.moves.len()));
    // An agent that was brought along as a value needs no name.
    let brought: Vec<Box<dyn AnyAgent>> = vec![
        Box::new(Echo { says: Some("9x9"), begun: Vec::new() }),
        game.agent(&Spec::new("first"), AgentId(1)).unwrap(),
    ];
    let record = game.play(brought, Seed(3), &MatchLimits::none(), &mut |_, _| ()).unwrap();
    let reason = Forfeit::IllegalMove { action: "9x9".to_owned() };
    assert_eq!(record.ending, Ending::Forfeit { agent: AgentId(0), reason });
}

#[test]
fn a_playthrough_says_everything_of_every_state() {
    let text = playthrough::write(&Nim::new(Fault::None), Seed(1), 3);
    for word in [
        "game nim (Nim)",
        "agents Left, Right",
        "## 0",
        "## 3",
        "key ",
        "eval heaps for 1",
        "policy greedy",
        "play ",
    ] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
    assert_eq!(text, playthrough::write(&Nim::new(Fault::None), Seed(1), 3));
    assert_ne!(text, playthrough::write(&Nim::new(Fault::None), Seed(2), 3));
}

#[test]
fn a_game_that_fails_in_another_program_reports_it() {
    let died = "the rules were played by another program, which died";
    // In a match, with any agents.
    let game = adapt(Nim::new(Fault::DiesAtAnEmptyHeap), &CoreAgents);
    let agents = game.seat(&[Spec::new("random"), Spec::new("random")]).unwrap();
    let record = game.play(agents, Seed(3), &MatchLimits::none(), &mut |_, _| ()).unwrap();
    let Ending::Broken { message } = record.ending else { panic!("{:?}", record.ending) };
    assert_eq!(message.to_string(), died);
    assert!(record.outcomes.is_empty() && record.utilities.is_empty());
    // The last position is the one before: a move of a broken game is not counted.
    assert!(!record.end.starts_with("0/") && !record.end.contains("/0 "), "{}", record.end);
    // It stays broken, and reports it before an agent is asked.
    let agents = game.seat(&[Spec::new("random"), Spec::new("random")]).unwrap();
    let record = game.play(agents, Seed(4), &MatchLimits::none(), &mut |_, _| ()).unwrap();
    assert_eq!((record.ending, record.moves.len()), (Ending::Broken { message }, 0));
    // In a single move: the position stays where it was.
    let game = adapt(Nim::new(Fault::DiesAtAnEmptyHeap), &CoreAgents);
    let mut position = game.position("1/4 0").unwrap();
    assert_eq!(position.play("1x1").unwrap_err().to_string(), died);
    assert_eq!(position.text(), "1/4 0");
    // And while an agent thinks, although it offers a move.
    let game = adapt(Nim::new(Fault::DiesAtAnEmptyHeap), &CoreAgents);
    let position = game.position("3/4 0").unwrap();
    let thought = |game: &dyn AnyGame| {
        game.think(position.as_ref(), &Spec::new("first"), Seed(0), &Budget::unlimited(), Watch::Off)
    };
    assert!(thought(game.as_ref()).is_ok());
    let _ = game.position("1/4 0").unwrap().play("1x1");
    assert_eq!(thought(game.as_ref()).unwrap_err().to_string(), died);
}
