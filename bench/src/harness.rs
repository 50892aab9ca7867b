//! Measures contenders in rounds, so that a slow moment of the machine affects all of them.

use std::time::{Duration, Instant};

/// The number of rounds.
pub const ROUNDS: usize = 7;

/// Something to measure.
pub struct Contender<'a> {
    name: &'a str,
    work: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Contender<'a> {
    /// Named work. It returns its amount: nodes, moves, games.
    pub fn new(name: &'a str, work: impl FnMut() -> u64 + 'a) -> Self {
        Contender { name, work: Box::new(work) }
    }
}

/// The measurements of one contender.
#[derive(Clone, PartialEq, Debug)]
struct Measured<'a> {
    name: &'a str,
    /// The rates per second, one per round, the slowest first.
    rates: Vec<f64>,
}

impl Measured<'_> {
    fn best(&self) -> f64 {
        self.rates.last().copied().unwrap_or(0.0)
    }

    fn median(&self) -> f64 {
        self.rates.get(self.rates.len() / 2).copied().unwrap_or(0.0)
    }
}

/// Runs the contenders in turn, [`ROUNDS`] times after a warm-up round, and prints a table. The ratios are to the first
/// of them.
pub fn compare(title: &str, unit: &str, contenders: &mut [Contender<'_>]) {
    let mut measured: Vec<Measured<'_>> =
        contenders.iter().map(|contender| Measured { name: contender.name, rates: Vec::new() }).collect();
    for round in 0..=ROUNDS {
        for (contender, measured) in contenders.iter_mut().zip(&mut measured) {
            let start = Instant::now();
            let done = (contender.work)();
            let rate = per_second(done, start.elapsed());
            // The first round warms up caches and the processor's clock.
            if round > 0 {
                measured.rates.push(rate);
            }
        }
    }
    for measured in &mut measured {
        measured.rates.sort_by(f64::total_cmp);
    }
    print!("{}", table(title, unit, &measured));
}

fn per_second(done: u64, time: Duration) -> f64 {
    done as f64 / time.as_secs_f64()
}

fn table(title: &str, unit: &str, measured: &[Measured<'_>]) -> String {
    let names = measured.iter().map(|measured| measured.name.len()).max().unwrap_or(0);
    let mut lines = vec![
        format!("{title}: million {unit} per second, {ROUNDS} rounds"),
        format!(
            "{:names$}  {:>9}  {:>9}  {:>13}  {:>15}",
            "", "best", "median", "ratio by best", "ratio by median"
        ),
    ];
    if let Some(first) = measured.first() {
        lines.extend(measured.iter().map(|one| {
            format!(
                "{:names$}  {:>9.3}  {:>9.3}  {:>13.2}  {:>15.2}",
                one.name,
                one.best() / 1e6,
                one.median() / 1e6,
                one.best() / first.best(),
                one.median() / first.median()
            )
        }));
    }
    lines.join("\n") + "\n\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_to_the_first() {
        let measured = [
            Measured { name: "theirs", rates: vec![1e6, 2e6, 4e6] },
            Measured { name: "ours", rates: vec![3e6, 6e6, 6e6] },
        ];
        let table = table("Counting", "nodes", &measured);
        let rows: Vec<Vec<&str>> =
            table.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0], ["theirs", "4.000", "2.000", "1.00", "1.00"]);
        assert_eq!(rows[1], ["ours", "6.000", "6.000", "1.50", "3.00"]);
    }

    #[test]
    fn every_contender_runs_once_per_round() {
        let mut order = std::cell::RefCell::new(String::new());
        let run = |name: char| {
            order.borrow_mut().push(name);
            1
        };
        compare("Order", "runs", &mut [Contender::new("a", || run('a')), Contender::new("b", || run('b'))]);
        assert_eq!(*order.get_mut(), "ab".repeat(ROUNDS + 1));
    }
}
