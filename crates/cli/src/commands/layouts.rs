//! `plylab layouts`.

use clap::Args;
use plylab_core::{InputError, message};
use plylab_games::pacman::{LAYOUTS, Shipped, shipped};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::table;

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

/// The description of a layout.
#[derive(Serialize)]
struct LayoutEntry {
    name: &'static str,
    columns: usize,
    rows: usize,
    ghosts: usize,
    food: usize,
    capsules: usize,
    about: &'static str,
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

    fn row(&self) -> Vec<String> {
        let size = format!("{} x {}", self.columns, self.rows);
        let counts = [self.ghosts, self.food, self.capsules].map(|count| count.to_string());
        let mut row = vec![self.name.to_owned(), size];
        row.extend(counts);
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
        let mut rows = vec![["name", "size", "ghosts", "food", "capsules"].map(str::to_owned).to_vec()];
        rows.extend(entries.iter().map(LayoutEntry::row));
        let abouts = std::iter::once("about").chain(entries.iter().map(|entry| entry.about));
        let lines = table(&rows, 1).into_iter().zip(abouts).enumerate();
        let line = |(row_number, (row, about)): (usize, (String, &str))| match row_number {
            0 => out.style.quiet(format!("{row}  {about}")),
            _ => format!("{row}  {}", out.style.quiet(about)),
        };
        let lines: Vec<String> = lines.map(line).collect();
        out.line(lines.join("\n"))
    }
}

fn find(name: &str) -> Result<&'static Shipped, InputError> {
    shipped(name).ok_or_else(|| {
        let names: Vec<&str> = LAYOUTS.iter().map(|layout| layout.name).collect();
        InputError::new(message!("no-layout", "there is no layout '{name}'", name)).expected(message!(
            "layouts-are",
            "the layouts are {names}",
            names
        ))
    })
}
