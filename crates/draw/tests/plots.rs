//! The plots as people see them, and what they do with numbers that nobody wishes for.

use plylab_core::{English, Seed};
use plylab_draw::Theme;
use plylab_draw::plot::{
    Across, AxisScale, Chart, DataPoint, Distributions, Interval, Measure, Row, RowStyle, Rows, Series,
    ValueGroup, ValueUnit,
};
use proptest::prelude::*;

macro_rules! assert_drawing {
    ($svg:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($svg);
        })
    };
}

fn depths() -> Across {
    Across { label: "depth".to_owned(), names: None }
}

fn series(name: &str, points: impl IntoIterator<Item = DataPoint>) -> Series {
    Series { name: name.to_owned(), points: points.into_iter().collect() }
}

/// A win rate with an interval of about the right size for so many games.
fn rate(x: f64, rate: f64, games: f64) -> DataPoint {
    let half = 1.96 * (rate * (1.0 - rate) / games).sqrt() + 1.0 / games;
    DataPoint::within(x, rate, (rate - half).max(0.0), (rate + half).min(1.0))
}

fn win_rates() -> Chart {
    let line = |name: &str, rates: [f64; 6], games: f64| {
        series(name, (1..).zip(rates).map(|(depth, value)| rate(f64::from(depth), value, games)))
    };
    Chart {
        title: "Win rate by depth".to_owned(),
        description:
            "Pac-Man on the medium board, 200 games per depth; lines at each point are 95% intervals."
                .to_owned(),
        x: depths(),
        y: Measure::share("games won"),
        scale: AxisScale::Linear,
        series: vec![
            line("minimax against random ghosts", [0.12, 0.31, 0.52, 0.66, 0.78, 0.84], 200.0),
            line("expectimax against random ghosts", [0.10, 0.36, 0.61, 0.79, 0.91, 0.96], 200.0),
            line("minimax against directional ghosts", [0.0, 0.05, 0.14, 0.29, 0.41, 0.55], 200.0),
            line("expectimax against directional ghosts", [0.01, 0.03, 0.08, 0.17, 0.28, 0.39], 200.0),
        ],
    }
}

#[test]
fn win_rate_by_depth() {
    assert_drawing!(win_rates().svg(&English, Theme::Light));
}

fn times() -> Chart {
    let line = |name: &str, first: f64, factor: f64| {
        let points = (1..=8).scan(first, |time, depth| {
            let now = *time;
            *time *= factor;
            Some(DataPoint::within(f64::from(depth), now, now * 0.9, now * 1.15))
        });
        series(name, points)
    };
    Chart {
        title: "Time per move by depth".to_owned(),
        description: "Median of 50 positions.".to_owned(),
        x: depths(),
        y: Measure::seconds("time per move"),
        scale: AxisScale::Log,
        series: vec![line("minimax", 2.1e-6, 6.6), line("alphabeta", 1.8e-6, 2.9)],
    }
}

#[test]
fn time_by_depth_on_a_log_scale() {
    let svg = times().svg(&English, Theme::Light);
    assert_drawing!(svg);
}

#[test]
fn branching_factor_on_less_than_a_decade() {
    let chart = Chart {
        title: "Effective branching factor".to_owned(),
        description: String::new(),
        x: depths(),
        y: Measure::numbers("nodes at this depth to nodes at the one before"),
        scale: AxisScale::Log,
        series: vec![series(
            "",
            [5.9, 3.1, 4.2, 2.6, 3.3].iter().zip(2..).map(|(&y, x)| DataPoint::new(f64::from(x), y)),
        )],
    };
    assert_drawing!(chart.svg(&English, Theme::Light));
}

#[test]
fn long_names_below_an_axis() {
    let names: Vec<String> = (1..=12).map(|depth| format!("alphabeta:depth={depth},eval=report-b")).collect();
    let point = |(x, score): (u32, f64)| DataPoint::within(f64::from(x), score, score - 90.0, score + 80.0);
    let scores = [-412.0, -120.0, 33.0, 250.0, 420.0, 700.0, 812.0, 930.0, 1020.0, 1100.0, 1130.0, 1180.0];
    let better = scores.map(|score| score + 150.0);
    let chart = Chart {
        title: "Mean score".to_owned(),
        description: "20 games each".to_owned(),
        x: Across { label: "agent".to_owned(), names: Some(names) },
        y: Measure::numbers("score"),
        scale: AxisScale::Linear,
        series: vec![
            series("small", (0..).zip(scores).map(point)),
            series("medium", (0..).zip(better).map(point)),
        ],
    };
    assert_drawing!(chart.svg(&English, Theme::Light));
}

/// Scores of games that are lost early, lost late or won, with a rare triumph.
fn scores(count: usize, skill: f64, seed: u64) -> Vec<f64> {
    let mut rng = Seed(seed).rng();
    let mut score = |_| {
        let spread = (0..6).map(|_| rng.unit()).sum::<f64>() - 3.0;
        let score = if rng.unit() < skill { 1250.0 + 160.0 * spread } else { -320.0 + 140.0 * spread };
        if rng.unit() < 0.0004 { 9000.0 + 400.0 * spread } else { score.round() }
    };
    (0..count).map(&mut score).collect()
}

fn spread(sizes: &[usize]) -> Distributions {
    let group = |(index, &count): (usize, &usize)| ValueGroup {
        name: format!("{}", index + 1),
        values: scores(count, 0.15 + 0.2 * index as f64, index as u64),
    };
    Distributions {
        title: "Scores by depth".to_owned(),
        description: "Every game counts once.".to_owned(),
        across: "depth".to_owned(),
        measure: Measure::numbers("score"),
        groups: sizes.iter().enumerate().map(group).collect(),
    }
}

#[test]
fn scores_of_a_few_games() {
    assert_drawing!(spread(&[10, 10, 24, 10]).svg(&English, Theme::Light));
}

#[test]
fn scores_of_many_games() {
    assert_drawing!(spread(&[20_000, 20_000, 2000, 200, 0]).svg(&English, Theme::Light));
}

#[test]
fn values_far_out_are_counted_and_do_not_crush_the_rest() {
    let values = (0..1000).map(|value| f64::from(value % 100)).chain([50_000.0, 60_000.0]).collect();
    let plot = Distributions {
        title: String::new(),
        description: String::new(),
        across: String::new(),
        measure: Measure::numbers("score"),
        groups: vec![ValueGroup { name: "all".to_owned(), values }],
    };
    let svg = plot.svg(&English, Theme::Light);
    assert!(svg.contains("2 values lie far from all others"), "{svg}");
    assert!(svg.contains("All values: 0 to 60\u{202f}000."), "{svg}");
    assert!(svg.contains(">100</text>") && !svg.contains("20\u{202f}k"), "{svg}");
}

fn ladder() -> Rows {
    let rung = |name: &str, rating: f64, low: f64, high: f64| Row {
        name: name.to_owned(),
        value: rating,
        interval: Some(Interval::new(low, high)),
    };
    Rows {
        title: "Elo of Connect Four players".to_owned(),
        description: "2400 games; the mean of all players is 0.".to_owned(),
        measure: Measure::numbers("Elo"),
        style: RowStyle::Ladder,
        rows: vec![
            rung("random", -612.4, f64::NEG_INFINITY, -505.0),
            rung("alphabeta:depth=8,eval=tuned,table=64", 410.0, 371.0, 452.0),
            rung("alphabeta:depth=4", 105.0, 80.0, 131.0),
            rung("mcts:simulations=2000", 96.0, 70.0, 122.0),
            rung("perfect", f64::INFINITY, 520.0, f64::INFINITY),
            Row { name: "roulette".to_owned(), value: -240.0, interval: None },
            Row { name: "no games".to_owned(), value: f64::NAN, interval: None },
        ],
    }
}

#[test]
fn the_ladder() {
    assert_drawing!(ladder().svg(&English, Theme::Light));
}

#[test]
fn the_ladder_is_sorted_whatever_the_order_given() {
    let svg = ladder().svg(&English, Theme::Light);
    let mut other = ladder();
    other.rows.reverse();
    assert_eq!(svg, other.svg(&English, Theme::Light));
    let offsets: Vec<usize> =
        ["perfect: at least 520", "depth=8", "depth=4", "mcts", "roulette", "random: −612"]
            .iter()
            .map(|name| svg.find(name).unwrap())
            .collect();
    assert!(offsets.is_sorted(), "{offsets:?}");
}

fn bars() -> Rows {
    let bar = |name: &str, value: f64, half: f64| Row {
        name: name.to_owned(),
        value,
        interval: Some(Interval::new(value - half, value + half)),
    };
    Rows {
        title: "Mean score of each agent".to_owned(),
        description: String::new(),
        measure: Measure::numbers("score"),
        style: RowStyle::Bars,
        rows: vec![
            bar(
                "expectimax:depth=4,eval=report-b,others=directional against two directional ghosts",
                1180.5,
                61.0,
            ),
            bar("alphabeta:depth=4", 912.0, 80.0),
            bar("reflex", 120.0, 150.0),
            bar("random", -448.25, 12.0),
            Row { name: "never played".to_owned(), value: f64::NAN, interval: None },
        ],
    }
}

#[test]
fn bars_with_long_names() {
    assert_drawing!(bars().svg(&English, Theme::Light));
}

#[test]
fn bars_begin_at_zero() {
    let mut bars = bars();
    bars.rows = [1000.0, 1001.0].map(|value| Row { name: value.to_string(), value, interval: None }).to_vec();
    let svg = bars.svg(&English, Theme::Light);
    assert!(svg.contains(">0</text>"), "{svg}");
    let widths: Vec<f64> = svg
        .split("class=\"bar\"")
        .skip(1)
        .map(|rest| rest.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap())
        .collect();
    assert!(widths.iter().all(|width| *width > 300.0), "{widths:?}");
}

#[test]
fn a_picture_has_a_title_and_a_description() {
    let svg = win_rates().svg(&English, Theme::Light);
    assert!(svg.contains("role=\"img\"") && svg.contains("<title>Win rate by depth</title>"));
    let exact = "expectimax against random ghosts, depth 3: 61% (95% interval: 53.74% to 68.26%)";
    // Once for those who listen, once for those who point.
    assert_eq!(svg.matches(exact).count(), 2, "{svg}");
}

#[test]
fn names_cannot_become_markup() {
    let mut chart = win_rates();
    chart.title = "</title><script>alert(1)</script>".to_owned();
    chart.series[0].name = "a<b>&\"c\"".to_owned();
    chart.x = Across { label: "<i>".to_owned(), names: Some(vec!["<b>".to_owned(), "</svg>".to_owned()]) };
    let svg = chart.svg(&English, Theme::Light);
    for markup in ["<script", "<i>", "<b>", "a<b"] {
        assert!(!svg.contains(markup), "{markup}");
    }
    assert_eq!(svg.matches("</svg>").count(), 1);
}

/// Numbers as they come out of broken measurements.
fn numbers() -> impl Strategy<Value = f64> {
    prop_oneof![
        prop::sample::select(vec![
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            5e-324,
            0.0,
            -0.0,
            1.0,
            -1e300,
            1e300,
            1e-300
        ]),
        any::<f64>(),
        -10.0..10.0f64,
        (0..9u32).prop_map(f64::from),
    ]
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z]{1,60}", "\\PC{0,30}", "([a-z]{1,9} ){0,20}"]
}

fn sound(svg: &str) -> Result<(), TestCaseError> {
    prop_assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    let body = svg.split("</desc>").last().unwrap_or_default();
    let attributes = body.split('"').skip(1).step_by(2);
    for attribute in attributes {
        prop_assert!(!attribute.contains("NaN") && !attribute.contains("inf"), "{attribute}");
    }
    // Nothing is drawn outside the sheet.
    for text in body.split("<text ").skip(1).filter_map(|text| text.split(" x=\"").nth(1)) {
        let x: f64 = text.split('"').next().unwrap_or_default().parse().unwrap_or(0.0);
        prop_assert!((0.0..=680.0).contains(&x), "{x}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_chart_can_be_drawn(
        points in prop::collection::vec(
            prop::collection::vec((numbers(), numbers(), prop::option::of((numbers(), numbers()))), 0..30), 0..10),
        names in prop::option::of(prop::collection::vec(texts(), 0..14)),
        title in texts(),
        log in any::<bool>(),
        unit in prop::sample::select(vec![ValueUnit::Number, ValueUnit::Share, ValueUnit::Seconds]),
        covers in prop::option::of((numbers(), numbers())),
    ) {
        let point = |(x, y, ends): &(f64, f64, Option<(f64, f64)>)| {
            DataPoint { x: *x, y: *y, interval: ends.map(|(low, high)| Interval::new(low, high)) }
        };
        let label = title.clone();
        let x = Across { label, names };
        let chart = Chart {
            description: title.clone(),
            x,
            y: Measure { label: title.clone(), unit, covers },
            scale: if log { AxisScale::Log } else { AxisScale::Linear },
            series: points.iter().map(|points| series(&title, points.iter().map(point))).collect(),
            title,
        };
        sound(&chart.svg(&English, Theme::Light))?;
    }

    #[test]
    fn any_rows_and_groups_can_be_drawn(
        rows in prop::collection::vec((texts(), numbers(), prop::option::of((numbers(), numbers()))), 0..14),
        groups in prop::collection::vec((texts(), prop::collection::vec(numbers(), 0..80)), 0..14),
        title in texts(),
    ) {
        let interval = |ends: &Option<(f64, f64)>| ends.map(|(low, high)| Interval::new(low, high));
        let row = |(name, value, ends): &(String, f64, Option<(f64, f64)>)| {
            Row { name: name.clone(), value: *value, interval: interval(ends) }
        };
        let group = |(name, values): &(String, Vec<f64>)| ValueGroup { name: name.clone(), values: values.clone() };
        let bars = Rows {
            title: title.clone(),
            description: title.clone(),
            measure: Measure::share("rate"),
            style: RowStyle::Bars,
            rows: rows.iter().map(row).collect(),
        };
        sound(&bars.svg(&English, Theme::Light))?;
        let ladder = Rows {
            title: title.clone(),
            description: title.clone(),
            measure: Measure::numbers("Elo"),
            style: RowStyle::Ladder,
            rows: rows.iter().map(row).collect(),
        };
        sound(&ladder.svg(&English, Theme::Light))?;
        let plot = Distributions {
            title: title.clone(),
            description: title.clone(),
            across: title,
            measure: Measure::numbers("score"),
            groups: groups.iter().map(group).collect(),
        };
        sound(&plot.svg(&English, Theme::Light))?;
    }
}
