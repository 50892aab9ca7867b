//! What survives a restart: the database, its last good copy, and when changes are written.

pub(crate) mod commit;
pub(crate) mod db;
pub(crate) mod disk;
