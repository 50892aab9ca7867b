//! Tests of the module above.

use plylab_core::{AgentId, DepthUnit, Game, Notation, Turn};
use proptest::prelude::*;

use super::*;
use crate::tree::TREES;

const HEAD: &str = "class: \"GraphGameTreeTest\"\nalg: \"MinimaxAgent\"\ndepth: \"2\"\n";

/// A test with three agents and these lines after the first four.
fn read(rest: &str) -> Result<CourseTest, String> {
    CourseTest::parse(&format!("{HEAD}num_agents: \"3\"\n{rest}")).map_err(|error| error.to_string())
}

fn error(rest: &str) -> String {
    read(rest).unwrap_err()
}

#[test]
fn reads_the_small_example() {
    let test = CourseTest::parse(TREES[4].text).unwrap();
    assert_eq!((test.algorithm, test.depth), (CourseAlgorithm::AlphaBeta, 1));
    let game = &test.tree;
    assert_eq!((game.info().depth_unit, game.info().agents.join(",")), (DepthUnit::Round, "max,min".into()));
    let leaf = game.parse_position("E").unwrap();
    assert_eq!((game.turn(&leaf), game.utility(&leaf, AgentId(0))), (Turn::Over, 9.0));
    assert!(game.is_listed(&leaf) && !game.is_listed(&game.parse_position("B").unwrap()));
    let solution = CourseSolution::parse(include_str!("../../../trees/course.solution")).unwrap();
    assert_eq!(solution.action, "Left");
    assert_eq!(solution.generated.iter().map(String::as_str).collect::<String>(), "ABCDEF");
}

#[test]
fn turns_rotate_and_lists_decide_how_it_ends() {
    let test = read(
        "start_state: \"s\"\nwin_states: \"w v\"\nlose_states: \"l\"\n\
         successors: \"\"\"\ns a t # first\n\nt a s\n t b w\nw on s\nt c l\nt d v\nt e u\n\"\"\"\n\
         evaluation: \"\"\"\nv -5\nt 2\n\"\"\"",
    );
    let game = &test.unwrap().tree;
    assert_eq!(game.info().agents, ["max", "min 1", "min 2"]);
    let at = |text: &str| game.parse_position(text).unwrap();
    assert_eq!(game.turn(&at("t@1")), Turn::Agent(AgentId(1)));
    assert_eq!(game.turn(&at("s@2")), Turn::Agent(AgentId(2)));
    assert_eq!(game.turn(&at("t@0")), Turn::Agent(AgentId(0)));
    for (text, utility, outcome) in [
        ("w@2", 1.0, Outcome::Win),
        ("l@2", -1.0, Outcome::Loss),
        ("v@2", -5.0, Outcome::Win),
        ("u@2", 0.0, Outcome::Draw),
    ] {
        let state = at(text);
        assert_eq!(game.turn(&state), Turn::Over, "{text}");
        assert_eq!(game.utility(&state, AgentId(0)), utility, "{text}");
        assert_eq!(game.outcome(&state, AgentId(0)), outcome, "{text}");
    }
    assert_eq!(game.outcome(&at("v@2"), AgentId(2)), Outcome::Loss);
}

#[test]
fn mistakes_are_reported_with_their_line() {
    let form = "write key: \"value\", or key: \"\"\" with the value below it and a last line of \"\"\"";
    let start = "start_state: \"s\"\n";
    assert_eq!(error("what"), format!("line 5: 'what' has no ':'; {form}"));
    assert_eq!(
        error("evaluations: \"\""),
        "line 5: there is no key 'evaluations'; the keys are class, alg, depth, num_agents, start_state, \
         win_states, lose_states, successors, evaluation, diagram"
    );
    assert_eq!(error("depth: \"3\""), "line 5: depth is given twice; give it once");
    assert_eq!(
        error("start_state: s"),
        format!("line 5: the value of 'start_state' is not in quotes; {form}")
    );
    assert_eq!(
        error("successors: \"\"\"\na b c"),
        format!("line 5: the value of 'successors' has no end; {form}")
    );
    assert_eq!(error(""), "the key start_state is missing; add start_state: \"...\"");
    assert_eq!(
        error("start_state: \"a b\""),
        "line 5: start_state has more than one word; write one word: start_state: \"...\""
    );
    assert_eq!(
        error("start_state: \"\""),
        "line 5: start_state is empty; write one word: start_state: \"...\""
    );
    assert_eq!(
        error(&format!("{start}successors: \"\"\"\na b\n\"\"\"")),
        "line 7: there are 2 words; a line of successors has the form: state action next"
    );
    assert_eq!(
        error(&format!("{start}successors: \"\"\"\ns a b\ns a c\n\"\"\"")),
        "line 8: 's' has two moves named 'a'; give each a unique name"
    );
    assert_eq!(
        error(&format!("{start}successors: \"\"\"\ns a b\n\"\"\"\nevaluation: \"b x\"")),
        "line 9: 'x' is not a number; a line of evaluation has the form: state value"
    );
    assert_eq!(
        error(&format!("{start}successors: \"s a b\"\nevaluation: \"\"\"\nb 1\nb 2\n\"\"\"")),
        "line 9: 'b' has two values; give it one"
    );
    assert_eq!(
        error(&format!("{start}successors: \"s a b\"\nwin_states: \"b\"\nlose_states: \"b\"")),
        "line 8: 'b' is both won and lost; list it in win_states or in lose_states"
    );
    let whole = |text: &str| CourseTest::parse(text).unwrap_err().to_string();
    assert_eq!(
        whole("class: \"EvalAgentTest\"\nlayout: \"small\""),
        "line 1: a test of class 'EvalAgentTest' is not a tree; only GraphGameTreeTest is one"
    );
    assert_eq!(
        whole("class: \"GraphGameTreeTest\"\nalg: \"Magic\""),
        "line 2: alg cannot be 'Magic'; use MinimaxAgent, AlphaBetaAgent or ExpectimaxAgent"
    );
    assert_eq!(
        whole(&format!("{HEAD}num_agents: \"0\"")),
        "line 4: num_agents cannot be '0'; use a number from 1 to 16"
    );
}

#[test]
fn too_many_successors_are_refused() {
    let lines: String = (0..256).map(|n| format!("s a{n} b\n")).collect();
    assert_eq!(
        error(&format!("start_state: \"s\"\nsuccessors: \"\"\"\n{lines}\"\"\"")),
        "line 262: 's' has more than 255 successors; use fewer"
    );
}

#[test]
fn a_test_is_recognised_by_its_first_key() {
    assert!(is_course("# a test\n\n class : \"x\""));
    assert!(is_course("alg: \"x\""));
    assert!(!is_course("agents: max min\nmax [ class: 3 ]"));
    assert!(!is_course(""));
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text: String) {
        let _ = read(&text);
        let _ = CourseSolution::parse(&text);
    }
}
