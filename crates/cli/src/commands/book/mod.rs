//! `plylab book`.

pub mod info;
mod verify;

use clap::{Args, Subcommand};
use plylab_core::{InputError, Message, message};
use plylab_solve::connect4::book::{Book, Sheet};

use crate::failure::Failure;
use crate::files::read_bytes;
use crate::output::Output;

/// Describe and check opening books for Connect Four.
///
/// A book holds the exact score of every position up to a number of plies, so that the first moves need no search. A
/// book for seven columns and six rows is built in; 'plylab solve' and the agents use it. 'plylab-bench book' in the
/// folder bench/ of the repository builds others.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab book info                        show the bundled book
  plylab book verify --sample 20          solve twenty of its positions again")]
pub struct BookArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Verify(verify::VerifyArgs),
    Info(info::InfoArgs),
}

impl BookArgs {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        match &self.what {
            What::Verify(args) => args.run(out),
            What::Info(args) => args.run(out),
        }
    }
}

/// The maximum size of a book in megabytes.
const LARGEST: u64 = 16;

/// The book in a file.
fn read(name: &str) -> Result<Sheet, InputError> {
    Sheet::read(&read_bytes(name, LARGEST)?).map_err(|error| error.at(Message::quoted(name)))
}

fn own_book() -> Message {
    message!("own-book", "the bundled book")
}

/// The book in a file, or the bundled one.
fn read_or_embedded(name: Option<&str>) -> Result<Sheet, InputError> {
    match name {
        Some(name) => read(name),
        None => Sheet::read(Book::embedded_file()).map_err(|error| error.at(own_book())),
    }
}

/// What a book covers.
fn title(sheet: &Sheet) -> String {
    let game = sheet.game();
    format!("{} plies of Connect Four on {} x {}", sheet.plies(), game.columns(), game.rows())
}
