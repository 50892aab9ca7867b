//! Experiments on clusters, whose engines are known to Python: both ends of the wire.

mod driver;
mod hired;
mod scratch;

pub use driver::run_on_cluster;
pub use hired::do_job;
