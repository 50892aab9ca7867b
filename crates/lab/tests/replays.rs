//! Replays as a page shows them.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use plylab_core::{AnyGame, NoFiles, Seed, Spec};
use plylab_draw::film::{FILM_SCRIPT, film_styles};
use plylab_lab::messages::Language;
use plylab_lab::replay::replay_of_match;

fn game(spec: &str) -> Box<dyn AnyGame> {
    plylab_standard::registry().open(&spec.parse::<Spec>().unwrap(), &NoFiles).unwrap()
}

#[test]
fn no_text_can_leave_its_place() {
    let game = game("connect4");
    let caption = "</script><script>alert(1)</script> & \"x\" <!--";
    let replay =
        replay_of_match(game.as_ref(), Seed(1), &["4".into()], caption, Language::english()).unwrap();
    let html = replay.html();
    assert_eq!(html.matches("</script").count(), 1);
    assert!(!html.contains("<script>") && !html.contains("<!--"));
    let (_, json) = html.split_once("<script type=\"application/json\">").unwrap();
    let (json, _) = json.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(data["caption"], caption);
}

#[test]
fn without_scripts_the_end_of_the_game_is_seen() {
    let game = game("sim");
    let replay = replay_of_match(
        game.as_ref(),
        Seed(1),
        &["AB", "DE", "BC", "EF", "AC"].map(Into::into),
        "SIM",
        Language::english(),
    )
    .unwrap();
    let html = replay.html();
    let (page, _) = html.split_once("<script").unwrap();
    assert!(page.contains("<p class=\"words\">Red: AC</p>"), "{page}");
    assert!(page.contains("<dt>winner</dt><dd>Blue</dd>"), "{page}");
    assert_eq!(page.matches("class=\"glow\"").count(), 3);
}

#[test]
fn a_page_needs_nothing_from_elsewhere() {
    for text in [&film_styles(), FILM_SCRIPT] {
        let text = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!text.contains("http") && !text.contains("url(") && !text.contains("@import"));
        assert!(!text.contains("</script") && !text.contains("</style"));
    }
}
