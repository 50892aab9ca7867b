//! Games given as explicit trees, small enough to draw: the examples on which the reports explain the algorithms.
//!
//! # The format
//!
//! ```text
//! # The textbook tree
//! agents: max min
//!
//! max [
//!   left:   min [ 3 12 8 ]
//!   middle: min [ 2 4 6 ]
//!   right:  min [ 14 5 2 ]
//! ]
//! ```
//!
//! White space has no meaning, except that the list of agents ends with its line; `#` starts a comment.
//! The grammar:
//!
//! ```text
//! file   = [ "agents:" NAME... ] node                  the agents, number 0 first; default: max and min
//! node   = [ NAME "=" ] ( NUMBER | mover [ "~" NUMBER ] "[" child... "]" )
//! mover  = an agent's name | "chance"
//! child  = [ odds ] [ NAME ":" ] node                   NAME is the move's; default: its number, 1, 2, ...
//! odds   = whole "/" whole | NUMBER "%"                 below chance: all children have them, or none
//! ```
//!
//! A leaf's number is its value for agent 0; its value for every other agent is the negative. The number after `~` is
//! the evaluation of a node that is not a leaf; default: 0. Names are made of letters, digits,
//! `_`, `-`, `+` and `'`.
//!
//! # The course graders' files
//!
//! A file whose first key is one of theirs (`class: "GraphGameTreeTest"`) is read in their format: a graph
//! whose nodes may be shared, even by cycles, and in which the agents move in turn.

mod course;
mod evals;
mod format;
mod notation;
mod offer;
mod rules;
mod text;
mod view;

pub use course::{CourseAlgorithm, CourseSolution, CourseTest};
pub use evals::TreeEval;
pub use rules::{BranchIndex, TreeGame, TreeState};
pub use view::TreeReport;

use plylab_core::{
    Choice, ChoiceSource, Files, GameKind, InputError, Key, Message, Named, Never, Offer, Params, Playable,
    Registered, message, read_file,
};

/// A built-in tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltIn {
    /// Its name in the setting `file`.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// The tree, as [`TreeGame::parse`] reads it.
    pub text: &'static str,
}

/// The built-in trees.
pub const TREES: &[BuiltIn] = &[
    BuiltIn {
        name: "textbook",
        about: "three moves, three replies each: the value is 3, and alpha-beta prunes two leaves",
        text: include_str!("../../trees/textbook.tree"),
    },
    BuiltIn {
        name: "dice",
        about: "a chance node: minimax plays safe, expectimax rolls",
        text: include_str!("../../trees/dice.tree"),
    },
    BuiltIn {
        name: "ghosts",
        about: "two minimisers in a row, with estimates for searches that stop early",
        text: include_str!("../../trees/ghosts.tree"),
    },
    BuiltIn {
        name: "deep",
        about: "four plies, with deep cutoffs: the bound comes from three plies above",
        text: include_str!("../../trees/deep.tree"),
    },
    BuiltIn {
        name: "course",
        about: "a small graph in the format of the course graders",
        text: include_str!("../../trees/course.test"),
    },
    BuiltIn {
        name: "question-3",
        about: "report D, question 3, with reconstructed leaves: the value is 8 by Left, and d8, O and P are pruned",
        text: include_str!("../../trees/question-3.tree"),
    },
    BuiltIn {
        name: "question-3-what-if",
        about: "the same with O = P = -100: without pruning c4 and b2 change, and the root does not",
        text: include_str!("../../trees/question-3-what-if.tree"),
    },
];

/// How a tree is written, by example.
pub const SYNTAX: &str = "\
# who moves; without this line it is max and min
agents: max min
max [                       # the mover, and its children in brackets
  left: min [ 3 12 8 ]      # names are optional; a leaf is its worth to max
  right: min ~4 [ 2 6 ]     # ~4 is an estimate, for searches that stop here
  # probabilities are written 1/3 or 25%, or left out if equal
  roll: chance [ 1/3 9 2/3 min [ 1 5 ] ]
]";

/// The maximum size of a file.
const MAX_BYTES: usize = 1 << 20;

impl Registered for TreeGame {
    fn kind() -> GameKind {
        let files = TREES.iter().map(|tree| Choice { name: tree.name.into(), about: tree.about.into() });
        GameKind {
            keys: vec![Key::choice_of(
                "file",
                files,
                ChoiceSource::File,
                "a built-in tree, or a file of at most 1 MiB",
            )],
            moves: "the move's name: left; or its number among its siblings: 1".into(),
            positions:
                "the moves from the root: left/2, or . for the root; in a course file, the node and the \
                        number of the agent to move: B@1; empty for the root of either"
                    .into(),
            files: Some(SYNTAX.into()),
            ..GameKind::new("tree", "an explicit tree from a text file, small enough to draw")
        }
    }

    fn offer() -> Offer {
        offer::offer()
    }

    fn open(params: &Params<'_>, files: &dyn Files) -> Result<Self, InputError> {
        let Some(name) = params.text("file") else { return Ok(TreeGame::textbook()) };
        if let Some(tree) = TREES.iter().find(|tree| tree.name == name) {
            return TreeGame::parse(tree.text).map_err(|error| error.at(Message::verbatim(name)));
        }
        let bytes = read_file(files, name, "tree", TREES.iter().map(|tree| tree.name))?;
        read(&bytes).map_err(|error| error.at(Message::verbatim(name)))
    }
}

/// The tree in a file's bytes.
fn read(bytes: &[u8]) -> Result<TreeGame, InputError> {
    if bytes.len() > MAX_BYTES {
        let wrong = message!("file-bytes", "the file has {bytes} bytes", bytes = bytes.len());
        let right = message!("tree-bytes", "a tree file may have at most {most}", most = MAX_BYTES);
        return Err(InputError::new(wrong).expected(right));
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        InputError::new(message!("byte-not-utf8", "byte {byte} is not UTF-8", byte = error.valid_up_to() + 1))
            .expected(message!("tree-is-text", "a tree is plain text"))
    })?;
    TreeGame::parse(text)
}

impl Playable for TreeGame {
    type Eval = TreeEval;
    type ActionEval = Never;
    type Policy = Never;

    fn evals(&self) -> Vec<Named<TreeEval>> {
        let about = "the file's value for the node: a leaf's value, an estimate, or 0";
        vec![Named::new("value", about, TreeEval::Value).titled("values of the file")]
    }

    /// To the end of a tree; in a course file, as deep as its test says.
    fn search_depth(&self) -> u32 {
        self.depth
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{NoFiles, Spec};

    use super::*;

    /// One file, under any name.
    struct One(Vec<u8>);

    impl Files for One {
        fn read(&self, _: &str) -> Result<Vec<u8>, InputError> {
            Ok(self.0.clone())
        }
    }

    fn open(spec: &str, files: &dyn Files) -> Result<TreeGame, String> {
        let spec: Spec = spec.parse().unwrap();
        let keys = TreeGame::kind().keys;
        TreeGame::open(&spec.params(&keys).unwrap(), files).map_err(|error| error.to_string())
    }

    #[test]
    fn the_syntax_is_what_is_read() {
        let tree = TreeGame::parse(SYNTAX).unwrap();
        assert_eq!(tree.search_depth(), 3);
        // No terminal breaks its lines.
        assert!(SYNTAX.lines().all(|line| line.len() < 80));
    }

    #[test]
    fn every_built_in_tree_opens() {
        for tree in TREES {
            open(&format!("tree:file={}", tree.name), &NoFiles).unwrap();
        }
        assert_eq!(open("tree", &NoFiles), Ok(TreeGame::textbook()));
    }

    #[test]
    fn a_tree_is_searched_to_its_end_and_a_course_file_as_deep_as_it_says() {
        let depths: Vec<u32> =
            TREES.iter().map(|tree| TreeGame::parse(tree.text).unwrap().search_depth()).collect();
        assert_eq!(depths, [2, 3, 3, 4, 1, 4, 4]);
        assert_eq!(TreeGame::parse("5").unwrap().search_depth(), 1);
    }

    #[test]
    fn the_textbook_tree_is_the_one_in_its_file() {
        assert_eq!(open("tree:file=textbook", &NoFiles), Ok(TreeGame::textbook()));
    }

    #[test]
    fn files_are_read_and_bad_ones_refused() {
        let error = |bytes: Vec<u8>| open("tree:file=my.tree", &One(bytes)).unwrap_err();
        assert!(open("tree:file=my.tree", &One(b"max [ 1 2 ]".to_vec())).is_ok());
        assert_eq!(error(Vec::new()), "my.tree: there is no tree; write one, such as max [ 3 min [ 2 4 ] ]");
        assert_eq!(error(b"max [ 1 \xff ]".to_vec()), "my.tree: byte 9 is not UTF-8; a tree is plain text");
        assert_eq!(
            error(vec![b' '; MAX_BYTES + 1]),
            "my.tree: the file has 1048577 bytes; a tree file may have at most 1048576"
        );
        assert_eq!(
            error(b"max [ x ]".to_vec()).split("; ").next(),
            Some("my.tree: line 1, column 7: 'x' is not a number")
        );
        assert_eq!(
            open("tree:file=oak", &NoFiles).unwrap_err(),
            "tree 'oak' is none of textbook, dice, ghosts, deep, course, question-3, question-3-what-if: \
             'oak' cannot be read: files are not available here"
        );
    }
}
