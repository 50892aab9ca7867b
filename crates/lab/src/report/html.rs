//! Reports as one self-contained page: tables, plots, settings and sample games.

use std::fmt::Write as _;

use plylab_search::svg::escape;

use super::exhibits::Exhibit;
use super::table::{ColumnKind, MACHINE_COLUMNS, Table};
use super::{Answer, Manifest, Report, SectionReport};
use crate::replay::{REPLAY_CSS, REPLAY_JS};

/// A report with what a page adds to its tables.
#[derive(Debug)]
pub struct Chapter<'a> {
    /// The report.
    pub report: &'a Report,
    /// Sample games.
    pub exhibits: &'a [Exhibit],
    /// The experiment file.
    pub file: &'a str,
}

/// The beginning of a page, before its chapters.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Front {
    /// Paragraphs.
    pub lead: Vec<String>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Lists, each under its heading.
    pub lists: Vec<(String, Vec<String>)>,
}

/// One page of one or several reports.
pub fn page(title: &str, front: &Front, chapters: &[Chapter<'_>]) -> String {
    let mut body = format!("<header>\n<h1>{}</h1>\n", escape(title));
    body.push_str(&paragraphs(front.lead.iter().map(String::as_str)));
    for table in &front.tables {
        body.push_str(&table.html(false));
    }
    for (heading, points) in &front.lists {
        let _ = writeln!(body, "<h3>{}</h3>\n<ul>", escape(heading));
        for point in points {
            let _ = writeln!(body, "<li>{}</li>", escape(point));
        }
        body.push_str("</ul>\n");
    }
    body.push_str("</header>\n");
    body.push_str(&contents(chapters));
    body.push_str("<main>\n");
    for (number, chapter) in chapters.iter().enumerate() {
        body.push_str(&chapter.html(number, chapters.len() > 1));
    }
    body.push_str("</main>\n");
    let script = if chapters.iter().all(|chapter| chapter.exhibits.is_empty()) {
        String::new()
    } else {
        format!("<script>\n{REPLAY_JS}</script>\n")
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{}{REPLAY_CSS}</style>\n</head>\n<body>\n{body}{script}</body>\n</html>\n",
        escape(title),
        include_str!("page.css"),
    )
}

/// Links to every section.
fn contents(chapters: &[Chapter<'_>]) -> String {
    let mut out = String::from("<nav aria-label=\"Contents\">\n<ul>\n");
    for (number, chapter) in chapters.iter().enumerate() {
        let several = chapters.len() > 1;
        if several {
            let _ = writeln!(out, "<li><a href=\"#c{number}\">{}</a>\n<ul>", escape(&chapter.report.title));
        }
        for (index, section) in chapter.report.sections.iter().enumerate() {
            let _ = writeln!(out, "<li><a href=\"#c{number}s{index}\">{}</a></li>", escape(&section.name));
        }
        if several {
            out.push_str("</ul></li>\n");
        }
    }
    out.push_str("</ul>\n</nav>\n");
    out
}

impl Chapter<'_> {
    fn html(&self, number: usize, titled: bool) -> String {
        // Escape within lines, so that line ends stay.
        let file = self.file.lines().map(escape).collect::<Vec<String>>().join("\n");
        let report = self.report;
        let mut out = format!("<section id=\"c{number}\" class=\"chapter\">\n");
        if titled {
            let _ = writeln!(out, "<h2>{}</h2>", escape(&report.title));
        }
        out.push_str(&paragraphs(report.about.iter().flat_map(|about| about.split("\n\n"))));
        out.push_str(&notes(&report.notes));
        for (index, section) in report.sections.iter().enumerate() {
            let exhibits = self.exhibits.iter().filter(|exhibit| exhibit.section == index);
            let _ = writeln!(out, "<section id=\"c{number}s{index}\">");
            out.push_str(&section.html(exhibits, !titled));
            out.push_str("</section>\n");
        }
        let _ = writeln!(out, "<details><summary>Experiment file</summary><pre>{}</pre></details>", file);
        let _ = writeln!(
            out,
            "<details class=\"manifest\"><summary>Where these results come from</summary>{}</details>",
            report.manifest.html()
        );
        out.push_str("</section>\n");
        out
    }
}

impl SectionReport {
    fn html<'a>(&self, exhibits: impl Iterator<Item = &'a Exhibit>, open: bool) -> String {
        let mut out = format!("<h3>{}</h3>\n", escape(&self.name));
        out.push_str(&paragraphs(self.about.iter().flat_map(|about| about.split("\n\n"))));
        for Answer { question, sentences } in &self.answers {
            let said: Vec<String> = sentences.iter().map(|said| escape(&said.to_string())).collect();
            let question = escape(&question.to_string());
            let _ = writeln!(out, "<p class=\"answer\"><strong>{question}</strong> {}</p>", said.join(" "));
        }
        for (index, table) in self.tables.iter().enumerate() {
            out.push_str(&table.html(index > 0));
            if index == 0 && !self.plots.is_empty() {
                out.push_str("<div class=\"plots\">\n");
                for plot in &self.plots {
                    let _ = writeln!(out, "<figure>{}</figure>", plot.svg);
                }
                out.push_str("</div>\n");
            }
        }
        out.push_str(&notes(&self.notes));
        let games: String = exhibits.map(|exhibit| exhibit.replay.html()).collect();
        if !games.is_empty() {
            let open = if open { " open" } else { "" };
            let _ = writeln!(out, "<details class=\"games\"{open}><summary>Sample games</summary>");
            let _ = writeln!(out, "<div>\n{games}</div>\n</details>");
        }
        out
    }
}

impl Table {
    /// The table in HTML; machine-dependent columns are marked.
    pub fn html(&self, titled: bool) -> String {
        let mut out = String::from("<div class=\"table\"><table>\n");
        let hidden = if titled { "" } else { " class=\"unseen\"" };
        let _ = writeln!(out, "<caption{hidden}>{}</caption>", escape(&self.title));
        out.push_str("<thead><tr>");
        for column in &self.columns {
            let class = class(column.kind);
            let mark = column.kind.mark("<abbr title=\"depends on the machine\">*</abbr>");
            let _ = write!(out, "<th scope=\"col\" class=\"{class}\">{}{mark}</th>", escape(&column.title));
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for (column, value) in self.columns.iter().zip(row) {
                let _ = write!(
                    out,
                    "<td class=\"{}\">{}</td>",
                    class(column.kind),
                    escape(&value.text("\u{b1}"))
                );
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody>\n</table></div>\n");
        out.push_str(&notes(&self.notes));
        if self.has_machine_columns() {
            out.push_str(&notes(&[MACHINE_COLUMNS]));
        }
        out
    }
}

impl Manifest {
    fn html(&self) -> String {
        let mut out = String::from("<dl>\n");
        let mut fact = |label: &str, value: &str| {
            let _ = writeln!(out, "<div><dt>{label}</dt><dd>{}</dd></div>", escape(value));
        };
        fact("plylab", self.version);
        fact("seed", &self.seed.to_string());
        fact("games", &format!("{} of {}", self.games, self.planned));
        fact("SHA-256 of the file", &self.file_hash);
        fact("SHA-256 of the plan", &self.plan);
        for run in &self.runs {
            let words = format!(
                "plylab {} on {} ({}), {} threads, {}",
                run.version, run.cpu, run.system, run.threads, run.shard
            );
            fact("run", &words);
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

fn paragraphs<'a>(paragraphs: impl Iterator<Item = &'a str>) -> String {
    paragraphs.map(|paragraph| format!("<p>{}</p>\n", escape(paragraph))).collect()
}

fn notes(notes: &[impl AsRef<str>]) -> String {
    notes.iter().map(|note| format!("<p class=\"note\">{}</p>\n", escape(note.as_ref()))).collect()
}
