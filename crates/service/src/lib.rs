//! The protocol of the lab as types: what can be asked, what is answered, what happens, and what can be wrong.
//!
//! It knows no sockets, no threads and no database: a server, or any other program, reads [`protocol::Request`]s and writes
//! their answers and [`protocol::Event`]s.

pub mod protocol;
