//! What survives a restart: the database, and the thread that writes changed games.

pub(crate) mod commit;
pub(crate) mod db;
