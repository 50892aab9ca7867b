//! How strong an opponent is, for those who do not care how it is done. The only list of levels there is.

use plylab_core::AgentId;
use serde::Serialize;

/// A level of difficulty: a name for an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// What to expect of it.
    pub about: &'static str,
    /// The agent.
    pub spec: &'static str,
    /// The first seat it is for, where seats differ: Pac-Man, or his ghosts; none if it can take any.
    pub player: Option<AgentId>,
}

const fn level(name: &'static str, about: &'static str, spec: &'static str) -> Level {
    Level { name, about, spec, player: None }
}

const fn pacman(name: &'static str, about: &'static str, spec: &'static str) -> Level {
    Level { name, about, spec, player: Some(AgentId(0)) }
}

const fn ghosts(name: &'static str, about: &'static str, spec: &'static str) -> Level {
    Level { name, about, spec, player: Some(AgentId(1)) }
}

/// Those of docs/levels.md, every second one; the last plays as level 10 does, with less memory.
const CONNECT4: &[Level] = &[
    level("beginner", "overlooks most of what happens", "level:1"),
    level("easy", "overlooks many threats", "level:3"),
    level("medium", "overlooks a diagonal now and then", "level:5"),
    level("hard", "looks six moves ahead, and hardly overlooks anything", "level:7"),
    level("expert", "knows most endings, and rarely errs", "level:9"),
    level("perfect", "never errs; takes its time for the first moves", "perfect:ties=random,table=64"),
];

const SIM: &[Level] = &[
    level("beginner", "takes any edge", "random"),
    level("easy", "report C's program, faults included", "report-c:depth=1"),
    level("medium", "looks three moves ahead", "alphabeta:depth=3,ties=random"),
    level("hard", "looks six moves ahead", "alphabeta:depth=6,ties=random"),
    level("perfect", "never errs", "perfect:ties=random"),
];

const PACMAN: &[Level] = &[
    pacman("easy", "looks at his next step only", "reflex:eval=report-b"),
    pacman("medium", "expects ghosts to wander", "expectimax:depth=2,eval=tuned"),
    pacman("hard", "expects the worst", "alphabeta:depth=3,eval=tuned"),
    pacman("expert", "plans a way to all the food", "planner"),
    ghosts("easy", "wander about", "random"),
    ghosts("medium", "mostly head for Pac-Man", "directional"),
    ghosts("hard", "always head for Pac-Man", "directional:attack=1,flee=1"),
];

const GRID: &[Level] = &[
    pacman("easy", "looks one move ahead", "minimax:depth=1,unit=ply,eval=report"),
    pacman("medium", "report A's program", "report-a"),
    pacman("hard", "expects ghosts to wander, and looks further", "expectimax:depth=3"),
    pacman("expert", "plans a way to all the food", "planner"),
    ghosts("easy", "wander about", "random"),
    ghosts("hard", "look ahead together", "alphabeta:depth=4,unit=ply"),
];

const TREE: &[Level] = &[
    level("beginner", "takes any branch", "random"),
    level("perfect", "sees the whole tree", "alphabeta:depth=100"),
];

/// The levels of the game of that name, the easiest first; empty if it has none.
pub fn levels(game: &str) -> &'static [Level] {
    match game {
        "connect4" => CONNECT4,
        "sim" => SIM,
        "pacman" => PACMAN,
        "grid" => GRID,
        "tree" => TREE,
        _ => &[],
    }
}

/// Who analyses positions of that game unless somebody asks for others: the first of these.
pub fn analysts(game: &str) -> &'static [&'static str] {
    match game {
        "connect4" => &[
            "alphabeta:depth=12,eval=tuned,engine=on,table=32,root=exact",
            "alphabeta:depth=8,eval=report,deepen=on,root=exact",
            "mcts:sims=20000",
            "perfect:table=64",
        ],
        "sim" => &["alphabeta:depth=8,deepen=on,root=exact", "mcts:sims=20000", "perfect"],
        "pacman" => &[
            "expectimax:depth=3,eval=tuned",
            "planner",
            "alphabeta:depth=3,eval=tuned,deepen=on,root=exact",
            "reflex:eval=report-b",
        ],
        "grid" => &["expectimax:depth=4", "alphabeta:depth=4,deepen=on,root=exact", "report-a"],
        _ => &["alphabeta:depth=100,root=exact", "minimax:depth=100", "expectimax:depth=100"],
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{Seed, Spec};
    use plylab_games::registry::{GAMES, NoFiles, open};

    use super::*;
    use crate::LabAgents;

    #[test]
    fn the_levels_of_connect_four_are_those_that_were_measured() {
        let specs: Vec<&str> = levels("connect4").iter().map(|level| level.spec).collect();
        assert_eq!(
            specs,
            ["level:1", "level:3", "level:5", "level:7", "level:9", "perfect:ties=random,table=64"]
        );
        // Also on boards where another number wins, all but perfection.
        let game = open(&"connect4:connect=5".parse().unwrap(), &NoFiles, &LabAgents).unwrap();
        let refused: Vec<&str> = specs
            .into_iter()
            .filter(|spec| game.player(&spec.parse().unwrap(), AgentId(0), Seed(0)).is_err())
            .collect();
        assert_eq!(refused, ["perfect:ties=random,table=64"]);
    }

    #[test]
    fn everybody_who_is_named_can_play() {
        for kind in GAMES {
            let game = open(&Spec::new(kind.name), &NoFiles, &LabAgents).unwrap();
            assert!(!levels(kind.name).is_empty(), "{}", kind.name);
            for level in levels(kind.name) {
                let spec: Spec = level.spec.parse().unwrap();
                let me = level.player.unwrap_or(AgentId(0));
                let made = game.player(&spec, me, Seed(0)).err();
                assert_eq!(made, None, "{} {}", kind.name, level.spec);
            }
            // One shape for all: no name twice in a seat, and names from the same list, the easiest first.
            let order = ["beginner", "easy", "medium", "hard", "expert", "perfect"];
            for player in [AgentId(0), AgentId(1)] {
                let fits = |level: &&Level| level.player.is_none_or(|seat| seat == player);
                let names = levels(kind.name).iter().filter(fits).map(|level| level.name);
                let places: Vec<Option<usize>> =
                    names.map(|name| order.iter().position(|known| *known == name)).collect();
                assert!(places.iter().all(Option::is_some), "{}", kind.name);
                assert!(places.windows(2).all(|pair| pair[0] < pair[1]), "{} {places:?}", kind.name);
            }
            for analyst in analysts(kind.name) {
                let spec: Spec = analyst.parse().unwrap();
                let made = game.player(&spec, AgentId(0), Seed(0)).err();
                assert_eq!(made, None, "{} {analyst}", kind.name);
            }
        }
    }
}
