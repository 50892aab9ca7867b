//! Moves by name or number, positions as the path from the root or, in graphs, as node and turn.

use std::collections::HashSet;

use plylab_core::{Field, Game, InputError, Notation, Seed, Turn, action_list, message, played_after_end};

use super::rules::{BranchIndex, TreeGame, TreeState, TurnOrder};
use crate::common::play_moves;

/// How the root of a tree is written.
const ROOT: &str = ".";

/// The maximum number of positions that an error lists.
const MAX_LISTED: usize = 12;

impl TreeGame {
    /// The moves from the root to the node. Each node of a tree has one parent, so there is one path.
    fn path(&self, state: &TreeState) -> String {
        let mut actions = Vec::new();
        let mut node = *state;
        while let Some(number) = self.node(&node).from {
            let edge = self.edge(number);
            actions.push(edge.action.as_str());
            node.node = edge.from;
        }
        if actions.is_empty() {
            return ROOT.to_owned();
        }
        actions.reverse();
        actions.join("/")
    }

    fn parse_path(&self, text: &str) -> Result<TreeState, InputError> {
        let root = self.initial(Seed::default());
        if text.is_empty() || text == ROOT { Ok(root) } else { play_moves(self, root, text.split('/')) }
    }

    fn parse_node(&self, text: &str) -> Result<TreeState, InputError> {
        if text.is_empty() {
            return Ok(self.initial(Seed::default()));
        }
        let states = self.reachable();
        if let Some((name, agent)) = text.rsplit_once('@') {
            let is_it = |state: &&TreeState| self.name(state) == name && state.agent.to_string() == agent;
            if let Some(state) = states.iter().find(is_it) {
                return Ok(*state);
            }
        }
        // The name alone is enough where it is unambiguous.
        let mut same_name = states.iter().filter(|state| self.name(state) == text);
        if let (Some(state), None) = (same_name.next(), same_name.next()) {
            return Ok(*state);
        }
        let positions = Field::row(states.iter().take(MAX_LISTED).map(|state| self.position_text(state)));
        let right = match states.len().checked_sub(MAX_LISTED) {
            None | Some(0) => {
                message!("positions-are", "a position is a node and the agent to move: {positions}")
            }
            Some(more) => message!(
                "positions-among",
                "a position is a node and the agent to move: {positions} and {more} more"
            ),
        };
        Err(InputError::new(message!("no-position", "'{text}' is not a position")).expected(right))
    }

    /// Every reachable position, the closest to the root first.
    fn reachable(&self) -> Vec<TreeState> {
        let mut states = vec![self.initial(Seed::default())];
        let mut seen: HashSet<TreeState> = states.iter().copied().collect();
        let mut index = 0;
        while let Some(&state) = states.get(index) {
            for branch in 0..self.branches(&state).len() {
                let mut next = state;
                self.apply(&mut next, BranchIndex(branch as u8));
                if seen.insert(next) {
                    states.push(next);
                }
            }
            index += 1;
        }
        states
    }
}

impl Notation for TreeGame {
    fn action_text(&self, state: &TreeState, BranchIndex(index): BranchIndex) -> String {
        self.branches(state).get(usize::from(index)).map(|edge| edge.action.clone()).unwrap_or_default()
    }

    /// By name as written, else by name ignoring case, else by number.
    fn parse_action(&self, state: &TreeState, text: &str) -> Result<BranchIndex, InputError> {
        let text = text.trim();
        let branches = self.branches(state);
        if self.turn(state) == Turn::Over {
            return Err(played_after_end(self, state, text));
        }
        let number = || text.parse::<usize>().ok()?.checked_sub(1).filter(|index| *index < branches.len());
        branches
            .iter()
            .position(|edge| edge.action == text)
            .or_else(|| branches.iter().position(|edge| edge.action.eq_ignore_ascii_case(text)))
            .or_else(number)
            .map(|index| BranchIndex(index as u8))
            .ok_or_else(|| {
                InputError::new(message!("no-move", "'{text}' is not a move"))
                    .expected(action_list(self, state))
            })
    }

    fn position_text(&self, state: &TreeState) -> String {
        match self.turns {
            TurnOrder::Written => self.path(state),
            TurnOrder::Rotating => format!("{}@{}", self.name(state), state.agent),
        }
    }

    fn parse_position(&self, text: &str) -> Result<TreeState, InputError> {
        match self.turns {
            TurnOrder::Written => self.parse_path(text.trim()),
            TurnOrder::Rotating => self.parse_node(text.trim()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::TREES;

    fn course() -> TreeGame {
        TreeGame::parse(TREES[4].text).unwrap()
    }

    fn error(game: &TreeGame, text: &str) -> String {
        game.parse_position(text).unwrap_err().to_string()
    }

    #[test]
    fn many_spellings_one_position() {
        let game = TreeGame::textbook();
        let text = |text: &str| game.position_text(&game.parse_position(text).unwrap());
        for spelling in ["left/2", "LEFT/2", "1/2", " left / 2 "] {
            assert_eq!(text(spelling), "left/2");
        }
        assert_eq!((text(""), text(".")), (".".to_owned(), ".".to_owned()));
        let game = course();
        let text = |text: &str| game.position_text(&game.parse_position(text).unwrap());
        assert_eq!([text(""), text("B"), text("B@1"), text("D")], ["A@0", "B@1", "B@1", "D@0"]);
    }

    #[test]
    fn names_that_differ_only_in_case_are_distinct() {
        let game = TreeGame::parse("max [ a: 1 A: 2 2: 3 ]").unwrap();
        let read = |text: &str| game.parse_action(&TreeState::default(), text).unwrap();
        assert_eq!([read("a"), read("A"), read("2"), read("3")], [0, 1, 2, 2].map(BranchIndex));
    }

    #[test]
    fn mistakes_list_what_is_possible() {
        let game = TreeGame::textbook();
        assert_eq!(error(&game, "up"), "move 1: 'up' is not a move; legal here: left middle right");
        assert_eq!(error(&game, "left/4"), "move 2: '4' is not a move; legal here: 1 2 3");
        assert_eq!(error(&game, "left/"), "move 2: '' is not a move; legal here: 1 2 3");
        assert_eq!(error(&game, "left/1/1"), "move 3: '1' is played after the end; the game is over");
        assert_eq!(
            error(&course(), "B@0"),
            "'B@0' is not a position; \
             a position is a node and the agent to move: A@0 B@1 C@1 D@0 E@0 F@0 G@0"
        );
    }

    #[test]
    fn a_long_list_is_cut_short() {
        let game = TreeGame::parse(
            "class: \"GraphGameTreeTest\"\nalg: \"MinimaxAgent\"\ndepth: \"1\"\nnum_agents: \"7\"\n\
             start_state: \"a\"\nsuccessors: \"\"\"\na go b\nb back a\n\"\"\"",
        )
        .unwrap();
        assert!(error(&game, "c").ends_with("a@0 b@1 a@2 b@3 a@4 b@5 a@6 b@0 a@1 b@2 a@3 b@4 and 2 more"));
        assert_eq!(error(&game, "a").split("; ").next(), Some("'a' is not a position"));
    }
}
