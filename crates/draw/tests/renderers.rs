//! Programs that we did not write draw the same pictures: Chromium and librsvg, with our own fonts, at double size.
//!
//! Few pixels may differ, because no two programs smooth edges and letters alike; and each of those must be found within a
//! pixel of the picture in the other drawing, so that nothing is missing or moved.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use plylab_core::{AnyGame, Budget, English, NoFiles, Seed, Watch};
use plylab_draw::Theme;
use plylab_draw::plot::{
    Across, AxisScale, Chart, DataPoint, Distributions, Interval, Measure, Row, RowStyle, Rows, Series,
    ValueGroup,
};
use plylab_draw::scene::scene_svg;
use plylab_draw::tree::{Growth, TreePicture};
use plylab_search::record::{NODES_PICTURED, Recorder};
use resvg::tiny_skia::{Color, Paint, Pixmap, PremultipliedColorU8, Rect, Transform};

/// Pixels for each unit of a picture.
const ZOOM: u32 = 2;
/// By how much a part of a colour must differ to count.
const LEVELS: u8 = 32;
/// The most pixels that may differ, as a part of all.
const MOST: f64 = 0.01;

fn open(spec: &str) -> Box<dyn AnyGame> {
    plylab_standard::registry().open(&spec.parse().unwrap(), &NoFiles).unwrap()
}

fn board(spec: &str, moves: &[&str], theme: Theme) -> String {
    let game = open(spec);
    let mut position = game.start(Seed(1));
    for action in moves {
        position.play(action).unwrap();
    }
    scene_svg(&game.backdrop(), &position.scene(), Some("A position"), theme)
}

fn tree(spec: &str, agent: &str, growth: Growth, theme: Theme) -> String {
    let game = open(spec);
    let position = game.start(Seed(0));
    let mut recorder = Recorder::new();
    let watch = Watch::Search(&mut recorder);
    let agent = agent.parse().unwrap();
    let thought = game.think(position.as_ref(), &agent, Seed(0), &Budget::unlimited(), watch).unwrap();
    let tree = recorder.finish_thought(&thought).tree(NODES_PICTURED);
    TreePicture { growth: Some(growth), theme, ..TreePicture::new("A search") }.svg(&tree)
}

fn chart(x: Across, scale: AxisScale, count: u32, theme: Theme) -> String {
    let series = |number: u32| {
        let point = |x: u32| {
            let y = 0.1 + f64::from((x * (number + 2)) % 9) / 12.0;
            DataPoint::within(f64::from(x), y, y * 0.9, (y * 1.1).min(1.0))
        };
        Series { name: format!("series {number}"), points: (0..count).map(point).collect() }
    };
    Chart {
        title: "Win rate by depth".to_owned(),
        description: "bars are 95 % confidence intervals".to_owned(),
        x,
        y: Measure::share("games won"),
        scale,
        series: (0..8).map(series).collect(),
    }
    .svg(&English, theme)
}

fn plots(theme: Theme) -> Vec<(&'static str, String)> {
    let title = "Scores".to_owned();
    let values = |count: u32| (0..count).map(|value| f64::from(value * value % 97)).collect();
    let group = |name: &str, count| ValueGroup { name: name.to_owned(), values: values(count) };
    let interval = |value: f64| Some(Interval::new(value - 40.0, value + 60.0));
    let bar = |(name, value): (&str, f64)| Row { name: name.to_owned(), value, interval: interval(value) };
    let rung = |(name, rating): (&str, f64)| Row {
        name: name.to_owned(),
        value: rating,
        interval: if rating.is_finite() { interval(rating) } else { Some(Interval::new(500.0, rating)) },
    };
    let names = || (0..4).map(|number| format!("alphabeta:depth={number},eval=report-b,table=64")).collect();
    let bars = Rows {
        title: title.clone(),
        description: String::new(),
        measure: Measure::numbers("score"),
        style: RowStyle::Bars,
        rows: [("alphabeta", 812.0), ("reflex", 120.0), ("random", -448.25)].map(bar).to_vec(),
    };
    let ladder = Rows {
        title: title.clone(),
        description: "the mean is 0".to_owned(),
        measure: Measure::numbers("Elo"),
        style: RowStyle::Ladder,
        rows: [("perfect", f64::INFINITY), ("alphabeta", 310.0), ("random", -205.0)].map(rung).to_vec(),
    };
    let distributions = Distributions {
        title,
        description: String::new(),
        across: "depth".to_owned(),
        measure: Measure::numbers("score"),
        groups: vec![group("1", 12), group("2", 40), group("3", 2000)],
    };
    vec![
        ("lines", chart(Across { label: "depth".to_owned(), names: None }, AxisScale::Linear, 6, theme)),
        ("bands", chart(Across { label: "move".to_owned(), names: None }, AxisScale::Log, 30, theme)),
        (
            "categories",
            chart(Across { label: "agent".to_owned(), names: Some(names()) }, AxisScale::Linear, 4, theme),
        ),
        ("distributions", distributions.svg(&English, theme)),
        ("bars", bars.svg(&English, theme)),
        ("ladder", ladder.svg(&English, theme)),
    ]
}

fn pictures(theme: Theme) -> Vec<(&'static str, String)> {
    let mut pictures = vec![
        ("connect4", board("connect4", &["4", "3", "4", "3", "4", "3", "4"], theme)),
        ("sim", board("sim", &["AB", "DE", "BC", "EF", "AC"], theme)),
        ("tictactoe", board("tictactoe", &["a1", "b2"], theme)),
        ("pacman", board("pacman:layout=small", &["West"], theme)),
        ("grid", board("grid", &["right"], theme)),
        ("tree", board("tree", &["middle"], theme)),
        ("search tree", tree("tree:file=textbook", "alphabeta", Growth::Down, theme)),
        ("search tree with chances", tree("tree:file=dice", "expectimax", Growth::Right, theme)),
    ];
    pictures.extend(plots(theme));
    // The same letters for every program.
    for (_, svg) in &mut pictures {
        let (before, rest) = svg.split_once(" font-family=\"").unwrap();
        *svg = format!("{before} font-family=\"Vazirmatn\"{}", rest.split_once('"').unwrap().1);
    }
    pictures
}

/// A folder for files that programs exchange, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("plylab-renderers-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn installed(names: &[&'static str]) -> Option<&'static str> {
    let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    names.iter().find(runs).copied()
}

/// Runs a program that finds our fonts and no others.
fn run(program: &str, args: &[&str], fonts: &Path) {
    let output = Command::new(program).args(args).env("FONTCONFIG_FILE", fonts).output().unwrap();
    assert!(output.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The size of a picture in its own units.
fn size(svg: &str) -> (u32, u32) {
    let length = |name: &str| {
        let (_, rest) = svg.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse::<f64>().unwrap().ceil() as u32
    };
    (length("width"), length("height"))
}

/// All pictures of a theme below each other, as Chromium draws them, and where each begins.
fn page(folder: &Folder, browser: &str, fonts: &Path, pictures: &[(&str, String)]) -> (Pixmap, Vec<u32>) {
    let mut page = String::from(
        "<!doctype html><meta charset=\"utf-8\"><style>body{margin:0}svg{position:absolute;left:0}</style>",
    );
    let (mut tops, mut next, mut width) = (Vec::new(), 0, 0);
    for (_, svg) in pictures {
        page.push_str(&svg.replacen("<svg ", &format!("<svg style=\"top:{next}px\" "), 1));
        tops.push(next * ZOOM);
        let (wide, high) = size(svg);
        next += high;
        width = width.max(wide);
    }
    let page = folder.write("page.html", &page);
    let drawn = folder.0.join("page.png");
    let args = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--disable-lcd-text",
        "--font-render-hinting=none",
        &format!("--user-data-dir={}", folder.0.join("profile").display()),
        &format!("--force-device-scale-factor={ZOOM}"),
        &format!("--window-size={width},{next}"),
        &format!("--screenshot={}", drawn.display()),
        &format!("file://{}", page.display()),
    ];
    run(browser, &args, fonts);
    (Pixmap::load_png(&drawn).unwrap(), tops)
}

fn parts(pixel: PremultipliedColorU8) -> [u8; 3] {
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// The part of the pixels that differ, and how many of those are not found near their place in the other drawing.
fn compare(one: &Pixmap, other: &Pixmap, top: u32) -> (f64, usize) {
    let differ = |a: [u8; 3], b: [u8; 3]| a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > LEVELS);
    // Is the colour between those around the same place, about?
    let near = |colour: [u8; 3], picture: &Pixmap, x: u32, y: u32, top: u32, bottom: u32| {
        let (mut low, mut high) = ([255; 3], [0; 3]);
        for y in y.saturating_sub(ZOOM).max(top)..(y + ZOOM + 1).min(bottom) {
            for x in x.saturating_sub(ZOOM)..(x + ZOOM + 1).min(one.width()) {
                for (part, value) in parts(picture.pixel(x, y).unwrap()).into_iter().enumerate() {
                    low[part] = value.min(low[part]);
                    high[part] = value.max(high[part]);
                }
            }
        }
        (0..3).all(|part| {
            colour[part] >= low[part].saturating_sub(LEVELS)
                && colour[part] <= high[part].saturating_add(LEVELS)
        })
    };
    let (mut different, mut lost) = (0, 0);
    for y in 0..one.height() {
        for x in 0..one.width() {
            let [a, b] = [one.pixel(x, y), other.pixel(x, top + y)].map(|pixel| parts(pixel.unwrap()));
            if differ(a, b) {
                different += 1;
                let found = near(a, other, x, top + y, top, top + one.height())
                    && near(b, one, x, y, 0, one.height());
                lost += usize::from(!found);
            }
        }
    }
    (f64::from(different) / f64::from(one.width() * one.height()), lost)
}

#[test]
fn what_is_moved_or_missing_is_found() {
    // A dark square on white, that far from the edge.
    let square = |from: u32| {
        let mut pixmap = Pixmap::new(40, 40).unwrap();
        pixmap.fill(Color::WHITE);
        let rect = Rect::from_xywh(from as f32, 10.0, 12.0, 12.0).unwrap();
        pixmap.fill_rect(rect, &Paint::default(), Transform::identity(), None);
        pixmap
    };
    let lost = |from: u32| compare(&square(8), &square(from), 0).1;
    assert_eq!((lost(8), lost(8 + ZOOM)), (0, 0));
    assert!(lost(8 + ZOOM + 1) > 0 && lost(100) > 0);
}

#[test]
fn two_programs_draw_every_picture_alike() {
    let Some(browser) = installed(&["chromium", "chromium-browser", "google-chrome"]) else {
        return eprintln!("skipped: no Chromium is installed");
    };
    let Some(librsvg) = installed(&["rsvg-convert"]) else {
        return eprintln!("skipped: rsvg-convert is not installed");
    };
    let folder = Folder::new();
    let fonts = folder.write(
        "fonts.conf",
        &format!(
            "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig><dir>{}/fonts</dir>\
             <cachedir>{}</cachedir></fontconfig>",
            env!("CARGO_MANIFEST_DIR"),
            folder.0.join("cache").display()
        ),
    );
    let mut faults = Vec::new();
    for theme in Theme::ALL {
        let pictures = pictures(theme);
        let (page, tops) = page(&folder, browser, &fonts, &pictures);
        for ((name, svg), top) in pictures.iter().zip(tops) {
            let file = folder.write("picture.svg", svg);
            let drawn = folder.0.join("picture.png");
            let (file, target) = (file.display().to_string(), drawn.display().to_string());
            run(librsvg, &[&format!("--zoom={ZOOM}"), &file, "-o", &target], &fonts);
            let (part, lost) = compare(&Pixmap::load_png(&drawn).unwrap(), &page, top);
            println!("{}, {name}: {:.3} % differ, {lost} lost", theme.name(), 100.0 * part);
            if part >= MOST || lost > 0 {
                faults.push(format!("{}, {name}: {:.3} % differ, {lost} lost", theme.name(), 100.0 * part));
            }
        }
        if std::env::var_os("PLYLAB_KEEP").is_some() {
            page.save_png(std::env::temp_dir().join(format!("plylab-{}.png", theme.name()))).unwrap();
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
