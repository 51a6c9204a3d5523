//! The example file and what it says.

use super::*;

/// The example with its settings uncommented, and their keys.
fn example_uncommented() -> (String, Vec<String>) {
    let mut keys = Vec::new();
    let lines = EXAMPLE.lines().map(|line| {
        let setting = line.strip_prefix('#').and_then(|rest| {
            let (key, _) = rest.split_once(" = ")?;
            key.starts_with(|c: char| c.is_ascii_lowercase())
                .then_some((key, rest))
        });
        keys.extend(setting.map(|(key, _)| key.to_owned()));
        setting.map_or(line, |(_, rest)| rest).to_owned()
    });
    (lines.collect::<Vec<_>>().join("\n"), keys)
}

#[test]
fn the_example_loads_and_its_comments_are_the_defaults() {
    let file = Path::new("config.example.toml");
    let as_it_is = parse::parse(file, EXAMPLE).expect("loads");
    assert_eq!(as_it_is, Config::default(), "the example changes nothing");
    let (text, _) = example_uncommented();
    let mut uncommented = parse::parse(file, &text).expect("loads");
    // These have no default; the example shows their form.
    assert!(uncommented.monitoring.address.take().is_some());
    assert!(uncommented.about.privacy.take().is_some());
    assert!(uncommented.backup.folder.take().is_some());
    assert!(uncommented.store.url.take().is_some());
    assert!(uncommented.store.password_file.take().is_some());
    assert!(uncommented.store.ca_file.take().is_some());
    assert!(uncommented.matrix.homeserver.is_some() && uncommented.matrix.device.is_some());
    uncommented = uncommented.without_accounts();
    let discord = &mut uncommented.discord;
    assert!(discord.token_file.take().is_some());
    let (api, proxy) = (discord.api.take(), discord.proxy.take());
    assert_eq!(api, Some("https://discord.com".parse().expect("valid")));
    assert_eq!(proxy, Some("http://nirn:8080".parse().expect("valid")));
    assert_eq!(uncommented, Config::default());
}

#[test]
fn the_example_documents_every_key_with_its_variable() {
    let (text, keys) = example_uncommented();
    // The parser lists the keys of a table when asked for an unknown one.
    let known_in = |table: &str| -> Vec<String> {
        let said = file_error(&format!("{table}zzzzzzzzzzzzzzzz = 1\n"));
        let (_, allowed) = said.split_once("allowed here: ").expect("a list");
        allowed.split(", ").map(str::to_owned).collect()
    };
    let mut known = known_in("");
    for table in known.split_off(1) {
        known.extend(known_in(&format!("[{table}]\n")));
    }
    assert_eq!(keys, known, "the example has the keys of Config, in order");

    let lines: Vec<_> = text.lines().collect();
    for key in keys {
        let setting = format!("{key} = ");
        let at = lines.iter().position(|line| line.starts_with(&setting));
        let above = lines[..at.expect("there")].iter().rev();
        let sentence: Vec<_> = above.take_while(|line| line.starts_with("# ")).collect();
        assert!(!sentence.is_empty(), "{key} is not documented");
        let names = |line: &&&str| line.contains("(DELOS_") || line.contains("(DISCORD_");
        assert!(sentence.iter().any(names), "{key} names no variable");
    }
}

#[test]
fn every_variable_in_the_example_is_read() {
    let names = EXAMPLE
        .split('(')
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let is_variable = |name: &&str| name.starts_with("DELOS_") || name.starts_with("DISCORD_");
    let names: Vec<_> = names.filter(is_variable).collect();
    assert!(names.len() >= 10, "{names:?}");
    for name in names {
        // No variable has this default: either it is refused, or the configuration differs.
        let changed = Config::load(None, variables(&[(name, "no such file")]));
        let is_read = changed.is_err() || changed.is_ok_and(|config| config != Config::default());
        assert!(is_read, "{name} is not read");
    }
}
