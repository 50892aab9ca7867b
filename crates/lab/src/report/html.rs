//! Reports as one self-contained page: tables, plots, settings and sample games.

use std::fmt::Write as _;
use std::iter;

use plylab_core::{Message, message};
use plylab_draw::escape;
use plylab_draw::film::{FILM_SCRIPT, film_styles};

use super::exhibits::Exhibit;
use super::results::{interpreter_words, run_words};
use super::table::{ColumnKind, Table, machine_columns};
use super::{Manifest, Plot, Report, SectionReport};
use crate::messages::Language;

/// A report with what a page adds to its tables.
#[derive(Debug)]
pub struct Chapter<'a> {
    /// The report.
    pub report: &'a Report,
    /// Its plots, section by section, in the language of the page.
    pub plots: &'a [Vec<Plot>],
    /// Sample games.
    pub exhibits: &'a [Exhibit],
    /// The experiment file.
    pub file: &'a str,
}

/// The beginning of a page, before its chapters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FrontMatter {
    /// Paragraphs.
    pub lead: Vec<Message>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Lists, each under its heading.
    pub lists: Vec<(Message, Vec<Message>)>,
}

/// One page of one or several reports, in a language.
pub fn page(title: &Message, front: &FrontMatter, chapters: &[Chapter<'_>], language: &Language) -> String {
    let title = escape(&language.say(title));
    let mut body = format!("<header>\n<h1>{title}</h1>\n");
    body.extend(front.lead.iter().map(|lead| paragraph("", &language.say(lead))));
    for table in &front.tables {
        body.push_str(&table.html(false, language));
    }
    for (heading, points) in &front.lists {
        let _ = writeln!(body, "<h3>{}</h3>\n<ul>", escape(&language.say(heading)));
        for point in points {
            let _ = writeln!(body, "<li>{}</li>", emphasised(&language.say(point)));
        }
        body.push_str("</ul>\n");
    }
    body.push_str("</header>\n");
    body.push_str(&contents(chapters, language));
    body.push_str("<main>\n");
    for (number, chapter) in chapters.iter().enumerate() {
        body.push_str(&chapter.html(number, chapters.len() > 1, language));
    }
    body.push_str("</main>\n");
    let script = if chapters.iter().all(|chapter| chapter.exhibits.is_empty()) {
        String::new()
    } else {
        format!("<script>\n{FILM_SCRIPT}</script>\n")
    };
    let (code, direction) = (language.info().language, language.info().direction.code());
    format!(
        "<!doctype html>\n<html lang=\"{code}\" dir=\"{direction}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{}{}</style>\n</head>\n<body>\n{body}{script}</body>\n</html>\n",
        include_str!("page.css"),
        film_styles(),
    )
}

/// Links to every section.
fn contents(chapters: &[Chapter<'_>], language: &Language) -> String {
    let label = escape(&language.say(&message!("contents", "Contents")));
    let mut out = format!("<nav aria-label=\"{label}\">\n<ul>\n");
    for (number, chapter) in chapters.iter().enumerate() {
        let several = chapters.len() > 1;
        if several {
            let title = escape(&language.name(&chapter.report.title));
            let _ = writeln!(out, "<li><a href=\"#c{number}\">{title}</a>\n<ul>");
        }
        for (index, section) in chapter.report.sections.iter().enumerate() {
            let name = escape(&language.name(&section.name));
            let _ = writeln!(out, "<li><a href=\"#c{number}s{index}\">{name}</a></li>");
        }
        if several {
            out.push_str("</ul></li>\n");
        }
    }
    out.push_str("</ul>\n</nav>\n");
    out
}

impl Chapter<'_> {
    fn html(&self, number: usize, titled: bool, language: &Language) -> String {
        let report = self.report;
        let mut out = format!("<section id=\"c{number}\" class=\"chapter\">\n");
        if titled {
            let _ = writeln!(out, "<h2>{}</h2>", escape(&language.name(&report.title)));
        }
        out.push_str(&paragraphs(report.about.as_deref(), language));
        out.push_str(&notes(&report.notes, language));
        for (index, section) in report.sections.iter().enumerate() {
            let exhibits = self.exhibits.iter().filter(|exhibit| exhibit.section == index);
            let _ = writeln!(out, "<section id=\"c{number}s{index}\">");
            let plots = self.plots.get(index).map_or(&[][..], Vec::as_slice);
            out.push_str(&section.html(plots, exhibits, !titled, language));
            out.push_str("</section>\n");
        }
        let own = (message!("experiment-file", "Experiment file"), self.file);
        let given = report.files.iter().map(|file| (file.heading(), file.text.as_str()));
        for (heading, text) in iter::once(own).chain(given) {
            let heading = escape(&language.say(&heading));
            // Escape within lines, so that line ends stay.
            let text = text.lines().map(escape).collect::<Vec<String>>().join("\n");
            let _ =
                writeln!(out, "<details><summary>{heading}</summary><pre dir=\"ltr\">{text}</pre></details>");
        }
        let origin = escape(&language.say(&message!("results-origin", "Where these results come from")));
        let manifest = report.manifest.html(language);
        let _ = writeln!(out, "<details class=\"manifest\"><summary>{origin}</summary>{manifest}</details>");
        out.push_str("</section>\n");
        out
    }
}

impl SectionReport {
    fn html<'a>(
        &self,
        plots: &[Plot],
        exhibits: impl Iterator<Item = &'a Exhibit>,
        open: bool,
        language: &Language,
    ) -> String {
        let mut out = format!("<h3>{}</h3>\n", escape(&language.name(&self.name)));
        out.push_str(&paragraphs(self.about.as_deref(), language));
        for answer in &self.answers {
            let question = escape(&language.say(&answer.question));
            let said = escape(&language.say(&answer.said()));
            let _ = writeln!(out, "<p class=\"answer\"><strong>{question}</strong> {said}</p>");
        }
        for (index, table) in self.tables.iter().enumerate() {
            out.push_str(&table.html(index > 0, language));
            if index == 0 && !plots.is_empty() {
                out.push_str("<div class=\"plots\">\n");
                for plot in plots {
                    let _ = writeln!(out, "<figure>{}</figure>", plot.svg);
                }
                out.push_str("</div>\n");
            }
        }
        out.push_str(&notes(&self.notes, language));
        let games: String = exhibits.map(|exhibit| exhibit.replay.html()).collect();
        if !games.is_empty() {
            let open = if open { " open" } else { "" };
            let summary = escape(&language.say(&message!("sample-games", "Sample games")));
            let _ = writeln!(out, "<details class=\"games\"{open}><summary>{summary}</summary>");
            let _ = writeln!(out, "<div>\n{games}</div>\n</details>");
        }
        out
    }
}

impl Table {
    /// The table in HTML; machine-dependent columns are marked.
    pub fn html(&self, titled: bool, language: &Language) -> String {
        let mut out = String::from("<div class=\"table\"><table>\n");
        let hidden = if titled { "" } else { " class=\"unseen\"" };
        let _ = writeln!(out, "<caption{hidden}>{}</caption>", escape(&language.say(&self.title)));
        let machine = escape(&language.say(&message!("on-the-machine", "depends on the machine")));
        let star = format!("<abbr title=\"{machine}\">*</abbr>");
        out.push_str("<thead><tr>");
        for column in &self.columns {
            let class = class(column.kind);
            let (head, mark) = (escape(&column.head(language)), column.kind.mark(&star));
            let _ = write!(out, "<th scope=\"col\" class=\"{class}\">{head}{mark}</th>");
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for (column, value) in self.columns.iter().zip(row) {
                let (class, text) = (class(column.kind), escape(&value.text(language, "\u{b1}")));
                let _ = write!(out, "<td class=\"{class}\">{text}</td>");
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody>\n</table></div>\n");
        out.push_str(&notes(&self.notes, language));
        if self.has_machine_columns() {
            out.push_str(&notes(&[machine_columns()], language));
        }
        out
    }
}

impl Manifest {
    fn html(&self, language: &Language) -> String {
        let mut facts = vec![
            (Message::verbatim("plylab"), Message::verbatim(self.version)),
            (message!("seed", "seed"), Message::verbatim(self.seed.to_string())),
            (
                message!("games", "games"),
                message!("n-of-games", "{n} of {games}", n = self.games, games = self.planned),
            ),
            (message!("file-hash", "SHA-256 of the file"), Message::verbatim(&self.file_hash)),
            (message!("plan-hash", "SHA-256 of the plan"), Message::verbatim(&self.plan)),
        ];
        facts.extend(self.runs.iter().map(|run| (message!("run", "run"), run_words(run))));
        let interpreters = interpreter_words(&self.runs).into_iter();
        facts.extend(interpreters.map(|words| (message!("interpreter", "agents run by"), words)));
        let mut out = String::from("<dl>\n");
        for (label, value) in &facts {
            let [label, value] = [label, value].map(|words| escape(&language.say(words)));
            let _ = writeln!(out, "<div><dt>{label}</dt><dd>{value}</dd></div>");
        }
        out.push_str("</dl>");
        out
    }
}

fn class(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Name => "name",
        ColumnKind::Words => "words",
        ColumnKind::Deterministic => "number",
        ColumnKind::Machine => "number machine",
    }
}

/// A text in which `**` begins and ends what is emphasised, as in Markdown.
fn emphasised(text: &str) -> String {
    let piece = |(index, piece): (usize, &str)| match index % 2 {
        0 => escape(piece),
        _ => format!("<strong>{}</strong>", escape(piece)),
    };
    text.split("**").enumerate().map(piece).collect()
}

fn paragraph(class: &str, text: &str) -> String {
    format!("<p{class}>{}</p>\n", escape(text))
}

/// The paragraphs of a text of the experiment.
fn paragraphs(text: Option<&str>, language: &Language) -> String {
    let text = text.map_or_else(String::new, |text| language.name(text));
    text.split("\n\n").filter(|text| !text.is_empty()).map(|text| paragraph("", text)).collect()
}

fn notes(notes: &[Message], language: &Language) -> String {
    notes.iter().map(|note| paragraph(" class=\"note\"", &language.say(note))).collect()
}
