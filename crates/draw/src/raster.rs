//! Pictures as PNG and as PDF, drawn with fonts of our own, so that they look the same on every machine. Only signs that
//! these lack come from the fonts of the machine.

use std::collections::BTreeSet;
use std::sync::Arc;

use plylab_core::{InputError, message};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Font, FontResolver, Options, Tree, fontdb};
use svg2pdf::{ConversionOptions, PageOptions};
use ttf_parser::Face;

/// Latin and Persian letters, and the Greek letters and signs that they lack, each in two weights.
const FONTS: [&[u8]; 4] = [
    include_bytes!("../fonts/Vazirmatn-Regular.ttf").as_slice(),
    include_bytes!("../fonts/Vazirmatn-Bold.ttf").as_slice(),
    include_bytes!("../fonts/DejaVuSans-Signs-Regular.ttf").as_slice(),
    include_bytes!("../fonts/DejaVuSans-Signs-Bold.ttf").as_slice(),
];
const FAMILY: &str = "Vazirmatn";

/// Pixels per unit of a picture, sharp enough for print at half the width of a page.
const SCALE: f32 = 3.0;

/// The most pixels of a picture: 256 megabytes while it is drawn.
const MAX_PIXELS: f32 = 64e6;

/// A picture in another format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    /// The file.
    pub bytes: Vec<u8>,
    /// The signs that no font has; boxes are drawn instead.
    pub missing: BTreeSet<char>,
}

/// The formats that pictures can be converted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Pixels.
    Png,
    /// Vectors, with the letters they need embedded.
    Pdf,
}

impl Format {
    /// The ending of its files, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Pdf => "pdf",
        }
    }

    /// Renders an SVG picture in this format.
    pub fn convert(self, svg: &str) -> Result<Converted, InputError> {
        let (tree, missing) = read(svg)?;
        let bytes = match self {
            Format::Png => png(&tree)?,
            Format::Pdf => svg2pdf::to_pdf(&tree, ConversionOptions::default(), PageOptions::default())
                .map_err(|error| unconverted(&error.to_string()))?,
        };
        Ok(Converted { bytes, missing })
    }
}

/// The picture, and the signs that no font has.
fn read(svg: &str) -> Result<(Tree, BTreeSet<char>), InputError> {
    let mut fonts = fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    let mut missing = missing(svg);
    if !missing.is_empty() {
        fonts.load_system_fonts();
        for face in fonts.faces() {
            fonts.with_face_data(face.id, |data, index| missing.retain(|&sign| !has(data, index, sign)));
        }
    }
    let options = Options { font_resolver: own_font(), fontdb: Arc::new(fonts), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| unconverted(&error.to_string()))?;
    Ok((tree, missing))
}

/// Chooses our own font, whatever a picture names: it names those of browsers.
fn own_font() -> FontResolver<'static> {
    let select = |font: &Font, fonts: &mut Arc<fontdb::Database>| {
        fonts.query(&fontdb::Query {
            families: &[fontdb::Family::Name(FAMILY)],
            weight: fontdb::Weight(font.weight()),
            ..fontdb::Query::default()
        })
    };
    // Of the others that have a sign, the one of the nearest weight.
    let fall_back = |sign: char, tried: &[fontdb::ID], fonts: &mut Arc<fontdb::Database>| {
        let weight = tried.first().and_then(|&first| fonts.face(first)).map_or(400, |face| face.weight.0);
        let fits = |face: &&fontdb::FaceInfo| {
            let own = fonts.with_face_data(face.id, |data, index| has(data, index, sign));
            !tried.contains(&face.id) && own == Some(true)
        };
        let nearest = fonts.faces().filter(fits).min_by_key(|face| face.weight.0.abs_diff(weight));
        nearest.map(|face| face.id)
    };
    FontResolver { select_font: Box::new(select), select_fallback: Box::new(fall_back) }
}

/// The signs of a picture that our fonts lack.
fn missing(svg: &str) -> BTreeSet<char> {
    // Signs that only join or direct letters need no font.
    let silent = |sign: &char| matches!(sign, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    let mut missing: BTreeSet<char> = svg.chars().filter(|sign| !sign.is_ascii() && !silent(sign)).collect();
    missing.retain(|&sign| FONTS.iter().all(|font| !has(font, 0, sign)));
    missing
}

fn has(font: &[u8], index: u32, sign: char) -> bool {
    Face::parse(font, index).is_ok_and(|face| face.glyph_index(sign).is_some())
}

fn png(tree: &Tree) -> Result<Vec<u8>, InputError> {
    let size = tree.size();
    // A large picture has fewer pixels per unit, but never so few that it cannot be read.
    let scale = SCALE.min((MAX_PIXELS / (size.width() * size.height())).sqrt());
    let (width, height) = ((size.width() * scale).ceil(), (size.height() * scale).ceil());
    let pixmap = if scale < 1.0 { None } else { Pixmap::new(width as u32, height as u32) };
    let Some(mut pixmap) = pixmap else {
        let wrong = message!(
            "too-many-pixels",
            "a picture of {width} by {height} is too large for PNG",
            width = size.width().ceil() as u64,
            height = size.height().ceil() as u64
        );
        let right = message!("fewer-pixels", "draw less of it, or write SVG or PDF");
        return Err(InputError::new(wrong).expected(right));
    };
    pixmap.fill(Color::WHITE);
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| unconverted(&error.to_string()))
}

fn unconverted(error: &str) -> InputError {
    InputError::new(message!("not-converted", "the picture cannot be converted: {error}"))
        .expected(message!("use-svg", "write SVG instead"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::Paper;

    const RED: [u8; 3] = [0xcc, 0x2f, 0x26];
    const BLUE: [u8; 3] = [0x24, 0x59, 0xc4];

    fn picture(text: &str) -> String {
        let mut paper = Paper::default();
        paper.open("red");
        paper.rectangle("fill", (0.0, 0.0), 20.0, 40.0);
        paper.close();
        paper.open("blue");
        paper.text("title fill", (30.0, 30.0), text);
        paper.close();
        paper.into_file("plylab-plot", (120.0, 40.0), "t", "d")
    }

    /// How many pixels have about this colour.
    fn count(png: &[u8], colour: [u8; 3]) -> usize {
        let pixmap = Pixmap::decode_png(png).unwrap();
        let near = |one: u8, other: u8| one.abs_diff(other) < 40;
        let pixels = pixmap.pixels().iter().map(resvg::tiny_skia::PremultipliedColorU8::demultiply);
        pixels
            .filter(|pixel| {
                pixel.alpha() > 200
                    && near(pixel.red(), colour[0])
                    && near(pixel.green(), colour[1])
                    && near(pixel.blue(), colour[2])
            })
            .count()
    }

    #[test]
    fn colours_and_letters_are_drawn() {
        for text in ["alpha", "αβ → ✓", "درخت", "۳٫۵ − ∞ ≤ …"] {
            assert!(missing(&picture(text)).is_empty(), "{text}");
            let png = Format::Png.convert(&picture(text)).unwrap().bytes;
            assert!(count(&png, RED) > 6000, "{text}");
            assert!(count(&png, BLUE) > 200, "{text}");
        }
    }

    #[test]
    fn persian_letters_are_joined() {
        // Joined letters are narrower than the same letters kept apart.
        let joined = Format::Png.convert(&picture("ببب")).unwrap().bytes;
        let apart = Format::Png.convert(&picture("ب\u{200c}ب\u{200c}ب")).unwrap().bytes;
        assert_ne!(joined, apart);
        assert!(count(&joined, BLUE) < count(&apart, BLUE));
    }

    #[test]
    fn a_pdf_embeds_its_font() {
        let pdf = Format::Pdf.convert(&picture("alpha درخت")).unwrap().bytes;
        let text = String::from_utf8_lossy(&pdf);
        assert!(
            text.starts_with("%PDF-") && text.contains("Vazirmatn") && text.contains("/FontFile"),
            "{text}"
        );
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused() {
        let svg = Paper::default().into_file("plylab-plot", (100_000.0, 100_000.0), "t", "d");
        assert!(Format::Png.convert(&svg).is_err());
        assert!(Format::Pdf.convert(&svg).is_ok());
    }
}
