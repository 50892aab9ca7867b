//! What the reports say about Pac-Man, reproduced by slow and obvious searches over the contract.
#![expect(clippy::unwrap_used, reason = "what cannot be read fails the test")]

use plylab_core::{Adversarial, AgentId, Averaging, Eval, Game, Model, Notation, Role, Seed, Turn, View};
use plylab_games::pacman::{Classic, ClassicEval, Grid, GridEval, PacmanState, Status, Step, shipped};

const PACMAN: AgentId = AgentId::FIRST;

/// A textbook search: no pruning, no transposition table, values for Pac-Man. Counts the successors it generates.
struct Search<'a, G: Game, M, E> {
    game: &'a G,
    model: M,
    eval: E,
    generated: u64,
}

impl<G: Game, M: Model<G>, E: Eval<G>> Search<'_, G, M, E> {
    fn value(&mut self, state: &G::State, plies: u32) -> f64 {
        let Turn::Agent(actor) = self.game.turn(state) else {
            return self.eval.eval(self.game, state, PACMAN);
        };
        if plies == 0 {
            return self.eval.eval(self.game, state, PACMAN);
        }
        let actions = self.game.list_actions(state);
        let values: Vec<f64> = actions.iter().map(|&action| self.child(state, action, plies)).collect();
        match self.model.role(PACMAN, actor) {
            Role::Max => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
            Role::Min => values.into_iter().fold(f64::INFINITY, f64::min),
            // Every ghost move is as likely as the next: the listings add the values and divide by their number.
            Role::Mean => values.iter().sum::<f64>() / values.len() as f64,
        }
    }

    fn child(&mut self, state: &G::State, action: G::Action, plies: u32) -> f64 {
        let mut next = state.clone();
        self.game.apply(&mut next, action);
        self.generated += 1;
        self.value(&next, plies - 1)
    }

    /// The first best move and its value.
    fn best(&mut self, state: &G::State, plies: u32) -> (G::Action, f64) {
        let actions = self.game.list_actions(state);
        let mut best: Option<(G::Action, f64)> = None;
        for &action in actions.iter() {
            let value = self.child(state, action, plies);
            if best.is_none_or(|(_, max)| value > max) {
                best = Some((action, value));
            }
        }
        best.unwrap()
    }
}

fn trap() -> Classic {
    Classic::new(&shipped("trap").unwrap().layout().unwrap())
}

#[test]
fn minimax_in_the_trap() {
    let game = trap();
    let start = game.initial(Seed::default());
    let found: Vec<(Step, f64, u64)> = (1..=4)
        .map(|rounds| {
            let mut search =
                Search { game: &game, model: Adversarial, eval: ClassicEval::Score, generated: 0 };
            let (step, value) = search.best(&start, 3 * rounds);
            (step, value, search.generated)
        })
        .collect();
    let expected =
        [(Step::West, -1.0, 15), (Step::West, -2.0, 46), (Step::East, -501.0, 77), (Step::East, -501.0, 107)];
    assert_eq!(found, expected);
}

/// Textbook alpha-beta with strict cutoffs: a child that only equals the bound cuts off nothing.
fn strict_alpha_beta(
    game: &Classic,
    state: &PacmanState,
    plies: u32,
    mut alpha: f64,
    mut beta: f64,
    generated: &mut u64,
) -> f64 {
    let Turn::Agent(actor) = game.turn(state) else { return f64::from(state.score()) };
    if plies == 0 {
        return f64::from(state.score());
    }
    let actions = game.list_actions(state);
    let max = actor == PACMAN;
    let mut best = if max { f64::NEG_INFINITY } else { f64::INFINITY };
    for &action in &actions {
        let mut next = *state;
        game.apply(&mut next, action);
        *generated += 1;
        let value = strict_alpha_beta(game, &next, plies - 1, alpha, beta, generated);
        if max {
            best = best.max(value);
            if best > beta {
                return best;
            }
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            if best < alpha {
                return best;
            }
            beta = beta.min(best);
        }
    }
    best
}

#[test]
fn alpha_beta_in_the_trap_generates_fewer_nodes() {
    let game = trap();
    let start = game.initial(Seed::default());
    let found: Vec<(f64, u64)> = (1..=4)
        .map(|rounds| {
            let mut generated = 0;
            let value = strict_alpha_beta(
                &game,
                &start,
                3 * rounds,
                f64::NEG_INFINITY,
                f64::INFINITY,
                &mut generated,
            );
            (value, generated)
        })
        .collect();
    assert_eq!(found, [(-1.0, 13), (-2.0, 44), (-501.0, 50), (-501.0, 56)]);
}

#[test]
fn expectimax_in_the_trap_takes_its_even_chance() {
    let game = trap();
    let start = game.initial(Seed::default());
    let search =
        || Search { game: &game, model: Averaging::default(), eval: ClassicEval::Score, generated: 0 };
    assert_eq!(search().best(&start, 9), (Step::West, -252.5));
    // Played out: Pac-Man follows the search at each of his turns, the ghosts try every move.
    let (win, mean) = play_out(&game, &start, &mut |state| search().best(state, 9).0);
    assert_eq!((win, mean), (0.5, 15.0));
}

/// The exact probability of a win and the exact mean score against random ghosts.
fn play_out(
    game: &Classic,
    state: &PacmanState,
    choose: &mut impl FnMut(&PacmanState) -> Step,
) -> (f64, f64) {
    let Turn::Agent(actor) = game.turn(state) else {
        return (f64::from(u8::from(state.status() == Status::Won)), f64::from(state.score()));
    };
    let mut actions = game.list_actions(state);
    if actor == PACMAN {
        let step = choose(state);
        actions.retain(|other| *other == step);
    }
    let (mut win, mut mean) = (0.0, 0.0);
    for &action in &actions {
        let mut next = *state;
        game.apply(&mut next, action);
        let (one_win, one_mean) = play_out(game, &next, choose);
        win += one_win / actions.len() as f64;
        mean += one_mean / actions.len() as f64;
    }
    (win, mean)
}

#[test]
fn the_figures_of_report_a_are_positions_and_go_on_as_the_report_says() {
    let game = Grid::new().unwrap();
    let at = |text: &str| game.parse_position(text).unwrap();
    assert_eq!(at("fig-2-1"), game.initial(Seed(0)));
    let end = at("fig-2-16");
    assert_eq!((end.status(), end.score(), end.food_left()), (Status::Won, 973, 0));
    assert_eq!(game.report(&end).level, Some(137));
    let names = |state: &PacmanState| -> Vec<String> {
        game.list_actions(state).iter().map(|&action| game.action_text(state, action)).collect()
    };
    let first = at("fig-3-1");
    assert_eq!(names(&first), ["down", "left", "stay"]);
    // Report A's minimax, four plies deep.
    let goes = |state: &PacmanState| {
        let searched = Grid::searched().unwrap();
        let mut search = Search { game: &searched, model: Adversarial, eval: GridEval::Report, generated: 0 };
        search.best(state, 4).0
    };
    assert_eq!(goes(&first), Step::South);
    assert_eq!((at("fig-3-2").food_left(), at("fig-3-3").status()), (1, Status::Won));
    // The walk from figure 3-2 to 3-3, while the ghosts stay where they are.
    let mut state = at("fig-3-2");
    for step in ["down", "right", "down", "down", "left", "down", "left", "left"] {
        for action in [step, "stay", "stay"] {
            let action = game.parse_action(&state, action).unwrap();
            game.apply(&mut state, action);
        }
    }
    assert_eq!(state, at("fig-3-3"));
    assert_eq!(goes(&at("fig-3-what-if")), Step::South);
    // Food can be written by its cells; the short form is the canonical text.
    assert_eq!(at(&game.position_text(&first)), first);
    assert!(!game.position_text(&first).contains("food=11,6"));
}

#[test]
fn the_grid_map_agrees_with_every_statement_of_the_report() {
    let game = Grid::new().unwrap();
    let start = game.initial(Seed::default());
    assert_eq!(start.food_left(), 111);
    let at = |text: &str| {
        game.parse_position(&format!("score=-5 turn=1 ghost1={text} food=all"))
            .map(|state| state.actors()[1].at)
    };
    let spot = |x: u8, y: u8| at(&format!("{x},{y}")).unwrap();
    assert_eq!(game.maze().distance(spot(11, 6), spot(9, 2)), Some(8));
    let walk = [(11, 6), (11, 5), (12, 5), (12, 4), (12, 3), (11, 3), (11, 2), (10, 2), (9, 2)];
    for pair in walk.windows(2) {
        assert_eq!(game.maze().distance(spot(pair[0].0, pair[0].1), spot(pair[1].0, pair[1].1)), Some(1));
    }
    let ways = game.maze().ways(spot(12, 8));
    assert_eq!(ways, Step::Stop.bit() | Step::West.bit() | Step::South.bit());
    let walls =
        (0..18).flat_map(|x| (0..9).map(move |y| (x, y))).filter(|(x, y)| at(&format!("{x},{y}")).is_err());
    assert_eq!(walls.count(), 50);
    for (x, y) in [(5, 6), (12, 6), (8, 0)] {
        assert!(at(&format!("{x},{y}")).is_ok());
    }
}

/// Mean score, win rate and mean levels of report A's program with an evaluation.
fn grid_games(eval: GridEval, plies: u32, games: u64) -> (f64, f64, f64) {
    let game = Grid::new().unwrap();
    let searched = Grid::searched().unwrap();
    let (mut score, mut wins, mut levels) = (0.0, 0.0, 0.0);
    for number in 0..games {
        let mut ghosts = Seed(7).nth(number).rng();
        let mut state = game.initial(Seed::default());
        while let Turn::Agent(actor) = game.turn(&state) {
            let action = if actor == PACMAN {
                Search { game: &searched, model: Adversarial, eval, generated: 0 }.best(&state, plies).0
            } else {
                let actions = game.list_actions(&state);
                *ghosts.pick(&actions).unwrap()
            };
            game.apply(&mut state, action);
            levels += f64::from(u8::from(actor == PACMAN));
        }
        score += f64::from(state.score());
        wins += f64::from(u8::from(state.status() == Status::Won));
    }
    let games = games as f64;
    (score / games, wins / games, levels / games)
}

#[test]
fn report_a_at_depth_1_and_2_gives_its_known_means() {
    // Known from 20,000 games each: 703.7 +- 3.6, 50.0 % wins, 217.9 levels; 736.5 +- 3.6, 68.5 %, 251.2.
    // A mean of 2,000 games lies within four of its standard errors, about 5.8 points, of that.
    let (score, wins, levels) = grid_games(GridEval::Report, 1, 2000);
    assert!((score - 703.7).abs() < 24.0 && (wins - 0.5).abs() < 0.045, "{score} {wins} {levels}");
    let (score, wins, levels) = grid_games(GridEval::Report, 2, 2000);
    assert!((score - 736.5).abs() < 24.0 && (wins - 0.685).abs() < 0.042, "{score} {wins} {levels}");
}
