use app::Span;
use text::{list, text};

use super::*;
use crate::account::member;

/// 22 November 2026, 15:30:00 UTC.
const NOW: Timestamp = Timestamp(1_795_361_400_000);

fn names() -> Names {
    let mut names = Names::of(&[
        member("@ann:example.org", "Ann"),
        member("@bob:example.org", "Bob"),
        member("@bob:other.org", "bob"),
        member("@dov:example.org", "דוד"),
        member("@evil:example.org", "<b>@room</b>"),
        member("@fake:example.org", "@ann:example.org"),
        member("@noname:example.org", ""),
    ]);
    names.add_room("!hall:example.org", "Chess hall");
    names
}

fn shown(text: &Text) -> Formatted {
    formatted(text, lang(), NOW, &names())
}

fn person(user: &str) -> Part {
    Part::Person(ids::player_id(user))
}

fn html(text: &Text) -> String {
    shown(text).html.expect("markup")
}

#[test]
fn plain_words_need_no_html_and_are_never_markup() {
    for literal in [
        "**bold** _it_ `code` ||spoiler||",
        "<script>alert('x')</script>",
        "[x](https://evil.example)",
        "# big",
        "1. e4 & \"more\"",
        "> quote",
    ] {
        let shown = shown(&Text::from(literal));
        assert_eq!((shown.body.as_str(), shown.html), (literal, None));
    }
}

#[test]
fn text_that_html_could_read_as_markup_is_escaped() {
    for (literal, html) in [
        (
            "<script>alert('x')</script>",
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;",
        ),
        ("a & \"b\" <br>", "a &amp; &quot;b&quot; &lt;br&gt;"),
        ("&lt;", "&amp;lt;"),
        ("*a*\u{7}", "*a* "),
    ] {
        let strong = shown(&Text::from(Part::Strong(literal.into())));
        assert_eq!(strong.html, Some(format!("<strong>{html}</strong>")));
        let code = shown(&Text::from(Part::Code(literal.into())));
        assert_eq!(code.html, Some(format!("<code>{html}</code>")));
        assert_eq!(code.body, literal.replace('\u{7}', " "));
    }
}

#[test]
fn nobody_calls_the_whole_room() {
    for (typed, body) in [
        ("hi @room", "hi @\u{2060}room"),
        ("@ROOM!", "@\u{2060}ROOM!"),
        ("ann@example.org", "ann@example.org"),
        ("@ro", "@ro"),
        ("@é", "@é"),
    ] {
        assert_eq!(shown(&Text::from(typed)).body, body);
    }
    let evil = html(&Text::from(person("@evil:example.org")));
    assert!(!evil.to_lowercase().contains("@room"), "{evil}");
}

#[test]
fn people_are_called_by_their_names_or_by_their_ids_where_two_are_alike() {
    for (user, name) in [
        ("@ann:example.org", "Ann"),
        ("@bob:example.org", "@bob:example.org"),
        ("@bob:other.org", "@bob:other.org"),
        ("@dov:example.org", "\u{2068}דוד\u{2069}"),
        ("@evil:example.org", "<b>@\u{2060}room</b>"),
        ("@fake:example.org", "fake"),
        ("@noname:example.org", "noname"),
        ("@stranger:elsewhere.org", "stranger"),
        ("@:elsewhere.org", "someone"),
    ] {
        let shown = shown(&Text::from(person(user)));
        assert_eq!(shown.body, name);
        let address = format!("https://matrix.to/#/{user}");
        let pill = format!("<a href=\"{address}\">{}</a>", escaped(name));
        assert_eq!(shown.html, Some(pill));
    }
    let elsewhere = Text::from(Part::Person(PlayerId::new("discord:12")));
    assert_eq!(shown(&elsewhere).body, "someone");
    let odd = html(&Text::from(person("@a\"b/<i>?x=%41:example.org")));
    let address = "https://matrix.to/#/@a%22b%2F%3Ci%3E%3Fx=%2541:example.org";
    assert!(odd.starts_with(&format!("<a href=\"{address}\">")), "{odd}");
}

#[test]
fn rooms_threads_and_power_levels_are_told() {
    let hall = Text::from(Part::Room(ids::room_id("!hall:example.org", None)));
    let hall = shown(&hall);
    let address = "https://matrix.to/#/!hall:example.org";
    assert_eq!(hall.body, format!("Chess hall ({address})"));
    let link = format!("<a href=\"{address}\">Chess hall</a>");
    assert_eq!(hall.html, Some(link));
    let thread = Text::from(Part::Room(ids::room_id("!other", Some("$a/b"))));
    assert_eq!(
        shown(&thread).body,
        "a thread in a room (https://matrix.to/#/!other/$a%2Fb)"
    );
    for (role, words) in [
        ("matrix:power:50", "power level 50"),
        ("discord:7", "a power level"),
    ] {
        let role = Text::from(Part::Role(app::RoleId::new(role)));
        assert_eq!(shown(&role).body, words);
    }
}

#[test]
fn points_in_time_are_told_by_the_distance_and_in_utc() {
    let at = |span: Span| NOW.plus(span);
    for (time, words) in [
        (at(Span::seconds(20)), "now (15:30 UTC)"),
        (at(Span::seconds(-20)), "now (15:29 UTC)"),
        (at(Span::minutes(1)), "in 1 minute (15:31 UTC)"),
        (at(Span::seconds(59 * 60 + 40)), "in 1 hour (16:29 UTC)"),
        (at(Span::hours(3)), "in 3 hours (18:30 UTC)"),
        (at(Span::minutes(-90)), "2 hours ago (14:00 UTC)"),
        (
            at(Span::hours(24)),
            "in 1 day (23 November 2026, 15:30 UTC)",
        ),
        (
            at(Span::days(-40)),
            "40 days ago (13 October 2026, 15:30 UTC)",
        ),
    ] {
        assert_eq!(shown(&Text::from(Part::Relative(time))).body, words);
    }
    let date = Part::Date(at(Span::days(50)));
    let both = text![date.clone(), ", ", Part::Relative(at(Span::days(50)))];
    assert_eq!(shown(&Text::from(date)).body, "11 January 2027, 15:30 UTC");
    assert_eq!(shown(&both).body, "11 January 2027, 15:30 UTC, in 50 days");
}

#[test]
fn lines_commands_and_lists_survive() {
    let text = Text::from(msg!("about-start", when = "now")).line(list::and([
        Text::from(person("@ann:example.org")),
        Text::from("b"),
    ]));
    let shown = shown(&text);
    assert_eq!(
        shown.body,
        "Last restart: now. Use !delos help to see how to play.\nAnn and b"
    );
    assert_eq!(
        shown.html.as_deref(),
        Some(
            "Last restart: now. Use <code>!delos help</code> to see how to play.<br>\
             <a href=\"https://matrix.to/#/@ann:example.org\">Ann</a> and b"
        )
    );
}

#[test]
fn long_text_is_cut_between_characters_and_its_elements_are_closed() {
    for part in [
        Part::Plain("é".repeat(LIMIT)),
        Part::Strong("<".repeat(LIMIT)),
        Part::Code("a".repeat(LIMIT)),
    ] {
        let is_plain = matches!(part, Part::Plain(_));
        let shown = shown(&text!["begins ", part, " never shown", person("@ann:b.c")]);
        assert!(shown.body.starts_with("begins ") && shown.body.ends_with('…'));
        assert!(shown.body.len() <= LIMIT + '…'.len_utf8());
        assert_eq!(shown.html.is_none(), is_plain);
        if let Some(html) = shown.html {
            assert!(html.len() <= LIMIT + 40, "{}", html.len());
            assert!(html.ends_with("</strong>…") || html.ends_with("</code>…"));
        }
    }
    assert_eq!(truncated("é".repeat(10), 9), "ééé…");
    assert_eq!(truncated("short".into(), 9), "short");
}
