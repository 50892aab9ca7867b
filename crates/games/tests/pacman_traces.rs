//! Pac-Man compared with the original engine, move by move: recorded games, counts and random numbers.
#![expect(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use std::collections::HashSet;

use plylab_core::{
    Agent, AgentId, Game, MatchLimits, Notation, Policy, Seed, Turn, Uniform, Weights, play_match,
};
use plylab_games::pacman::{
    COURSE_SEED, Classic, CourseDice, Directional, LeftTurn, PacmanState, PythonRandom, Status, Step,
    course_agent, shipped,
};
use serde_json::Value;

const RULES: &str = include_str!("data/rules_traces.jsonl");
const LEFT_TURN: &str = include_str!("data/leftturn_traces.jsonl");
const PERFT: &str = include_str!("data/perft.json");
const RANDOM: &str = include_str!("data/rng_vectors.json");

fn classic(layout: &str, ghosts: usize) -> Classic {
    let mut layout = shipped(layout).unwrap().layout().unwrap();
    layout.keep_ghosts(ghosts);
    Classic::new(&layout)
}

fn json_lines(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn letter(step: Step) -> char {
    match step {
        Step::West => 'W',
        Step::Stop => 'X',
        Step::East => 'E',
        Step::North => 'N',
        Step::South => 'S',
    }
}

/// A state in the format of the recorded games.
fn recorded(game: &Classic, state: &PacmanState) -> Value {
    let agent = |index: usize| {
        let actor = state.actors()[index];
        let (x, y) = game.maze().halves(actor.at);
        let facing = match letter(actor.facing) {
            'X' => '-',
            letter => letter,
        };
        serde_json::json!([x, y, facing.to_string(), actor.scared])
    };
    serde_json::json!({
        "ag": (0..game.agents()).map(agent).collect::<Vec<Value>>(),
        "food": state.food_left(),
        "caps": state.capsules_left(),
        "score": state.score(),
        "end": match state.status() { Status::Playing => "", Status::Won => "W", Status::Lost => "L" },
    })
}

#[test]
fn recorded_games_are_reproduced_step_by_step() {
    let (mut games, mut steps) = (0, 0);
    for trace in json_lines(RULES) {
        let game = classic(trace["layout"].as_str().unwrap(), trace["k"].as_u64().unwrap() as usize);
        let mut state = game.initial(Seed::default());
        for (number, step) in trace["steps"].as_array().unwrap().iter().enumerate() {
            let legal = game.list_actions(&state);
            let letters: String = legal.iter().map(|&step| letter(step)).collect();
            assert_eq!(letters, step[0].as_str().unwrap(), "game {games}, step {number}");
            let action = game.parse_action(&state, step[1].as_str().unwrap()).unwrap();
            game.apply(&mut state, action);
            assert_eq!(recorded(&game, &state), step[2], "game {games}, step {number}");
            steps += 1;
        }
        games += 1;
    }
    assert_eq!(games, 48);
    assert!(steps > 5000, "{steps}");
}

#[test]
fn seeded_games_are_drawn_as_python_draws_them() {
    let mut run = String::new();
    let mut random = PythonRandom::from_number(0);
    let mut games = 0;
    for trace in json_lines(LEFT_TURN) {
        let (layout, ghost) = (trace["layout"].as_str().unwrap(), trace["ghost"].as_str().unwrap());
        // One seed for all games of a layout and a kind of ghost.
        if run != format!("{layout} {ghost}") {
            run = format!("{layout} {ghost}");
            random = PythonRandom::from_text(trace["seed"].as_str().unwrap());
        }
        let game = classic(layout, 7);
        let mut state = game.initial(Seed::default());
        for (number, step) in trace["steps"].as_array().unwrap().iter().enumerate() {
            let Turn::Agent(agent) = game.turn(&state) else {
                panic!("the game is over too soon: {run}, {number}")
            };
            let action = if agent.index() == 0 {
                LeftTurn::step(&game, &state)
            } else {
                let legal = game.list_actions(&state);
                let mut weights = Weights::new();
                match ghost {
                    "RandomGhost" => Uniform.weights(&game, &state, agent, &legal, &mut weights),
                    "DirectionalGhost" => {
                        Directional::default().weights(&game, &state, agent, &legal, &mut weights);
                    }
                    other => panic!("unknown ghost {other}"),
                }
                random.draw_step(&legal, &weights).unwrap()
            };
            assert_eq!(letter(action).to_string(), step[0].as_str().unwrap(), "{run}, step {number}");
            game.apply(&mut state, action);
            assert_eq!(recorded(&game, &state), step[1], "{run}, step {number}");
        }
        let capped = trace["capped"].as_bool().unwrap();
        assert_eq!(game.turn(&state) == Turn::Over, !capped, "{run}");
        games += 1;
    }
    assert_eq!(games, 24);
}

#[test]
fn the_courses_ghosts_share_one_generator_from_game_to_game() {
    let mut run = String::new();
    let mut dice = CourseDice::new("");
    for trace in json_lines(LEFT_TURN) {
        let (layout, ghost) = (trace["layout"].as_str().unwrap(), trace["ghost"].as_str().unwrap());
        if run != format!("{layout} {ghost}") {
            run = format!("{layout} {ghost}");
            dice = CourseDice::new(COURSE_SEED);
        }
        let game = classic(layout, 7);
        let mut agents: Vec<Box<dyn Agent<Classic>>> = vec![Box::new(LeftTurn)];
        let spec = course_agent(ghost, "").unwrap();
        for index in 1..game.agents() {
            agents.push(dice.ghost(&game, &spec, AgentId(index as u8)).unwrap().unwrap());
        }
        let record = play_match(&game, &mut agents, Seed(9), &MatchLimits::none(), |_, _| ());
        let letters: String = record.moves.iter().map(|played| letter(played.action)).collect();
        let steps = trace["steps"].as_array().unwrap();
        let expected: String = steps.iter().map(|step| step[0].as_str().unwrap()).collect();
        assert_eq!(letters, expected, "{run}");
        assert_eq!(recorded(&game, &record.end), steps.last().unwrap()[1], "{run}");
    }
}

#[derive(Default)]
struct Counts {
    nodes: u64,
    wins: u64,
    losses: u64,
    score_sum: i64,
    distinct: HashSet<PacmanState>,
}

fn count(game: &Classic, state: &PacmanState, plies: usize, counts: &mut Counts) {
    if plies == 0 {
        counts.nodes += 1;
        counts.wins += u64::from(state.status() == Status::Won);
        counts.losses += u64::from(state.status() == Status::Lost);
        counts.score_sum += i64::from(state.score());
        counts.distinct.insert(*state);
        return;
    }
    let legal = game.list_actions(state);
    for &step in &legal {
        let mut next = *state;
        game.apply(&mut next, step);
        count(game, &next, plies - 1, counts);
    }
}

#[test]
fn counts_by_ply_are_reproduced() {
    let layouts: Value = serde_json::from_str(PERFT).unwrap();
    for layout in layouts.as_array().unwrap() {
        let game = classic(layout["layout"].as_str().unwrap(), 7);
        assert_eq!(game.agents() as u64, layout["agents"].as_u64().unwrap());
        for row in layout["rows"].as_array().unwrap() {
            let mut counts = Counts::default();
            let plies = row["ply"].as_u64().unwrap() as usize;
            count(&game, &game.initial(Seed::default()), plies, &mut counts);
            let seen = serde_json::json!({
                "ply": plies,
                "agent": (plies - 1) % game.agents(),
                "nodes": counts.nodes,
                "wins": counts.wins,
                "losses": counts.losses,
                "score_sum": counts.score_sum,
                "distinct": counts.distinct.len(),
            });
            assert_eq!(&seen, row, "{}", layout["layout"]);
        }
    }
}

#[test]
fn python_random_numbers_are_reproduced() {
    let vectors: Value = serde_json::from_str(RANDOM).unwrap();
    for (seed, expected) in vectors.as_object().unwrap() {
        let random = || match seed.strip_prefix('\'') {
            Some(text) => PythonRandom::from_text(text.trim_end_matches('\'')),
            None => PythonRandom::from_number(seed.parse().unwrap()),
        };
        let list = |key: &str| expected[key].as_array().unwrap().clone();
        let mut units = random();
        for unit in list("random_dec") {
            assert_eq!(units.unit(), unit.as_f64().unwrap(), "seed {seed}");
        }
        let mut words = random();
        for word in list("getrandbits32") {
            assert_eq!(u64::from(words.word()), word.as_u64().unwrap(), "seed {seed}");
        }
        let mut choices = random();
        for (index, choice) in list("choice_len_1_2_3_4_5").iter().enumerate() {
            let length = index as u32 % 5 + 1;
            assert_eq!(
                u64::from(choices.below(length)),
                choice.as_u64().unwrap(),
                "seed {seed}, draw {index}"
            );
        }
    }
}
