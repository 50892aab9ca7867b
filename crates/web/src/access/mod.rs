//! Who asks, and what one person may use.

pub(crate) mod door;
pub(crate) mod quota;
