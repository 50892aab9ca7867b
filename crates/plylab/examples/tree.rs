//! A drawn search: alpha-beta on the textbook's tree, with the subtrees that it pruned, as text and as SVG.
//!
//! `cargo run --example tree -- tree.svg` writes the picture to a file.

use plylab::draw::tree::TreePicture;
use plylab::draw::tree::text::{self, TextStyle};
use plylab::search::record::{NODES_PICTURED, RecordedTree, Recorder};
use plylab::{Budget, InputError, NoFiles, Seed, Watch};

/// The tree that alpha-beta sees.
fn record() -> Result<RecordedTree, InputError> {
    let game = plylab::registry().open(&"tree:file=textbook".parse()?, &NoFiles)?;
    let position = game.start(Seed::default());
    let mut recorder = Recorder::new();
    let agent = "alphabeta:depth=2".parse()?;
    let watch = Watch::Search(&mut recorder);
    let thought = game.think(position.as_ref(), &agent, Seed::default(), &Budget::unlimited(), watch)?;
    let mut tree = recorder.finish_thought(&thought).tree(NODES_PICTURED);
    tree.agents.clone_from(&game.info().agents);
    Ok(tree)
}

/// The tree as text, and as SVG.
pub fn run() -> Result<(String, String), InputError> {
    let tree = record()?;
    let text = text::render(&tree, TextStyle { unicode: true, limit: 100 });
    Ok((text, TreePicture::new("Alpha-beta").svg(&tree)))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (text, svg) = run()?;
    println!("{text}");
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(file, svg)?;
    }
    Ok(())
}
