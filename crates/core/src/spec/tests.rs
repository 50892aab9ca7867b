//! Tests of the module above.

use super::*;

fn keys() -> Vec<Key> {
    vec![
        Key::integer("depth", 1..=9, "").default("2").default_when("ties", "last", "4"),
        Key::choice("ties", ["first", "last"], ""),
        Key::real("c", 0.0..=2.0, "").default("1"),
        Key::integer("limit", 0..=5, "").unit(Unit::Megabytes),
    ]
}

fn error(text: &str) -> String {
    let spec: Result<Spec, _> = text.parse();
    match spec {
        Err(error) => error.to_string(),
        Ok(spec) => spec.params(&keys()).unwrap_err().to_string(),
    }
}

#[test]
fn reads_what_it_writes() {
    for text in [
        "first",
        "level:3",
        "level:3,ties=last",
        "alphabeta:depth=6",
        "alphabeta:depth=6,eval=report-b",
        "pacman:layout=a b.lay",
        r#"exec:"python3 mine.py""#,
        r#"exec:"say \"a, b\" c:\\d",seed=3"#,
        r#"x:text=" padded ",other="a,b""#,
    ] {
        assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
    }
}

#[test]
fn values_and_defaults() {
    let keys = keys();
    let read = |text: &str| {
        let spec: Spec = text.parse().unwrap();
        let params = spec.params(&keys).unwrap();
        let ties = params.choice("ties", &[("first", 1), ("last", 2)]).unwrap();
        (params.number::<u32>("depth").unwrap(), ties, params.optional::<u8>("limit").unwrap())
    };
    assert_eq!(read("x:depth=6"), (6, 1, None));
    assert_eq!(read("x"), (2, 1, None));
    assert_eq!(read("x:ties=last,limit=3"), (4, 2, Some(3)));
}

#[test]
fn what_means_the_same_has_one_canonical_spec() {
    let keys = keys();
    let canonical = |text: &str| {
        let spec: Spec = text.parse().unwrap();
        spec.params(&keys).unwrap().canonical().to_string()
    };
    assert_eq!(canonical("x"), "x:depth=2,ties=first,c=1");
    assert_eq!(canonical("x:02,c=1.0"), canonical("x"));
    assert_eq!(canonical("x:ties=last"), "x:depth=4,ties=last,c=1");
    assert_eq!(canonical("x:c=0.50,limit=5"), "x:depth=2,ties=first,c=0.5,limit=5");
}

#[test]
fn what_is_set_in_a_unit_is_added_up() {
    let keys = keys();
    let total = |text: &str| text.parse::<Spec>().unwrap().params(&keys).unwrap().total(Unit::Megabytes);
    assert_eq!((total("x"), total("x:limit=4")), (0, 4));
}

#[test]
fn a_number_alone_is_the_first_setting() {
    for text in ["x:6", "x:depth=6", "x: 6 ,ties=last"] {
        let (spec, keys): (Spec, _) = (text.parse().unwrap(), keys());
        let params = spec.params(&keys).unwrap();
        assert_eq!(params.number::<u32>("depth").unwrap(), 6, "{text}");
        assert_eq!(spec.named(&keys).setting("depth"), Some("6"));
    }
    assert_eq!("x:6".parse::<Spec>().unwrap().named(&keys()).to_string(), "x:depth=6");
    assert_eq!(error("x:10"), "'x:10': depth cannot be '10'; use a number from 1 to 9");
    assert_eq!(error("x:6,depth=4"), "'x:6,depth=4': 'depth' is set twice; set it once");
    assert_eq!(
        error("x:ties=last,6"),
        "'x:ties=last,6': '6' has no value; write name or name:key=value,key=value"
    );
    assert_eq!(error("x:=6"), "'x:=6': '=6' has no value; write name or name:key=value,key=value");
    let nothing: Spec = "x:6".parse().unwrap();
    assert_eq!(nothing.params(&[]).unwrap_err().to_string(), "'x:6': '6' is not a setting of x; it has none");
}

#[test]
fn an_old_name_is_refused_with_the_new_one() {
    let keys = [
        Key::switch("iterative-deepening", "").formerly("deepen"),
        Key::choice("order", ["natural", "dynamic"], "").value_formerly("best", "dynamic"),
    ];
    let error = |text: &str| text.parse::<Spec>().unwrap().params(&keys).unwrap_err().to_string();
    assert_eq!(
        error("x:deepen=on"),
        "'x:deepen=on': the setting 'deepen' is now called 'iterative-deepening'"
    );
    assert_eq!(
        error("x:order=best"),
        "'x:order=best': the setting 'order=best' is now called 'order=dynamic'"
    );
    assert!("x:iterative-deepening=on,order=dynamic".parse::<Spec>().unwrap().params(&keys).is_ok());
}

#[test]
fn own_settings_go_before_those_of_a_preset() {
    let preset: Spec = "minimax:depth=4,eval=report".parse().unwrap();
    let own: Spec = "report-a:depth=6".parse().unwrap();
    assert_eq!(own.over(&preset).to_string(), "minimax:depth=6,eval=report");
}

#[test]
fn mistakes_are_named() {
    assert_eq!(error(""), "'': a name is missing; write name or name:key=value,key=value");
    assert_eq!(error("a b"), "'a b': ' ' cannot be part of a name; write name or name:key=value,key=value");
    assert_eq!(error("x=3"), "'x=3': '=' cannot be part of a name; did you mean x:3?");
    assert_eq!(
        error("x,ties=last"),
        "'x,ties=last': ',' cannot be part of a name; did you mean x:ties=last?"
    );
    assert_eq!(error("x:depth"), "'x:depth': 'depth' has no value; write name or name:key=value,key=value");
    assert_eq!(error("x:dept=3"), "'x:dept=3': 'dept' is not a setting of x; it has depth, ties, c, limit");
    assert_eq!(error("x:depth=3,depth=4"), "'x:depth=3,depth=4': 'depth' is set twice; set it once");
    assert_eq!(error("x:depth=10"), "'x:depth=10': depth cannot be '10'; use a number from 1 to 9");
    assert_eq!(error("x:depth=two"), "'x:depth=two': depth cannot be 'two'; use a number from 1 to 9");
    assert_eq!(error("x:ties=any"), "'x:ties=any': ties cannot be 'any'; use first or last");
}
