//! Every way to look ahead finds the value that a slow and obvious search finds.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod reference;
mod textbook;

use plylab_core::{
    Adversarial, Agent as _, AgentId, Averaging, Budget, Context, Cut, Depth, Eval, Game, Hashed, Model,
    Notation as _, Observer, Outcome, Rng, Seed, Value,
};
use plylab_games::connect4::{ConnectFour, ConnectFourEval};
use plylab_games::pacman::{Classic, ClassicEval, Grid, GridEval, Step, shipped};
use plylab_games::sim::{Sim, SimEval};
use plylab_games::tictactoe::TicTacToe;
use plylab_games::tree::{TreeEval, TreeGame};
use plylab_search::lookahead::{
    CutRule, Lookahead, LookaheadSettings, RootValues, Star, Ties, TranspositionTable,
};
use plylab_search::{LookaheadAgent, Others};

use reference::{check, variants};

/// A random tree in the text of the tree game: few different values, so that ties abound.
fn random_tree(rng: &mut Rng, agents: &[&str], chance: bool, depth: u32) -> String {
    if depth == 0 || rng.below(8) == 0 {
        return (rng.below(9) as i32 - 4).to_string();
    }
    let mover = if chance && rng.below(3) == 0 { "chance" } else { agents[rng.below(agents.len())] };
    let children: Vec<String> =
        (0..1 + rng.below(4)).map(|_| random_tree(rng, agents, chance, depth - 1)).collect();
    format!("{mover} ~{} [ {} ]", rng.below(9) as i32 - 4, children.join(" "))
}

fn random_game(rng: &mut Rng, agents: &[&str], chance: bool) -> TreeGame {
    let text = random_tree(rng, agents, chance, 5);
    TreeGame::parse(&format!(
        "agents: {}\n{} [ {text} {} ]",
        agents.join(" "),
        agents[0],
        random_tree(rng, agents, chance, 4)
    ))
    .unwrap()
}

#[test]
fn random_trees_without_dice() {
    let mut rng = Seed(11).rng();
    for number in 0..1500 {
        let game = random_game(&mut rng, &["max", "min"], false);
        let depth = Depth::plies(1 + number % 7);
        let state = game.initial(Seed(0));
        check(&game, Adversarial, TreeEval::Value, &state, depth, &variants(depth));
    }
}

#[test]
fn random_trees_with_dice_and_several_opponents() {
    let mut rng = Seed(12).rng();
    for number in 0..700 {
        let game = random_game(&mut rng, &["max", "min", "third"], true);
        let depth =
            if number % 2 == 0 { Depth::plies(1 + number % 6) } else { Depth::rounds(1 + number % 3) };
        let state = game.initial(Seed(0));
        let settings = variants(depth);
        check(&game, Adversarial, TreeEval::Value, &state, depth, &settings);
        check(&game, Averaging::default(), TreeEval::Value, &state, depth, &settings);
        check(&game, Others::Mixed(None), TreeEval::Value, &state, depth, &settings);
    }
}

#[test]
fn pruned_chance_nodes_give_the_same_value_from_fewer_states() {
    let mut rng = Seed(13).rng();
    let (mut full, mut pruned) = (0, [0, 0]);
    for number in 0..1500 {
        let game = random_game(&mut rng, &["max", "min"], true);
        let depth = Depth::plies(2 + number % 5);
        let state = game.initial(Seed(0));
        for (index, star) in [Star::One, Star::Two].into_iter().enumerate() {
            for cut in [CutRule::Strict, CutRule::Inclusive] {
                let settings = LookaheadSettings { star, ..LookaheadSettings::plain(depth, cut) };
                check(&game, Adversarial, TreeEval::Value, &state, depth, &[settings]);
                check(&game, Averaging::default(), TreeEval::Value, &state, depth, &[settings]);
            }
            pruned[index] += nodes(
                &game,
                Adversarial,
                TreeEval::Value,
                &state,
                LookaheadSettings { star, ..LookaheadSettings::plain(depth, CutRule::Strict) },
            );
        }
        full += nodes(
            &game,
            Adversarial,
            TreeEval::Value,
            &state,
            LookaheadSettings::plain(depth, CutRule::Strict),
        );
    }
    assert!(pruned[0] < full, "{pruned:?} of {full}");
}

fn nodes<G: Hashed, M: Model<G>, E: Eval<G>>(
    game: &G,
    model: M,
    eval: E,
    state: &G::State,
    settings: LookaheadSettings,
) -> u64 {
    let table = (settings.table > 0).then(|| TranspositionTable::new(settings.table).unwrap());
    let lookahead = Lookahead { game, model: &model, eval: &eval, settings, table: &table };
    lookahead.decide(state, &Budget::unlimited(), &mut Seed(1).rng(), ()).unwrap().stats.nodes
}

/// Positions met in random play in which an agent is to move.
fn positions<G: Game>(game: &G, seed: Seed, count: usize) -> Vec<G::State> {
    let mut rng = seed.rng();
    let mut found = Vec::new();
    let mut state = game.initial(seed);
    while found.len() < count {
        let actions = game.list_actions(&state);
        match rng.pick(&actions) {
            None => state = game.initial(Seed(rng.word())),
            Some(&action) => {
                if game.turn(&state).agent().is_some() && rng.below(5) == 0 {
                    found.push(state.clone());
                }
                game.apply(&mut state, action);
            }
        }
    }
    found
}

#[test]
fn positions_of_every_game() {
    let connect4 = ConnectFour::default();
    for state in positions(&connect4, Seed(1), 12) {
        for eval in [ConnectFourEval::Report, ConnectFourEval::Tuned] {
            let depth = Depth::plies(4);
            check(&connect4, Adversarial, eval, &state, depth, &variants(depth));
            let star = [Star::One, Star::Two]
                .map(|star| LookaheadSettings { star, ..LookaheadSettings::plain(depth, CutRule::Strict) });
            check(&connect4, Averaging::default(), eval, &state, depth, &star);
        }
    }
    let sim = Sim::default();
    for state in positions(&sim, Seed(2), 8) {
        for eval in [SimEval::Report, SimEval::Tuned] {
            let depth = Depth::plies(3);
            check(&sim, Adversarial, eval, &state, depth, &variants(depth));
        }
    }
    for layout in ["trap", "cross", "dead-ends"] {
        let pacman = Classic::new(&shipped(layout).unwrap().layout().unwrap());
        for state in positions(&pacman, Seed(3), 6) {
            let depth = Depth::rounds(2);
            for eval in [ClassicEval::Score, ClassicEval::ReportD, ClassicEval::Tuned] {
                check(&pacman, Adversarial, eval, &state, depth, &variants(depth));
                check(&pacman, Averaging::default(), eval, &state, depth, &variants(depth)[..8]);
                check(&pacman, Others::Mixed(None), eval, &state, depth, &variants(depth)[..8]);
            }
        }
    }
    let grid = Grid::searched().unwrap();
    for state in positions(&grid, Seed(4), 6) {
        let depth = Depth::plies(4);
        check(&grid, Adversarial, GridEval::Report, &state, depth, &variants(depth));
    }
}

#[test]
fn the_trap() {
    let game = Classic::new(&shipped("trap").unwrap().layout().unwrap());
    let start = game.initial(Seed(0));
    let decide = |cut, rounds| {
        let settings = LookaheadSettings::plain(Depth::rounds(rounds), cut);
        let lookahead =
            Lookahead { game: &game, model: &Adversarial, eval: &ClassicEval::Score, settings, table: &None };
        let decision = lookahead.decide(&start, &Budget::unlimited(), &mut Seed(1).rng(), ()).unwrap();
        (decision.action, decision.value.unwrap().rank(), decision.stats.nodes)
    };
    let minimax = [1, 2, 3, 4].map(|rounds| decide(CutRule::Never, rounds));
    assert_eq!(
        minimax,
        [(Step::West, -1.0, 15), (Step::West, -2.0, 46), (Step::East, -501.0, 77), (Step::East, -501.0, 107)]
    );
    let alpha_beta = [1, 2, 3, 4].map(|rounds| decide(CutRule::Strict, rounds).2);
    assert_eq!(alpha_beta, [13, 44, 50, 56]);
}

/// The cutoffs that an observer sees in the textbook tree.
#[derive(Default)]
struct Cuts(Vec<(Cut, usize)>);

impl<A> Observer<A> for Cuts {
    fn cut(&mut self, cut: Cut, skipped: &[A]) {
        self.0.push((cut, skipped.len()));
    }
}

#[test]
fn the_textbooks_tree() {
    let game = TreeGame::textbook();
    let settings = LookaheadSettings::plain(Depth::plies(2), CutRule::Strict);
    let lookahead =
        Lookahead { game: &game, model: &Adversarial, eval: &TreeEval::Value, settings, table: &None };
    let mut cuts = Cuts::default();
    let decision = lookahead
        .decide(&game.initial(Seed(0)), &Budget::unlimited(), &mut Seed(1).rng(), &mut cuts)
        .unwrap();
    assert_eq!(decision.value.map(|value| value.rank()), Some(3.0));
    assert_eq!(decision.stats.nodes, 10, "three inner nodes and seven leaves: 4 and 6 are pruned");
    assert_eq!(cuts.0, [(Cut::Alpha { value: 2.0, alpha: 3.0 }, 2)]);
}

#[test]
fn the_odd_cases_are_defined() {
    let decide = |text: &str, depth: u32| {
        let game = TreeGame::parse(text).unwrap();
        let settings = LookaheadSettings::plain(Depth::plies(depth), CutRule::Strict);
        let lookahead =
            Lookahead { game: &game, model: &Adversarial, eval: &TreeEval::Value, settings, table: &None };
        lookahead
            .decide(&game.initial(Seed(0)), &Budget::unlimited(), &mut Seed(1).rng(), ())
            .ok()
            .map(|decision| (decision.value.unwrap().rank(), decision.line.len(), decision.moves.len()))
    };
    assert_eq!(decide("5", 2), None, "a finished root has no decision");
    assert_eq!(decide("chance [ 1 2 ]", 2), None, "no agent decides for the dice");
    assert_eq!(decide("max [ 7 ]", 2), Some((7.0, 1, 1)), "a root with one move");
    assert_eq!(decide("max ~4 [ 7 9 ]", 0), Some((4.0, 0, 0)), "depth 0 judges the root itself");
    assert_eq!(decide("max [ min ~-2 [ 7 9 ] 1 ]", 1), Some((1.0, 1, 2)), "depth 1 stops at estimates");
    // Dice are no ply: with depth 2 the minimiser behind them still moves. But no depth left is no depth left.
    assert_eq!(decide("max [ chance [ min [ 7 8 ] 9 ] 1 ]", 2), Some((8.0, 3, 2)));
    assert_eq!(decide("max [ chance ~2 [ 7 9 ] 1 ]", 1), Some((2.0, 1, 2)));
}

#[test]
fn ties_are_broken_as_asked() {
    let game = TreeGame::parse("max [ a: 1  b: 3  c: min [ 3 5 ]  d: min [ 3 4 ]  e: min [ 4 2 ] ]").unwrap();
    let chosen = |ties, cut, seed| {
        let settings = LookaheadSettings {
            ties,
            root: RootValues::Exact,
            ..LookaheadSettings::plain(Depth::plies(3), cut)
        };
        let lookahead =
            Lookahead { game: &game, model: &Adversarial, eval: &TreeEval::Value, settings, table: &None };
        let decision = lookahead
            .decide(&game.initial(Seed(0)), &Budget::unlimited(), &mut Seed(seed).rng(), ())
            .unwrap();
        let ties: Vec<_> = decision.moves.iter().filter(|weighed| weighed.value.rank() == 3.0).collect();
        assert_eq!(ties.len(), 3, "ties stay visible");
        decision.moves.iter().position(|weighed| weighed.action == decision.action).unwrap()
    };
    for cut in [CutRule::Never, CutRule::Strict, CutRule::Inclusive] {
        assert_eq!(chosen(Ties::First, cut, 1), 1);
        assert_eq!(chosen(Ties::Last, cut, 1), 3);
        let drawn: std::collections::BTreeSet<usize> =
            (0..50).map(|seed| chosen(Ties::Random, cut, seed)).collect();
        assert!(drawn.iter().eq(&[1, 2, 3]));
    }
}

#[test]
fn ordering_and_table_save_nine_states_in_ten() {
    let game = ConnectFour::default();
    let start = game.initial(Seed(0));
    let natural = LookaheadSettings::plain(Depth::plies(8), CutRule::Inclusive);
    let engine = LookaheadSettings { prefer_short_wins: false, ..LookaheadSettings::engine(Depth::plies(8)) };
    let (slow, fast) = (
        nodes(&game, Adversarial, ConnectFourEval::Tuned, &start, natural),
        nodes(&game, Adversarial, ConnectFourEval::Tuned, &start, engine),
    );
    assert!(10 * fast < slow, "{fast} of {slow}");
}

#[test]
fn a_sooner_win_is_preferred() {
    let game = ConnectFour::default();
    // Yellow wins with 4 now, or later by other moves.
    let state = game.parse_position("414141").unwrap();
    for settings in [
        LookaheadSettings {
            prefer_short_wins: true,
            ..LookaheadSettings::plain(Depth::plies(5), CutRule::Strict)
        },
        LookaheadSettings::engine(Depth::plies(7)),
    ] {
        let table = (settings.table > 0).then(|| TranspositionTable::new(1).unwrap());
        let lookahead = Lookahead {
            game: &game,
            model: &Adversarial,
            eval: &ConnectFourEval::Report,
            settings,
            table: &table,
        };
        let decision = lookahead.decide(&state, &Budget::unlimited(), &mut Seed(1).rng(), ()).unwrap();
        assert_eq!(decision.line.len(), 1, "{decision:?}");
        let me = game.turn(&state).agent().unwrap();
        assert_eq!(decision.value, Some(Value::proven(me, Outcome::Win, Some(1))));
    }
}

#[test]
fn a_perfect_player_takes_the_sooner_win_and_says_how_deep_it_looked() {
    let game = TicTacToe::default();
    // X wins at once with b1; a2 and c2, which come before it, win later.
    let state = game.parse_position("oxo/.x./...").unwrap();
    let budget = Budget::unlimited();
    let decision = LookaheadAgent::perfect(&game).act(Context::new(&game, &state, &budget)).unwrap();
    assert_eq!(game.action_text(&state, decision.action), "b1");
    assert_eq!(decision.value, Some(Value::proven(AgentId(0), Outcome::Win, Some(1))));
    assert!((2..=5).contains(&decision.stats.depth), "five cells are free: {}", decision.stats.depth);
    // Points are never traded for a shorter game.
    let tree = TreeGame::parse("max [ now: 1 later: max [ then: 2 ] ]").unwrap();
    let state = tree.initial(Seed(0));
    let decision = LookaheadAgent::perfect(&tree).act(Context::new(&tree, &state, &budget)).unwrap();
    assert_eq!(decision.value, Some(Value::score(AgentId(0), 2.0)));
    assert_eq!(decision.stats.depth, 2);
}

#[test]
fn a_spent_budget_still_gives_a_legal_move() {
    let game = ConnectFour::default();
    let mut rng = Seed(3).rng();
    for nodes in [0, 1, 5, 50, 5000] {
        for settings in [
            LookaheadSettings::plain(Depth::plies(9), CutRule::Strict),
            LookaheadSettings::engine(Depth::plies(30)),
        ] {
            let table = (settings.table > 0).then(|| TranspositionTable::new(1).unwrap());
            let budget = Budget { nodes: Some(nodes), ..Budget::unlimited() };
            let lookahead = Lookahead {
                game: &game,
                model: &Adversarial,
                eval: &ConnectFourEval::Tuned,
                settings,
                table: &table,
            };
            for state in positions(&game, Seed(nodes), 20) {
                let decision = lookahead.decide(&state, &budget, &mut rng, ()).unwrap();
                let actions = game.list_actions(&state);
                assert!(actions.contains(&decision.action));
                assert!(decision.stats.nodes <= nodes + 1, "{} of {nodes}", decision.stats.nodes);
            }
        }
    }
    let stopped = Budget::unlimited();
    stopped.stop.stop();
    let settings = LookaheadSettings::engine(Depth::plies(30));
    let lookahead = Lookahead {
        game: &game,
        model: &Adversarial,
        eval: &ConnectFourEval::Tuned,
        settings,
        table: &TranspositionTable::new(1),
    };
    let decision = lookahead.decide(&game.initial(Seed(0)), &stopped, &mut rng, ()).unwrap();
    assert!(decision.stats.nodes < 3000, "a raised flag is seen at the next look");
}
