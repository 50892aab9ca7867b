//! An agent of one's own: it takes a win that is one move away, refuses to give one away, and plays at random otherwise. It needs
//! nothing but the rules, so it plays every game.

use plylab::games::connect4::ConnectFour;
use plylab::prelude::*;
use plylab::{Context, Rng};

struct Careful {
    rng: Rng,
}

/// Can the agent to move win at once?
fn wins_at_once<G: Game>(game: &G, state: &G::State) -> Option<G::Action> {
    let mover = game.turn(state).agent()?;
    game.list_actions(state).iter().copied().find(|&action| {
        let after = after(game, state, action);
        game.turn(&after) == Turn::Over && game.outcome(&after, mover) == Outcome::Win
    })
}

fn after<G: Game>(game: &G, state: &G::State, action: G::Action) -> G::State {
    let mut after = state.clone();
    game.apply(&mut after, action);
    after
}

impl<G: Game> Agent<G> for Careful {
    fn begin(&mut self, _: &G, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let Context { game, state, .. } = context;
        if let Some(win) = wins_at_once(game, state) {
            return Ok(Decision::plain(win));
        }
        let mut actions = game.list_actions(state).to_vec();
        let safe = |action: &G::Action| wins_at_once(game, &after(game, state, *action)).is_none();
        if actions.iter().any(safe) {
            actions.retain(safe);
        }
        self.rng.pick(&actions).map(|&action| Decision::plain(action)).ok_or_else(AgentFailure::no_move)
    }
}

/// A hundred games against a player that moves at random.
pub fn run() -> String {
    let game = ConnectFour::default();
    let careful = Careful { rng: Seed::default().rng() };
    let mut players: [Box<dyn Agent<_>>; 2] = [Box::new(careful), Box::new(PolicyPlayer::new(Uniform))];
    let won =
        (0..100).map(|seed| play_match(&game, &mut players, Seed(seed), &MatchLimits::none(), |_, _| ()));
    let won = won.filter(|record| record.outcomes(&game).first() == Some(&Outcome::Win)).count();
    format!("careful won {won} of 100 games\n")
}

fn main() {
    print!("{}", run());
}
