//! `plylab layouts`.

use clap::Args;
use plylab_core::{InputError, message};
use plylab_games::pacman::{LAYOUTS, Shipped, shipped};
use serde::Serialize;

use crate::failure::Failure;
use crate::language::{as_typed, named, said};
use crate::output::Output;
use crate::terminal::{Style, list};

/// List the bundled Pac-Man mazes, or print one.
///
/// The printed text is a layout file: change it and play on it with --layout FILE.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab layouts
  plylab layouts trap
  plylab layouts trap > my.lay
  plylab show pacman --layout my.lay")]
pub struct LayoutsArgs {
    /// Print the text of this layout.
    name: Option<String>,

    /// Answer in JSON: a list of layouts.
    #[arg(long)]
    json: bool,
}

/// A maze.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayoutEntry {
    /// Its name.
    name: &'static str,
    /// Columns, with the border.
    columns: usize,
    /// Rows, with the border.
    rows: usize,
    /// Ghosts.
    ghosts: usize,
    /// Food pellets.
    food: usize,
    /// Capsules.
    capsules: usize,
    /// What it is for.
    about: &'static str,
    /// The maze as a layout file.
    text: &'static str,
}

impl LayoutEntry {
    fn new(shipped: &Shipped) -> Result<LayoutEntry, InputError> {
        let layout = shipped.layout()?;
        Ok(LayoutEntry {
            name: shipped.name,
            columns: layout.width,
            rows: layout.height,
            ghosts: layout.ghosts.len(),
            food: layout.food.len(),
            capsules: layout.capsules.len(),
            about: shipped.about,
            text: shipped.text,
        })
    }

    fn row(&self, style: Style) -> Vec<String> {
        let [columns, rows] = [self.columns, self.rows].map(|count| named(&count.to_string()));
        let size = format!("{columns} x {rows}");
        let counts = [self.ghosts, self.food, self.capsules].map(|count| named(&count.to_string()));
        let mut row = vec![as_typed(self.name), size];
        row.extend(counts);
        row.push(style.quiet(named(self.about)));
        row
    }
}

impl LayoutsArgs {
    /// Lists them, or prints the one.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let only = self.name.as_deref().map(find).transpose()?;
        if let (Some(layout), false) = (only, self.json) {
            return out.raw(layout.text.as_bytes());
        }
        let wanted = only.map_or(LAYOUTS, std::slice::from_ref);
        let entries = wanted.iter().map(LayoutEntry::new).collect::<Result<Vec<LayoutEntry>, _>>()?;
        if self.json {
            return out.json(&entries);
        }
        let heads = [
            message!("name-head", "name"),
            message!("size-head", "size"),
            message!("ghosts-head", "ghosts"),
            message!("food-head", "food"),
            message!("capsules-head", "capsules"),
            message!("about-head", "about"),
        ];
        let mut rows = vec![heads.iter().map(said).collect()];
        rows.extend(entries.iter().map(|entry| entry.row(out.style)));
        out.line(list(&rows, out.style))
    }
}

fn find(name: &str) -> Result<&'static Shipped, InputError> {
    shipped(name).ok_or_else(|| {
        let names: Vec<&str> = LAYOUTS.iter().map(|layout| layout.name).collect();
        InputError::new(message!("no-layout", "there is no layout '{name}'"))
            .expected(message!("layouts-are", "the layouts are {names}"))
    })
}
