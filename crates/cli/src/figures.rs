//! Pictures for documents: where they go, as SVG, PNG and PDF.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use plylab_core::{InputError, message};
use plylab_draw::Theme;
use plylab_draw::raster::Format;

use crate::failure::Failure;
use crate::files::{STDOUT, write_whole};
use crate::language::say;
use crate::output::{self, Output};

/// Where pictures go.
#[derive(Args, Debug)]
pub struct FigureArgs {
    /// Write a picture as SVG.
    #[arg(long, value_name = "FILE", help_heading = "Pictures ('-' writes to standard output)")]
    pub svg: Option<String>,

    /// Write a picture as PNG.
    #[arg(long, value_name = "FILE", help_heading = "Pictures ('-' writes to standard output)")]
    pub png: Option<String>,

    /// Write a picture as PDF, with its letters embedded.
    #[arg(long, value_name = "FILE", help_heading = "Pictures ('-' writes to standard output)")]
    pub pdf: Option<String>,

    /// The title of the picture.
    #[arg(long, value_name = "TEXT", help_heading = "Pictures ('-' writes to standard output)")]
    pub title: Option<String>,

    /// The colours of the picture.
    #[arg(
        long,
        value_name = "THEME",
        default_value = Theme::Light.name(),
        value_parser = PossibleValuesParser::new(Theme::ALL.map(Theme::name)).map(theme),
        help_heading = "Pictures ('-' writes to standard output)"
    )]
    pub theme: Theme,
}

fn theme(name: String) -> Theme {
    Theme::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or_default()
}

impl FigureArgs {
    /// The files to write.
    pub fn targets(&self) -> impl Iterator<Item = &String> {
        [&self.svg, &self.png, &self.pdf].into_iter().flatten()
    }

    /// Is nothing to be printed, because a picture goes to standard output? Two of them cannot.
    pub fn takes_stdout(&self) -> Result<bool, InputError> {
        takes_stdout(self.targets())
    }

    /// Writes a picture in every requested format. All are made before one is written.
    pub fn write(&self, out: &mut Output, svg: &str) -> Result<(), Failure> {
        let mut files: Vec<(&String, Vec<u8>)> = Vec::new();
        files.extend(self.svg.iter().map(|target| (target, svg.as_bytes().to_vec())));
        for (target, format) in [(&self.png, Format::Png), (&self.pdf, Format::Pdf)] {
            if let Some(target) = target {
                files.push((target, convert(format, svg)?));
            }
        }
        files.iter().try_for_each(|(target, bytes)| write(out, target, bytes))
    }
}

/// Does one of the files go to standard output?
pub fn takes_stdout<'a>(targets: impl Iterator<Item = &'a String>) -> Result<bool, InputError> {
    match targets.filter(|&target| target == STDOUT).count() {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(InputError::new(message!("two-outputs", "only one answer can go to standard output"))
            .expected(message!("one-output", "write '-' only once, and not beside --json"))),
    }
}

/// Writes to a file, or to standard output.
pub fn write(out: &mut Output, target: &str, bytes: &[u8]) -> Result<(), Failure> {
    if target == STDOUT { out.raw(bytes) } else { Ok(write_whole(target, bytes)?) }
}

/// A picture in another format; signs that no font has are noted.
pub fn convert(format: Format, svg: &str) -> Result<Vec<u8>, Failure> {
    let converted = format.convert(svg)?;
    if !converted.missing.is_empty() {
        let signs: Vec<String> = converted.missing.iter().map(char::to_string).collect();
        output::note(&say(&message!(
            "signs-missing",
            "no font on this machine has {signs}; the picture shows boxes instead"
        )));
    }
    Ok(converted.bytes)
}
