//! A real search, recorded as a tree.
//!
//! A [`Recorder`] observes a search and keeps it as a [`Recording`]: the role and the value of each node, the window it
//! was entered with, what was pruned and why; or the visits and rewards of simulations. It is made for looking around in
//! millions of nodes. [`Recording::tree`] takes the important part of it as plain data, a [`RecordedTree`]. The crate
//! `plylab-draw` makes pictures from it.

mod bounds;
mod number;
pub mod overview;
mod plain;
mod recorder;
mod recording;
mod sampler;
mod samples;
mod steps;
mod tree;
mod unseen;

pub use number::{RecordedNumber, short};
pub use plain::NODES_PICTURED;
pub use recorder::{BYTES_KEPT, NODES_KEPT, Recorder};
pub use recording::{CutFacts, NodeFacts, Recording};
pub use samples::{Moment, SampleFacts, SampleLog, SimulationFacts};
pub use steps::{NodeKnowledge, NodePhase, StepEvent, narrowed};
pub use tree::{
    CutKind, NodeRole, NodeState, Pruned, RecordedCut, RecordedNode, RecordedSamples, RecordedTree,
    RecordedWindow, TreeBound, VERSION,
};
