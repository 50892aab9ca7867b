//! Looking around in recorded searches: branches that were not kept, cutoffs, simulations, other algorithms.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::sync::Arc;

use plylab_core::{Budget, Files, InputError, Seed};
use plylab_lab::explorer::{
    BoundFrom, Explorer, ExplorerNode, StepOptions, TreeEnd, TreeEvent, TreeNodeKind, TreeSort, TreeView,
    ViewOptions,
};
use plylab_search::record::overview::WidthScale;
use plylab_search::record::{BYTES_KEPT, NodePhase, RecordedNumber};
use proptest::prelude::*;

/// One file, by any name.
struct Text(String);

impl Files for Text {
    fn read(&self, _: &str) -> Result<Vec<u8>, InputError> {
        Ok(self.0.clone().into_bytes())
    }
}

fn record(game: &str, position: &str, agent: &str, nodes: usize) -> Explorer {
    record_file(game, String::new(), position, agent, nodes)
}

fn record_file(game: &str, file: String, position: &str, agent: &str, nodes: usize) -> Explorer {
    let game = plylab_standard::registry().open(&game.parse().unwrap(), &Text(file)).unwrap();
    let start = if position.is_empty() { game.start(Seed(0)) } else { game.position(position).unwrap() };
    let agent = agent.parse().unwrap();
    Explorer::record(Arc::from(game), start, &agent, Seed(0), &Budget::unlimited(), nodes).unwrap()
}

fn view(explorer: &mut Explorer, node: usize) -> TreeView {
    explorer.view(node, ViewOptions::default()).unwrap()
}

fn at(explorer: &mut Explorer, path: &[&str]) -> TreeView {
    let path: Vec<String> = path.iter().map(|&action| action.to_owned()).collect();
    let node = explorer.find(&path).unwrap();
    view(explorer, node)
}

fn number(node: &ExplorerNode) -> f64 {
    node.number.unwrap().0
}

/// Every node below the root that is reached by opening everything, by its path, with value, window and what ended it.
type Whole = BTreeMap<Vec<String>, (Option<RecordedNumber>, String, u64)>;

fn walk(explorer: &mut Explorer, open: bool, deepest: usize) -> Whole {
    let mut whole = Whole::new();
    let mut todo = vec![0];
    while let Some(node) = todo.pop() {
        if open {
            explorer.open(node, &Budget::unlimited()).unwrap();
        }
        let TreeView { focus, children, moves, .. } =
            explorer.view(node, ViewOptions { scenes: false, ..ViewOptions::default() }).unwrap();
        if let Some(opened) = &focus.opened {
            assert!(opened.same, "{moves:?}: {opened:?}");
        }
        assert!(!open || node == 0 || focus.unkept == 0 || moves.len() >= deepest, "{moves:?}: {focus:?}");
        let facts = format!("{:?} {:?} {:?} {:?}", focus.window, focus.value, focus.end, focus.kind);
        whole.insert(moves.clone(), (focus.number, facts, focus.below));
        if moves.len() < deepest {
            todo.extend(children.iter().map(|child| child.node));
        }
    }
    whole
}

#[test]
fn the_textbook_cut_is_decided_by_two_nodes() {
    let mut explorer = record("tree:file=textbook", "", "alphabeta:depth=2", 1_000);
    let middle = at(&mut explorer, &["middle"]);
    assert_eq!(number(&middle.focus), 2.0);
    let TreeEnd::Cut { value, limit, pruned, .. } = &middle.focus.end else {
        panic!("{:?}", middle.focus.end)
    };
    assert_eq!((value.0, limit.0, pruned.len()), (2.0, 3.0, 2));
    assert_eq!(
        middle.children.iter().filter_map(|child| child.unseen).map(|n| n.0).collect::<Vec<_>>(),
        [4.0, 6.0]
    );
    let why = explorer.why(middle.focus.node, &Budget::unlimited()).unwrap();
    let cut = why.cut.unwrap();
    let (crossed, set) = (cut.crossed.unwrap(), cut.set.unwrap());
    assert_eq!((crossed.action.as_deref(), number(&crossed)), (Some("1"), 2.0));
    assert_eq!((set.action.as_deref(), number(&set), cut.from), (Some("left"), 3.0, Some(BoundFrom::Node)));
    assert_eq!((cut.holder.unwrap().node, cut.strict), (0, true));
    let refutation = why.refutation.unwrap();
    let line: Vec<&str> = refutation.line.iter().map(|step| step.action.as_str()).collect();
    assert_eq!((line, refutation.instead.action.as_deref()), (vec!["middle", "1"], Some("left")));
    // Why was a pruned move not searched? Because its parent was cut.
    let pruned = middle.children.last().unwrap().node;
    assert_eq!(explorer.why(pruned, &Budget::unlimited()).unwrap().cut.unwrap().at.node, middle.focus.node);
}

/// Walks through every cutoff of a recording and checks the two nodes that decide it against the rules.
fn check_cuts(explorer: &mut Explorer) -> usize {
    let mut checked = 0;
    for node in 0..explorer.recording().len() {
        let Some(cut) = explorer.recording().node(node).and_then(|facts| facts.cut) else { continue };
        let (Some(value), Some(limit)) = (cut.value, cut.limit) else { continue };
        let reason = explorer.why(node, &Budget::unlimited()).unwrap().cut.unwrap();
        let crossed = reason.crossed.unwrap();
        assert_eq!((crossed.parent, number(&crossed)), (Some(node), value));
        let is_max = reason.at.kind == Some(TreeNodeKind::Max);
        assert!(if is_max { value >= limit } else { value <= limit });
        if reason.from == Some(BoundFrom::Node) {
            let (holder, set) = (reason.holder.unwrap(), reason.set.unwrap());
            assert_eq!((set.parent, number(&set)), (Some(holder.node), limit));
            // The bound is held by the other side, above.
            assert_eq!(holder.kind, Some(if is_max { TreeNodeKind::Min } else { TreeNodeKind::Max }));
            let above = explorer.moves(node);
            assert!(
                above.starts_with(&explorer.moves(holder.node))
                    && !above.starts_with(&explorer.moves(set.node))
            );
        }
        checked += 1;
    }
    checked
}

#[test]
fn every_cut_of_a_real_search_is_decided_by_two_nodes() {
    let mut explorer = record("connect4", "4453", "alphabeta:depth=5", 1_000_000);
    assert!(check_cuts(&mut explorer) > 100);
    let mut small = record("connect4", "4453", "alphabeta:depth=5,cut=inclusive,order=eval", 300);
    assert!(check_cuts(&mut small) > 5);
}

#[test]
fn a_branch_that_was_not_kept_opens_with_the_value_it_had() {
    for agent in [
        "alphabeta:depth=4",
        "minimax:depth=3",
        "alphabeta:depth=5,cut=inclusive,order=eval,prefer-short-wins=on",
    ] {
        let whole = walk(&mut record("connect4", "44535", agent, 1_000_000), false, 9);
        let mut small = record("connect4", "44535", agent, 60);
        assert!(small.recording().len() <= 60);
        let opened = walk(&mut small, true, 9);
        assert_eq!(opened.len(), whole.len(), "{agent}");
        assert!(opened == whole, "{agent}");
    }
    // An agent that cannot search a branch alone makes its whole decision again.
    for agent in ["report-c:depth=3", "report-c-repaired:depth=3"] {
        let whole = walk(&mut record("sim", "", agent, 1_000_000), false, 2);
        assert!(walk(&mut record("sim", "", agent, 100), true, 2) == whole, "{agent}");
    }
}

#[test]
fn a_table_that_makes_it_differ_is_named() {
    let agent = "alphabeta:depth=7,table=1";
    let mut explorer = record("connect4", "", agent, 200);
    let mut todo = vec![0];
    let mut differing = 0;
    while let Some(node) = todo.pop() {
        explorer.open(node, &Budget::unlimited()).unwrap();
        let TreeView { focus, children, .. } = view(&mut explorer, node);
        if let Some(opened) = focus.opened {
            assert_eq!(opened.because.is_some(), !opened.same);
            differing += usize::from(!opened.same);
            // An exact value is the same with any table.
            assert!(opened.value == opened.had || focus.value.is_some_and(|value| !value.is_exact()));
        }
        if focus.depth < 2 {
            todo.extend(children.iter().map(|child| child.node));
        }
    }
    assert!(differing > 0);
}

#[test]
fn steps_tell_what_happened_and_what_was_known() {
    let mut explorer = record("tree:file=textbook", "", "alphabeta:depth=2", 1_000);
    let steps = explorer.recording().steps();
    let mut events = Vec::new();
    for step in 0..steps {
        let stepped = explorer.step(step, &StepOptions::default()).unwrap();
        assert_eq!(stepped.previous, step.checked_sub(1));
        assert_eq!(stepped.next, Some(step + 1).filter(|&next| next < steps));
        // The last step knows everything.
        assert_eq!(stepped.view.focus.now.is_some_and(|now| now.current), step + 1 < steps);
        events.push(stepped.event);
    }
    let entered = events.iter().filter(|event| matches!(event, TreeEvent::Entered { .. })).count();
    let left = events.iter().filter(|event| matches!(event, TreeEvent::Left { .. })).count();
    assert_eq!(
        (entered as u64, left as u64),
        (explorer.recording().visited(), explorer.recording().visited())
    );
    let cut = events.iter().position(|event| matches!(event, TreeEvent::Cut { .. })).unwrap();
    let stepped = explorer.step(cut as u64, &StepOptions::default()).unwrap();
    let now = stepped.view.focus.now.unwrap();
    assert_eq!((now.phase, now.value, now.cut), (NodePhase::Open, Some(RecordedNumber(2.0)), true));
    let root = stepped.view.path[0].now.unwrap();
    assert_eq!((root.value, root.alpha), (Some(RecordedNumber(3.0)), Some(RecordedNumber(3.0))));
    // Where nodes were not kept, a step is told to be inside.
    let mut small = record("connect4", "", "alphabeta:depth=4", 60);
    let steps = small.recording().steps();
    let mut step = 0;
    let mut seen = 0;
    while let Some(next) = small.step(step, &StepOptions::default()).unwrap().next {
        assert!(next > step && next < steps);
        assert!(!matches!(
            small.step(next, &StepOptions::default()).unwrap().event,
            TreeEvent::Inside { .. }
        ));
        step = next;
        seen += 1;
    }
    assert!(seen > 60 && seen < steps, "{seen} of {steps}");
    assert!((0..steps).any(|step| matches!(
        small.step(step, &StepOptions::default()).unwrap().event,
        TreeEvent::Inside { .. }
    )));
}

#[test]
fn the_other_algorithms_search_with_the_same_evaluation_and_depth() {
    for (position, agent) in [
        ("4453", "alphabeta:depth=5,eval=tuned,order=eval"),
        ("4453", "alphabeta:depth=6,engine=on,table=1,eval=tuned"),
        ("44444", "alphabeta:depth=4,iterative-deepening=on,root=exact,eval=report"),
        ("1212", "alphabeta:depth=4,engine=on,table=1,eval=tuned"),
    ] {
        let explorer = record("connect4", position, agent, 1_000);
        let compared = explorer.compare(&Budget::unlimited()).unwrap();
        let rows = &compared.rows;
        let own = &rows[0];
        let eval = explorer.thought().eval.clone().unwrap();
        let others: Vec<_> = rows[1..].iter().map(|row| format!("{:?}", row.algorithm)).collect();
        assert_eq!(others, ["Minimax", "Strict", "Inclusive", "Expectimax"], "{agent}");
        for row in &rows[1..4] {
            assert_eq!((row.agent.setting("eval"), row.depth), (Some(eval.as_ref()), own.depth), "{agent}");
            assert!(row.agrees, "{agent}: {row:?} and {own:?}");
        }
        assert!(rows[1].nodes > rows[2].nodes);
        let fewer = format!("{} finds the same value as {} with", rows[2].agent, rows[1].agent);
        assert!(compared.remarks.iter().any(|remark| remark.to_string().starts_with(&fewer)), "{compared:?}");
    }
    let alone = record("connect4", "", "mcts:sims=50", 1_000).compare(&Budget::unlimited()).unwrap();
    assert_eq!((alone.rows.len(), alone.remarks.len()), (1, 0));
}

/// The visits of a node are its own playout and those of its children.
fn check_visits(explorer: &mut Explorer, simulations: u64) {
    let root = view(explorer, 0);
    let visits = |node: &ExplorerNode| node.samples.unwrap().visits;
    assert_eq!(visits(&root.focus), simulations);
    assert_eq!(root.children.iter().map(visits).sum::<u64>(), simulations);
    let mut todo: Vec<usize> = root.children.iter().map(|child| child.node).collect();
    while let Some(node) = todo.pop() {
        let TreeView { focus, children, .. } = view(explorer, node);
        let below: u64 = children.iter().map(visits).sum();
        let own = visits(&focus) - below;
        // A finished or proven node is visited without a child.
        let ends = matches!(focus.end, TreeEnd::Over | TreeEnd::Proven);
        assert!(focus.unkept > 0 || ends || own == 1, "{focus:?}: {below}");
        if let Some(ucb) = focus.samples.unwrap().ucb {
            assert_eq!(ucb.score.0, ucb.mean.0 + ucb.bonus.0);
        }
        todo.extend(children.iter().map(|child| child.node));
    }
}

#[test]
fn the_visits_of_simulations_add_up() {
    for (game, agent, simulations) in [
        ("connect4", "mcts:sims=500", 500),
        ("connect4", "report-e-mcts", 1000),
        ("pacman:layout=trap", "mcts:sims=200", 200),
        ("tictactoe", "mcts:sims=300,prove=no", 300),
    ] {
        let mut explorer = record(game, "", agent, 1_000_000);
        check_visits(&mut explorer, simulations);
        let log = explorer.recording().samples().unwrap();
        assert_eq!((log.simulations(), log.logged()), (simulations, simulations));
        assert_eq!(log.head_start(), u32::from(agent == "report-e-mcts"));
        let chosen = explorer.thought().decision.clone();
        let best = at(&mut explorer, &[&chosen.action]);
        if game == "connect4" {
            let mean = best.focus.samples.unwrap().mean.unwrap().0;
            assert!((mean - chosen.value.unwrap().as_score().unwrap()).abs() < 1e-9, "{agent}");
        }
    }
}

#[test]
fn simulations_can_be_watched_one_by_one() {
    let mut explorer = record("connect4", "", "mcts:sims=200", 1_000_000);
    let mut before = 0;
    for step in 0..=200 {
        let stepped = explorer.step(step, &StepOptions::default()).unwrap();
        let root = &stepped.view.path[0];
        assert_eq!(root.samples.unwrap().visits, step);
        let TreeEvent::Simulation {
            number,
            selection,
            expansion,
            playout,
            rewards,
            backpropagation,
            moves,
            ..
        } = stepped.event
        else {
            assert_eq!(step, 0);
            continue;
        };
        assert_eq!((number, rewards.len()), (step, 2));
        assert_eq!(backpropagation.len(), selection.len() + usize::from(expansion.is_some()));
        assert_eq!(moves.len() + 1, backpropagation.len());
        // The playout can be played on the board, to its end.
        let mut position = explorer.root().boxed_clone();
        for action in moves.iter().chain(playout.as_ref().unwrap()) {
            position.play(action).unwrap();
        }
        assert_eq!(position.turn(), plylab_core::Turn::Over);
        assert_eq!(rewards[0].0, position.utility(plylab_core::AgentId(0)).unwrap());
        before += 1;
    }
    assert_eq!(before, 200);
    // In the end, the state is the one that was recorded, and earlier states can be looked at again.
    let last = explorer.step(200, &StepOptions::default()).unwrap().view.path[0].samples;
    assert_eq!(last, view(&mut explorer, 0).focus.samples);
    let plot = explorer.plot(10).unwrap();
    assert_eq!(
        (plot.simulations.first(), plot.simulations.last(), plot.moves.len()),
        (Some(&0), Some(&200), 7)
    );
    for (index, &simulations) in plot.simulations.iter().enumerate() {
        assert_eq!(plot.moves.iter().map(|plotted| plotted.visits[index]).sum::<u64>(), simulations);
    }
}

#[test]
fn a_small_recording_of_simulations_keeps_the_visited_nodes() {
    let mut small = record("connect4", "", "mcts:sims=2000", 100);
    let mut whole = record("connect4", "", "mcts:sims=2000", 1_000_000);
    assert!(small.recording().len() <= 100);
    assert_eq!(small.recording().visited(), whole.recording().visited());
    let (few, all) = (view(&mut small, 0), view(&mut whole, 0));
    assert_eq!(few.focus.samples, all.focus.samples);
    assert_eq!((few.focus.below, few.children.len()), (all.focus.below, 7));
    for child in &few.children {
        let same = all.children.iter().find(|other| other.action == child.action).unwrap();
        assert_eq!((child.samples, child.below), (same.samples, same.below));
        small.open(child.node, &Budget::unlimited()).unwrap();
        let opened = view(&mut small, child.node);
        assert!(opened.focus.opened.as_ref().is_none_or(|opened| opened.same), "{:?}", opened.focus.opened);
        assert_eq!(opened.children.len(), view(&mut whole, same.node).children.len());
    }
}

#[test]
fn an_overview_fits_its_width_and_counts_every_node() {
    let mut explorer = record("connect4", "", "alphabeta:depth=6", 1_000_000);
    for scale in [WidthScale::Log, WidthScale::Linear] {
        let strips = explorer.overview(0, 300.0, 32, scale, None);
        assert_eq!(strips[0].len(), 1);
        assert_eq!(strips[0][0].0.nodes, explorer.recording().visited());
        for strip in &strips {
            assert!(strip.len() <= 600);
            let width: f64 = strip.iter().map(|(cell, _)| cell.width).sum();
            assert!(width <= 300.0 + 1e-6);
            assert!(strip.windows(2).all(|pair| pair[0].0.x + pair[0].0.width <= pair[1].0.x + 1e-6));
        }
    }
}

#[test]
fn children_are_sorted_as_asked() {
    let mut explorer = record("tree:file=textbook", "", "alphabeta:depth=2", 1_000);
    let mut order = |node: usize, sort: TreeSort| -> Vec<String> {
        let view = explorer.view(node, ViewOptions { sort, ..ViewOptions::default() }).unwrap();
        view.children.into_iter().filter_map(|child| child.action).collect()
    };
    assert_eq!(order(0, TreeSort::Searched), ["left", "middle", "right"]);
    assert_eq!(order(0, TreeSort::Best)[0], "left");
    assert_eq!(order(0, TreeSort::Cut)[0], "middle");
}

#[test]
fn a_path_that_leads_nowhere_is_refused() {
    let mut explorer = record("connect4", "", "minimax:depth=4", 20);
    let path = |moves: &[&str]| moves.iter().map(|&action| action.to_owned()).collect::<Vec<String>>();
    let code = |error: InputError| error.wrong().code().to_owned();
    assert_eq!(code(explorer.find(&path(&["9"])).unwrap_err()), "no-such-branch");
    assert_eq!(code(explorer.find(&path(&["4", "4", "7"])).unwrap_err()), "branch-not-kept");
    let node = explorer.open_path(&path(&["4", "4", "4"]), &Budget::unlimited()).unwrap();
    assert_eq!(explorer.moves(node), ["4", "4", "4"]);
    assert_eq!(
        code(explorer.open_path(&path(&["4", "x"]), &Budget::unlimited()).unwrap_err()),
        "no-such-branch"
    );
}

/// A random tree in the format of hand-written trees.
fn tree(depth: u32) -> impl Strategy<Value = String> {
    let leaf = (-9i32..10).prop_map(|value| value.to_string());
    let inner = leaf.prop_recursive(depth, 64, 4, |child| {
        (prop::sample::select(vec!["max", "min"]), prop::collection::vec(child, 1..5))
            .prop_map(|(kind, children)| format!("{kind} [ {} ]", children.join(" ")))
    });
    prop::collection::vec(inner, 2..5).prop_map(|children| format!("max [ {} ]", children.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn random_trees_open_as_they_were(text in tree(5), limit in 2usize..40, inclusive: bool) {
        let rule = if inclusive { "inclusive" } else { "strict" };
        let agent = format!("alphabeta:depth=20,cut={rule}");
        let mut whole = record_file("tree:file=mine", text.clone(), "", &agent, 1_000_000);
        let mut small = record_file("tree:file=mine", text, "", &agent, limit.max(12));
        prop_assert!(small.recording().len() <= limit.max(12));
        prop_assert!(small.recording().bytes() <= BYTES_KEPT);
        check_cuts(&mut whole);
        let expected = walk(&mut whole, false, 30);
        prop_assert_eq!(walk(&mut small, true, 30), expected);
    }
}

#[test]
fn every_step_has_a_sentence_and_some_a_question_before() {
    let mut explorer = record("tree:file=textbook", "", "alphabeta:cut=strict", 1_000);
    let mut told = Vec::new();
    let mut asked = Vec::new();
    for step in 0..explorer.recording().steps() {
        let stepped = explorer.step(step, &StepOptions::default()).unwrap();
        told.push(stepped.words.to_string());
        if let Some(question) = stepped.question {
            asked.push((step, question.words.to_string(), question.choices[question.right].to_string()));
        }
    }
    assert_eq!(
        [0, 3, 8, 12, 13, 22].map(|step: usize| told[step].as_str()),
        [
            "Max is to move at the root. Only values between -inf and inf matter here.",
            "The leaf 'left > 1' is worth 3.",
            "Min takes the smallest: 'left' is worth 3.",
            "Cutoff: Min can already hold 'middle' to 2, but Max is sure of 3 elsewhere and will not choose this. So 2 more \
             moves here need not be searched.",
            "The search leaves 'middle'. It is worth at most 2; how much exactly does not matter.",
            "The search is over: the root is worth 3.",
        ]
    );
    let cut = "What happens at 'middle' next: is the rest cut, or is the next move searched?".to_owned();
    assert_eq!(asked[0], (7, "What is 'left' worth?".to_owned(), "3".to_owned()));
    assert_eq!(asked[1], (11, cut, "The rest is cut".to_owned()));
    assert!(asked[2..4].iter().all(|(_, _, answer)| answer == "The next move is searched"), "{asked:?}");
    assert_eq!(asked.last().unwrap().2, "'left'");
}

#[test]
fn drawn_nodes_are_told_as_they_were_known() {
    let mut explorer = record("tree:file=textbook", "", "alphabeta:cut=strict", 1_000);
    let drawn: Vec<usize> = (0..explorer.recording().len()).collect();
    let options = StepOptions { drawn, ..StepOptions::default() };
    let phases = |explorer: &mut Explorer, step| {
        let stepped = explorer.step(step, &options).unwrap();
        let pruned = stepped.drawn.iter().filter(|drawn| drawn.now.phase == NodePhase::Pruned).count();
        let ahead = stepped.drawn.iter().filter(|drawn| drawn.now.phase == NodePhase::Ahead).count();
        (pruned, ahead, stepped.drawn[5].words.to_string())
    };
    assert_eq!(phases(&mut explorer, 0), (0, 12, "'middle', not visited yet".to_owned()));
    let (pruned, _, words) = phases(&mut explorer, 12);
    assert_eq!(pruned, 2);
    assert!(words.starts_with("'middle', Min, 2 so far, window from 3 to 2, Cutoff:"), "{words}");
    assert_eq!(phases(&mut explorer, 22).1, 0);
}

#[test]
fn visited_and_pruned_nodes_of_a_tree_add_up() {
    for tree in ["textbook", "deep", "question-3"] {
        let explorer = record(&format!("tree:file={tree}"), "", "alphabeta:cut=strict", 1_000);
        let rows = explorer.compare(&Budget::unlimited()).unwrap().rows;
        let sizes: Vec<u64> =
            rows.iter().take(3).map(|row| row.nodes + row.pruned.unwrap().nodes.unwrap()).collect();
        assert!(sizes.windows(2).all(|pair| pair[0] == pair[1]), "{tree}: {sizes:?}");
        let own = explorer.picture(1_000).pruned();
        assert_eq!(rows.iter().find(|row| row.agent == explorer.thought().agent).unwrap().pruned, Some(own));
    }
}

#[test]
fn no_simulated_move_is_the_best_before_the_end() {
    let mut explorer = record("connect4", "", "mcts:sims=200", 1_000_000);
    let best = |explorer: &mut Explorer, step| {
        let view =
            explorer.step(step, &StepOptions { focus: Some(0), ..StepOptions::default() }).unwrap().view;
        view.children.iter().filter(|child| child.best).count()
    };
    assert_eq!((best(&mut explorer, 5), best(&mut explorer, 199), best(&mut explorer, 200)), (0, 0, 1));
}
