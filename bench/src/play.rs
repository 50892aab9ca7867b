//! Random play: the speed of listing and making moves.

use std::hint::black_box;

use plylab_core::{Game, InputError, Rng, Seed, StopFlag, message, playouts};
use plylab_games::connect4::ConnectFour;
use plylab_games::pacman::{Classic, Grid, shipped};

use crate::harness::{Contender, compare};

/// Moves of one round of Pac-Man.
const PACMAN_MOVES: u64 = 50_000_000;
/// Moves of one round in which every successor is generated.
const PACMAN_FANS: u64 = 10_000_000;
/// Games of one round of Connect Four.
const CONNECT4_GAMES: u64 = 1_000_000;

/// Pac-Man by both rule sets.
///
/// # Errors
///
/// If a bundled layout cannot be read.
pub fn pacman() -> Result<(), InputError> {
    let (medium, full, grid) = (classic("medium")?, classic("full")?, Grid::new()?);
    compare(
        "Pac-Man at random, one thread",
        "successor states",
        &mut [
            Contender::new("classic, medium", || moves(&medium, PACMAN_MOVES)),
            Contender::new("classic, full", || moves(&full, PACMAN_MOVES)),
            Contender::new("grid", || moves(&grid, PACMAN_MOVES)),
            Contender::new("classic, medium, all by copy", || fans(&medium, PACMAN_FANS)),
        ],
    );
    Ok(())
}

/// Connect Four, whole games.
pub fn connect4() {
    let game = ConnectFour::default();
    compare(
        "Connect Four at random, one thread",
        "moves",
        &mut [
            Contender::new("plylab", || games(&game, CONNECT4_GAMES).1),
            Contender::new("plylab, playouts as in Python", || {
                let start = game.initial(Seed::default());
                playouts(&game, &start, &mut rng(), CONNECT4_GAMES, u64::MAX, &StopFlag::default()).moves
            }),
        ],
    );
    compare(
        "Connect Four at random, one thread",
        "games",
        &mut [Contender::new("plylab", || games(&game, CONNECT4_GAMES).0)],
    );
}

fn classic(name: &str) -> Result<Classic, InputError> {
    let shipped =
        shipped(name).ok_or_else(|| InputError::new(message!("no-layout", "there is no layout '{name}'")))?;
    Ok(Classic::new(&shipped.layout()?))
}

/// One generator for every round, so that all rounds play the same.
fn rng() -> Rng {
    Seed(1).rng()
}

/// Makes that many moves, one game after the other.
fn moves<G: Game>(game: &G, count: u64) -> u64 {
    let mut rng = rng();
    let mut actions = G::Actions::default();
    let start = game.initial(Seed::default());
    let mut state = start.clone();
    let mut made = 0;
    while made < count {
        game.actions(&state, &mut actions);
        match rng.pick(&actions) {
            Some(&action) => {
                game.apply(&mut state, action);
                made += 1;
            }
            None => state = start.clone(),
        }
    }
    black_box(&state);
    made
}

/// Makes that many moves, and generates every successor of each in its own copy, as a search does.
fn fans<G: Game>(game: &G, count: u64) -> u64 {
    let mut rng = rng();
    let mut actions = G::Actions::default();
    let start = game.initial(Seed::default());
    let mut state = start.clone();
    let (mut chosen, mut made) = (0, 0);
    while chosen < count {
        game.actions(&state, &mut actions);
        for &action in actions.iter() {
            let mut next = state.clone();
            game.apply(&mut next, action);
            black_box(&next);
        }
        made += actions.len() as u64;
        match rng.pick(&actions) {
            Some(&action) => {
                game.apply(&mut state, action);
                chosen += 1;
            }
            None => state = start.clone(),
        }
    }
    made + chosen
}

/// Plays that many complete games; returns the numbers of games and moves.
fn games<G: Game>(game: &G, count: u64) -> (u64, u64) {
    let mut rng = rng();
    let mut actions = G::Actions::default();
    let mut made = 0;
    for _ in 0..count {
        let mut state = game.initial(Seed::default());
        loop {
            game.actions(&state, &mut actions);
            let Some(&action) = rng.pick(&actions) else { break };
            game.apply(&mut state, action);
            made += 1;
        }
        black_box(&state);
    }
    (count, made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_games_are_counted() {
        let game = ConnectFour::default();
        assert_eq!(moves(&game, 1000), 1000);
        let (played, made) = games(&game, 100);
        assert_eq!(played, 100);
        assert!((700..=4200).contains(&made), "{made}");
        let fan = fans(&game, 1000);
        assert!((2000..=8000).contains(&fan), "{fan}");
    }
}
