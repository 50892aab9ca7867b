//! Replays: a finished game as part of a self-contained page.
//!
//! A [`Film`] writes every look once and, frame by frame, only what changed. The script in the page knows no game: it puts
//! looks where the frames place them. Without scripts the page shows the last frame, which stands in it as plain SVG.
//!
//! A page holds [`film_styles`] once, [`Film::html`] for each game, and [`FILM_SCRIPT`] once, after them. It may set the
//! custom properties `--replay-paper`, `--replay-ink`, `--replay-quiet`, `--replay-line` and `--replay-accent`.

use std::collections::HashMap;
use std::fmt::Write as _;

use plylab_core::scene::{Backdrop, Fact, Scene};
use plylab_core::{Field, Message, Name, Words, message};
use serde::Serialize;

use crate::paper::escape;
use crate::scene::{Drawing, Sheet};
use crate::style::{Theme, page_styles};

/// A finished game, ready for a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Film {
    /// The game: `Connect Four`.
    pub title: String,
    /// Who played, and how it ended.
    pub caption: String,
    /// What is left out, in a sentence; empty if nothing is.
    pub note: String,
    /// What the controls say.
    pub said: ControlWords,
    /// How many moves the game had.
    pub moves: usize,
    /// How many different marks there are in the whole game.
    pub cast: usize,
    /// What never moves; most games have one.
    pub sheets: Vec<Sheet>,
    /// The SVG of every look that a mark has somewhere in the game.
    pub looks: Vec<String>,
    /// Every text that occurs: names, facts, moves.
    pub texts: Vec<String>,
    /// What changes, from the start to the end.
    pub frames: Vec<Frame>,
}

/// What the controls of a replay say, in a language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ControlWords {
    /// The digits from 0 to 9.
    digits: String,
    /// The name of the controls.
    replay: String,
    play: String,
    pause: String,
    first: String,
    back: String,
    forward: String,
    last: String,
    speed: String,
    frame: String,
    /// The space bar.
    space: String,
    /// Which move is shown, with gaps for it, `n`, and for the number of all moves, `all`.
    position: String,
}

impl ControlWords {
    fn of(language: &dyn Words) -> ControlWords {
        let say = |message: Message| language.say(&message);
        let position = message!("move-of", "move {n} of {all}", n = 0, all = 0);
        ControlWords {
            digits: (0..10).map(|digit: u8| language.number(&digit.to_string())).collect(),
            replay: say(message!("replay", "Replay")),
            play: say(message!("play", "Play")),
            pause: say(message!("pause", "Pause")),
            first: say(message!("first-frame", "First")),
            back: say(message!("back", "Back")),
            forward: say(message!("forward", "Forward")),
            last: say(message!("last-frame", "Last")),
            speed: say(message!("speed", "Speed")),
            frame: say(message!("frame", "Frame")),
            space: say(message!("space-bar", "Space")),
            position: language.template(position.code()).unwrap_or(position.english()).to_owned(),
        }
    }
}

/// What is different from the frame before. Names are short because there are thousands of frames.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Frame {
    /// How many moves were played by now.
    #[serde(rename = "n")]
    pub number: usize,
    /// The text with the moves that led here.
    #[serde(rename = "w")]
    pub words: usize,
    /// Another sheet.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub sheet: Option<usize>,
    /// Marks that are new, or look different, or have moved.
    #[serde(rename = "p", skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<PlacedMark>,
    /// Marks that are gone.
    #[serde(rename = "g", skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<usize>,
    /// The texts of all facts, if one of them changed: label, value, label, value.
    #[serde(rename = "f", skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<usize>>,
}

/// A mark of the cast: which one, its look, its position, and the text with its name. Marks with a higher number are on top
/// of those with a lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PlacedMark(pub usize, pub usize, pub i32, pub i32, pub usize);

/// The picture of one frame.
#[derive(Clone, PartialEq, Debug)]
pub struct FramePicture<'a> {
    /// What does not move.
    pub sheet: &'a Sheet,
    /// Look, position and name of every mark, later ones on top.
    pub marks: Vec<(&'a str, i32, i32, &'a str)>,
    /// The moves that led here.
    pub words: &'a str,
    /// Labels and values.
    pub facts: Vec<(&'a str, &'a str)>,
}

/// The styles of replays and of the pictures in them.
pub fn film_styles() -> String {
    page_styles() + include_str!("replay.css")
}

/// The script: `plylabReplay(element, data)` starts one replay, and all that are in the page when it runs.
pub const FILM_SCRIPT: &str = include_str!("replay.js");

impl Film {
    /// The picture of a frame, from all changes up to it; the last frame if there is none with that number.
    pub fn shown(&self, number: usize) -> Option<FramePicture<'_>> {
        let mut cast: Vec<Option<PlacedMark>> = vec![None; self.cast];
        let (mut sheet, mut words, mut facts) = (0, 0, &[][..]);
        for frame in self.frames.iter().take(number.saturating_add(1)) {
            words = frame.words;
            sheet = frame.sheet.unwrap_or(sheet);
            facts = frame.facts.as_deref().unwrap_or(facts);
            for &gone in &frame.gone {
                *cast.get_mut(gone)? = None;
            }
            for placed in &frame.placed {
                *cast.get_mut(placed.0)? = Some(*placed);
            }
        }
        let text = |number: usize| self.texts.get(number).map(String::as_str);
        let mark = |&PlacedMark(_, look, x, y, name): &PlacedMark| {
            Some((self.looks.get(look)?.as_str(), x, y, text(name)?))
        };
        Some(FramePicture {
            sheet: self.sheets.get(sheet)?,
            marks: cast.iter().flatten().map(mark).collect::<Option<_>>()?,
            words: text(words)?,
            facts: facts
                .chunks_exact(2)
                .map(|fact| Some((text(fact[0])?, text(fact[1])?)))
                .collect::<Option<_>>()?,
        })
    }

    /// The data for the script, safe inside a script element: no text can end it.
    pub fn json(&self) -> String {
        // In JSON this character occurs in texts only, where it may be written by its number.
        serde_json::to_string(self).unwrap_or_default().replace('<', "\\u003c")
    }

    /// The last frame, its facts, and the data from which the script makes the rest.
    pub fn html(&self) -> String {
        let mut out = String::from("<figure class=\"plylab-replay\">\n");
        let _ = writeln!(out, "<figcaption>{}</figcaption>", escape(&self.caption));
        if let Some(shown) = self.shown(usize::MAX) {
            let (width, height) = (shown.sheet.width, shown.sheet.height);
            let class = if width > 900.0 { "plylab-scene wide" } else { "plylab-scene" };
            let paper = shown.sheet.with_marks(shown.marks.into_iter(), Theme::Light);
            let picture =
                paper.into_page(class, (width, height), &format!("{}. {}", self.title, shown.words));
            let _ = writeln!(out, "<div class=\"stage\">\n{picture}</div>");
            let _ = writeln!(out, "<p class=\"words\">{}</p>", escape(shown.words));
            out.push_str("<dl class=\"facts\">");
            for (label, value) in shown.facts {
                let _ = write!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escape(label), escape(value));
            }
            out.push_str("</dl>\n");
        }
        if !self.note.is_empty() {
            let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(&self.note));
        }
        let _ = writeln!(out, "<script type=\"application/json\">{}</script>\n</figure>", self.json());
        out
    }
}

/// Each different item once, by its number.
#[derive(Default)]
struct Register {
    items: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Register {
    fn number(&mut self, item: &str) -> usize {
        if let Some(&number) = self.numbers.get(item) {
            return number;
        }
        self.items.push(item.to_owned());
        self.numbers.insert(item.to_owned(), self.items.len() - 1);
        self.items.len() - 1
    }
}

/// Takes scenes, one after the other, and keeps what changed.
pub struct Camera<'a> {
    backdrop: Backdrop,
    language: &'a dyn Words,
    sheets: Vec<Sheet>,
    looks: Register,
    texts: Register,
    /// The keys of all marks, numbered as they first appear.
    keys: Register,
    /// The same numbers from bottom to top.
    order: Vec<usize>,
    frames: Vec<Frame>,
    /// What is on stage, by number.
    stage: Vec<Option<PlacedMark>>,
    sheet: usize,
    facts: Vec<usize>,
}

impl<'a> Camera<'a> {
    /// A camera before a backdrop, for viewers of a language.
    pub fn before(backdrop: Backdrop, language: &'a dyn Words) -> Camera<'a> {
        Camera {
            backdrop,
            language,
            sheets: Vec::new(),
            looks: Register::default(),
            texts: Register::default(),
            keys: Register::default(),
            order: Vec::new(),
            frames: Vec::new(),
            stage: Vec::new(),
            sheet: 0,
            facts: Vec::new(),
        }
    }

    /// Takes the scene after that many moves; `words` say which moves led to it.
    pub fn shoot(&mut self, number: usize, words: &str, scene: &Scene) {
        let Drawing { sheet, marks } = Drawing::of(&self.backdrop, scene, Theme::Light);
        let first = self.frames.is_empty();
        let sheet = self.sheets.iter().position(|known| *known == sheet).unwrap_or_else(|| {
            self.sheets.push(sheet);
            self.sheets.len() - 1
        });
        let mut next: Vec<Option<PlacedMark>> = vec![None; self.stage.len()];
        let mut above = 0;
        for mark in &marks {
            let actor = self.keys.number(&mark.key);
            let look = self.looks.number(&mark.look);
            let name = self.texts.number(&mark.name(self.language));
            if actor == next.len() {
                // A new mark is just above the mark before it.
                next.push(None);
                self.order.insert(above, actor);
                above += 1;
            } else {
                above = self.order.iter().position(|&known| known == actor).map_or(above, |index| index + 1);
            }
            if let Some(entry) = next.get_mut(actor) {
                *entry = Some(PlacedMark(actor, look, mark.x, mark.y, name));
            }
        }
        self.stage.resize(next.len(), None);
        let changes =
            || self.stage.iter().zip(&next).enumerate().filter(|(_, (before, after))| before != after);
        let placed = changes().filter_map(|(_, (_, after))| *after).collect();
        let gone = changes().filter(|(_, (_, after))| after.is_none()).map(|(actor, _)| actor).collect();
        self.stage = next;
        let text = |fact: &Fact| {
            let texts = [fact.label.clone(), fact.value.to_string()];
            texts.map(|text| self.texts.number(&Field::from(Name::of(text)).render(self.language)))
        };
        let facts: Vec<usize> = scene.facts.iter().flat_map(text).collect();
        let frame = Frame {
            number,
            words: self.texts.number(words),
            sheet: (first || sheet != self.sheet).then_some(sheet),
            placed,
            gone,
            facts: (first || facts != self.facts).then(|| facts.clone()),
        };
        self.sheet = sheet;
        self.facts = facts;
        self.frames.push(frame);
    }

    /// The replay of a game with that many moves, the cast numbered from bottom to top. The words are in the language
    /// already; `note` says what was left out.
    pub fn develop(mut self, title: String, caption: &str, note: String, moves: usize) -> Film {
        let mut rank = vec![0; self.order.len()];
        for (index, &actor) in self.order.iter().enumerate() {
            rank[actor] = index;
        }
        for frame in &mut self.frames {
            for placed in &mut frame.placed {
                placed.0 = rank[placed.0];
            }
            for gone in &mut frame.gone {
                *gone = rank[*gone];
            }
        }
        Film {
            title,
            caption: caption.to_owned(),
            note,
            said: ControlWords::of(self.language),
            moves,
            cast: self.order.len(),
            sheets: self.sheets,
            looks: self.looks.items,
            texts: self.texts.items,
            frames: self.frames,
        }
    }
}
