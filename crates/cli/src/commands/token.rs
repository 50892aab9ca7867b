//! `plylab token`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use plylab_core::{Message, message};
use plylab_web::{Grant, Granted, Tokens};

use super::serve::data_folder;
use crate::failure::Failure;
use crate::language::say;
use crate::output::Output;

/// Where a lab is found by default.
const ADDRESS: &str = "http://127.0.0.1:4321/";

/// Make links to the lab for other people.
///
/// A link is a secret: whoever opens it is that person. It is printed once, and only a hash of it is stored; a lost link is
/// removed and made again. The lab may be running meanwhile. Scripts send the token of a link in the header
/// 'Authorization: Bearer TOKEN'.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab token add Ann                    a link for one person, with things of their own
  plylab token add \"AI 101\" --class 40   one link for a class: up to 40 browsers, each a new person
  plylab token add visitors --guest       a link to read what others share
  plylab token list
  plylab token remove Ann                 the link no longer works; what Ann made stays")]
pub struct TokenArgs {
    #[command(subcommand)]
    what: TokenCommand,
}

#[derive(Subcommand, Debug)]
enum TokenCommand {
    /// Make a link, and print it.
    Add(AddArgs),
    /// List the links by name.
    List(DataArgs),
    /// Remove a link: whoever came by it is no longer known.
    Remove(RemoveArgs),
}

#[derive(Args, Debug)]
struct DataArgs {
    /// The folder of the lab; by default the system's data folder.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArgs {
    fn open(&self) -> Result<Tokens, Failure> {
        Ok(Tokens::open(&data_folder(self.data.as_ref())?)?)
    }

    /// Refuses a folder in which no lab has run: its name is wrong.
    fn find(&self) -> Result<Tokens, Failure> {
        Ok(Tokens::find(&data_folder(self.data.as_ref())?)?)
    }
}

#[derive(Args, Debug)]
struct AddArgs {
    /// Whose link it is.
    name: String,

    /// Make a new person in every browser that opens it, up to that many.
    #[arg(long, value_name = "MOST", value_parser = clap::value_parser!(u32).range(1..=10_000), conflicts_with_all = ["guest", "admin"])]
    class: Option<u32>,

    /// Let those who open it read what others share, and nothing else.
    #[arg(long, conflicts_with = "admin")]
    guest: bool,

    /// Let whoever opens it see, stop and delete everything.
    #[arg(long)]
    admin: bool,

    #[command(flatten)]
    data: DataArgs,
}

#[derive(Args, Debug)]
struct RemoveArgs {
    /// Whose link it is.
    name: String,

    #[command(flatten)]
    data: DataArgs,
}

impl TokenArgs {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        match &self.what {
            TokenCommand::Add(args) => {
                let tokens = args.data.open()?;
                let token = tokens.add(&args.name, args.grant())?;
                let address = tokens.address()?.unwrap_or_else(|| ADDRESS.to_owned());
                out.line(format!("{address}?token={token}"))
            }
            TokenCommand::List(args) => {
                let links = args.find()?.list()?;
                if links.is_empty() {
                    return out.line(say(&message!("no-links", "There are no links yet.")));
                }
                links.iter().try_for_each(|link| out.line(say(&described(link))))
            }
            TokenCommand::Remove(args) => {
                args.data.find()?.remove(&args.name)?;
                let name = args.name.as_str();
                out.line(say(&message!("link-removed", "The link '{name}' no longer works.")))
            }
        }
    }
}

impl AddArgs {
    fn grant(&self) -> Grant {
        match self.class {
            Some(most) => Grant::Class { most },
            None if self.guest => Grant::Guest,
            None if self.admin => Grant::Admin,
            None => Grant::Person,
        }
    }
}

/// One line of the list.
fn described(link: &Granted) -> Message {
    let name = link.name.as_str();
    if !link.valid {
        return message!("link-gone", "{name}: removed");
    }
    match link.grant {
        Grant::Admin => message!("link-admin", "{name}: an admin"),
        Grant::Person => message!("link-person", "{name}: one person"),
        Grant::Class { most } => {
            message!("link-class", "{name}: a class with {members} of {most} people", members = link.members)
        }
        Grant::Guest => message!("link-guest", "{name}: guests, who read what others share"),
    }
}
