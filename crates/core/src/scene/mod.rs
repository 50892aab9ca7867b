//! Pictures as plain data, which terminals and pages draw without knowing any rules.
//!
//! A picture comes in two parts. The [`Backdrop`] is what stays the same for a whole game: the size of the board, its
//! walls, the points of a graph, the nodes of a tree. The [`Scene`] is what a single state adds to it. Both state *what*
//! stands where and in which of a few named tones; the interface decides how that looks. Coordinates grow to the
//! right and upwards.

mod board;
mod fact;
mod graph;
mod overlay;
mod tree;

pub use board::{Board, Facing, Grid, Piece, Shape, Sign, Walls};
pub use fact::{Datum, Fact};
pub use graph::{Edge, Graph, GraphPoint, LineStyle, Network};
pub use overlay::{CellWorth, Mark, MarkPlace, Reach, ReachedCell};
pub use tree::{Nodes, Tree, TreeNode, WrittenNode};

use serde::{Deserialize, Serialize};

use crate::game::{AgentId, Game};

/// A game whose states can be shown.
///
/// [`example`](crate::example) implements it.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::scene::{Picture, TextScene};
/// use plylab_core::{Notation, View};
///
/// let game = Heaps::default();
/// let state = game.parse_position("3/1 2 0")?;
/// let scene = game.scene(&state);
/// assert_eq!(scene.picture, Picture::Text(TextScene { lines: vec!["ooo".into(), "o".into()] }));
/// assert_eq!(game.backdrop().mismatch(&scene), None);
/// assert_eq!(game.report(&state).heaps, [3, 1]);
/// # Ok::<(), plylab_core::InputError>(())
/// ```
pub trait View: Game {
    /// The facts of a state for programs: serialised as a JSON object.
    type Report: Serialize;

    /// What every picture of the game has in common. Without one, scenes are a few lines of [text](Picture::Text).
    fn backdrop(&self) -> Backdrop {
        Backdrop { title: self.info().title.to_string(), ground: Ground::Text }
    }

    /// The nodes of a text of this game's files with their places, for editors; none if the game reads no trees, or the text
    /// is wrong.
    fn written(&self, text: &str) -> Vec<WrittenNode> {
        let _ = text;
        Vec::new()
    }

    /// The picture of `state`, before the backdrop.
    fn scene(&self, state: &Self::State) -> Scene;

    /// The facts of `state`.
    fn report(&self, state: &Self::State) -> Self::Report;

    /// What is told of a finished game besides its result: where everybody stands, the score. None by default.
    fn closing(&self, state: &Self::State) -> Vec<Fact> {
        let _ = state;
        Vec::new()
    }

    /// The cell of the board where `agent` stands, halves between two cells; none in games without pieces of agents.
    fn agent_cell(&self, state: &Self::State, agent: AgentId) -> Option<(f32, f32)> {
        let _ = (state, agent);
        None
    }

    /// The empty cells of the board, column and row from the bottom, where a stone of `agent` would win at once, whether or not
    /// it can go there now. None by default, and in games without such cells.
    fn threats(&self, state: &Self::State, agent: AgentId) -> Vec<(u16, u16)> {
        let _ = (state, agent);
        Vec::new()
    }

    /// What `value` makes of `state` with the first agent in each cell of the board where it can be; none in games whose
    /// agents are not in cells.
    fn heat(
        &self,
        state: &Self::State,
        value: &mut dyn FnMut(&Self::State) -> f64,
    ) -> Option<Vec<CellWorth>> {
        let _ = (state, value);
        None
    }

    /// Where each agent but the first can be after up to `moves` of its own moves; none in games whose agents are not in
    /// cells.
    fn reach(&self, state: &Self::State, moves: u32) -> Option<Vec<Reach>> {
        let _ = (state, moves);
        None
    }
}

/// What all pictures of a game have in common.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Backdrop {
    /// What they show: `Connect Four`.
    pub title: String,
    /// What they are drawn on.
    #[serde(flatten)]
    pub ground: Ground,
}

/// What a picture is drawn on, for each kind of [`Picture`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Ground {
    /// A board of square cells.
    Board(Grid),
    /// Points and the edges that are possible between them.
    Graph(Network),
    /// A tree of moves.
    Tree(Nodes),
    /// A blank page.
    Text,
}

/// The picture of a state with its caption.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// Lines of caption, in order.
    pub facts: Vec<Fact>,
    /// The picture.
    #[serde(flatten)]
    pub picture: Picture,
}

/// The kinds of picture there are; a game's pictures are of the kind of its [`Ground`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Picture {
    /// Pieces on a board of square cells.
    Board(Board),
    /// Edges between points.
    Graph(Graph),
    /// A position in a tree of moves.
    Tree(Tree),
    /// Lines of text, for games that fit no other kind.
    Text(TextScene),
}

/// A picture made of characters of equal width.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TextScene {
    /// The lines, from the top.
    pub lines: Vec<String>,
}

/// A colour by its meaning to the eye; an interface chooses the shade.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "colours speak for themselves")]
pub enum Tone {
    Yellow,
    Red,
    Blue,
    Cyan,
    Pink,
    Orange,
    Green,
    White,
    Brown,
    Grey,
}

impl Tone {
    /// Its name, as it is written in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Tone::Yellow => "yellow",
            Tone::Red => "red",
            Tone::Blue => "blue",
            Tone::Cyan => "cyan",
            Tone::Pink => "pink",
            Tone::Orange => "orange",
            Tone::Green => "green",
            Tone::White => "white",
            Tone::Brown => "brown",
            Tone::Grey => "grey",
        }
    }
}

impl Backdrop {
    /// What of `scene` does not belong on this backdrop; none if it can be drawn.
    pub fn mismatch(&self, scene: &Scene) -> Option<String> {
        match (&self.ground, &scene.picture) {
            (Ground::Board(grid), Picture::Board(board)) => grid.mismatch(board),
            (Ground::Graph(network), Picture::Graph(graph)) => network.mismatch(graph),
            (Ground::Tree(nodes), Picture::Tree(tree)) => nodes.mismatch(tree),
            (Ground::Text, Picture::Text(text)) => {
                let broken = text.lines.iter().find(|line| line.contains(['\n', '\r']));
                broken.map(|line| format!("the line {line:?} is more than one"))
            }
            (Ground::Board(_) | Ground::Graph(_) | Ground::Tree(_) | Ground::Text, _) => {
                Some("the scene is of another kind than the backdrop".to_owned())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(ground: Ground) -> Backdrop {
        Backdrop { title: "A game".to_owned(), ground }
    }

    #[test]
    fn tones_have_the_names_that_json_has() {
        for name in ["yellow", "red", "blue", "cyan", "pink", "orange", "green", "white", "brown", "grey"] {
            let tone: Tone = serde_json::from_value(name.into()).unwrap();
            assert_eq!(tone.name(), name);
        }
    }

    #[test]
    fn a_scene_of_another_kind_does_not_fit() {
        let scene = Scene {
            facts: Vec::new(),
            picture: Picture::Text(TextScene { lines: vec!["3 4 5".to_owned()] }),
        };
        assert_eq!(on(Ground::Text).mismatch(&scene), None);
        assert!(on(Ground::Tree(Nodes { nodes: Vec::new() })).mismatch(&scene).is_some());
        let broken = Picture::Text(TextScene { lines: vec!["3\n4".to_owned()] });
        assert!(on(Ground::Text).mismatch(&Scene { facts: Vec::new(), picture: broken }).is_some());
    }

    #[test]
    fn kinds_stand_beside_what_is_said_of_them() {
        let backdrop = serde_json::to_value(on(Ground::Text)).unwrap();
        assert_eq!(backdrop, serde_json::json!({ "title": "A game", "kind": "text" }));
        let scene = Scene {
            facts: vec![Fact::new("heaps", 3)],
            picture: Picture::Text(TextScene { lines: vec!["|||".to_owned()] }),
        };
        let json = serde_json::to_value(&scene).unwrap();
        assert_eq!(
            json,
            serde_json::json!({ "facts": [{ "label": "heaps", "value": 3 }], "kind": "text", "lines": ["|||"] })
        );
        assert_eq!(serde_json::from_value::<Scene>(json).unwrap(), scene);
    }
}
