//! How random ghosts play, as probability distributions: a player draws from them, a search uses them as weights.

use plylab_core::{AgentId, InputError, Key, Params, Policy, PolicyKind, Weights, message};

use super::classic::Classic;
use super::state::{PacmanState, Step};

/// A ghost that tends to move towards Pac-Man, and away from him when it is scared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Directional {
    /// The probability of a step that brings it closest.
    pub attack: f64,
    /// The probability of a step that takes it farthest away, when scared.
    pub flee: f64,
}

impl Default for Directional {
    fn default() -> Self {
        Directional { attack: 0.8, flee: 0.8 }
    }
}

impl Policy<Classic> for Directional {
    fn weights(
        &self,
        game: &Classic,
        state: &PacmanState,
        actor: AgentId,
        actions: &[Step],
        out: &mut Weights,
    ) {
        out.clear();
        if actions.is_empty() {
            return;
        }
        let ghost = &state.actors[actor.index()];
        let (halves, best_share) = if ghost.scared > 0 { (1, self.flee) } else { (2, self.attack) };
        let maze = game.maze();
        let distance = |step: Step| maze.manhattan(maze.moved(ghost.at, step, halves), state.actors[0].at);
        let distances = actions.iter().map(|&step| distance(step));
        let best = if ghost.scared > 0 { distances.max() } else { distances.min() };
        let is_best = |step: Step| Some(distance(step)) == best;
        let ties = actions.iter().filter(|&&step| is_best(step)).count();
        let for_any = (1.0 - best_share) / actions.len() as f64;
        let for_best = best_share / ties as f64;
        out.extend(actions.iter().map(|&step| if is_best(step) { for_best + for_any } else { for_any }));
        // The shares add up to 1 except for rounding; the course's engine divides by their sum, and so do we.
        let total: f64 = out.iter().sum();
        for weight in out.iter_mut() {
            *weight /= total;
        }
    }
}

/// [`Directional`] by name, beside `random`, which every game has.
pub(super) fn directional() -> PolicyKind<Classic> {
    let attack = Key::real("attack", 0.0..=1.0, "probability of a step that brings it closest to Pac-Man");
    let flee = Key::real(
        "flee",
        0.0..=1.0,
        "when scared: probability of a step that takes it farthest from Pac-Man",
    );
    PolicyKind::new(
        "directional",
        "a ghost that mostly heads for Pac-Man, and mostly away from him when scared",
        vec![attack.default("0.8"), flee.default("0.8")],
        |_, agent, params: &Params<'_>| {
            if agent == AgentId::FIRST {
                let wrong =
                    message!("policy-of-ghosts", "Pac-Man cannot use '{policy}'", policy = "directional");
                let right = message!("policy-for-ghosts", "it is a policy for ghosts");
                return Err(InputError::new(wrong).expected(right));
            }
            Ok(Directional { attack: params.number("attack")?, flee: params.number("flee")? })
        },
    )
    .titled("hunting ghost")
}

#[cfg(test)]
mod tests {
    use plylab_core::{Game, Notation};

    use super::super::layout::{Layout, Reading};
    use super::*;

    fn weights(position: &str) -> Vec<(Step, f64)> {
        let text = "%%%%%%%\n%P    %\n% % % %\n%  G .%\n%%%%%%%";
        let game = Classic::new(&Layout::parse(text, Reading::Strict).unwrap());
        let state = game.parse_position(position).unwrap();
        let actions = game.list_actions(&state);
        let mut weights = Weights::new();
        Directional::default().weights(&game, &state, AgentId(1), &actions, &mut weights);
        let round = |weight: &f64| (weight * 1e9).round() / 1e9;
        actions.iter().copied().zip(weights.iter().map(round)).collect()
    }

    #[test]
    fn a_ghost_heads_for_pacman_and_ties_share() {
        // From (3,1) to Pac-Man at (1,3): West and North bring it equally close, East does not.
        assert_eq!(
            weights("turn=1"),
            [(Step::West, 0.466_666_667), (Step::East, 0.066_666_667), (Step::North, 0.466_666_667)]
        );
    }

    #[test]
    fn a_scared_ghost_flees() {
        assert_eq!(
            weights("turn=1 ghost1=3,1,-,9"),
            [(Step::West, 0.066_666_667), (Step::East, 0.866_666_667), (Step::North, 0.066_666_667)]
        );
        assert_eq!(weights("turn=1 ghost1=3.5,1,W,9"), [(Step::West, 1.0)]);
    }
}
