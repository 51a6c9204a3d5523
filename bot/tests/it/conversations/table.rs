//! The table of all scenes in `README.md`: their front ends and differences.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The front ends of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Played {
    Both,
    DiscordOnly,
}

fn folder() -> &'static Path {
    Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/it/conversations"
    ))
}

/// Returns the scenes in the code, as `topic::scene`.
fn scenes() -> BTreeMap<String, Played> {
    let mut scenes = BTreeMap::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let file = entry.unwrap().path();
        let topic = file.file_stem().unwrap().to_str().unwrap().to_owned();
        if !file.is_file() || file.extension().is_none_or(|end| end != "rs") || topic == "table" {
            continue;
        }
        let code = fs::read_to_string(&file).unwrap();
        for names in code.split("\nboth!(").skip(1) {
            let names = names.split(')').next().unwrap();
            for name in names.split(',').map(str::trim) {
                scenes.insert(format!("{topic}::{name}"), Played::Both);
            }
        }
        for test in code.split("\n#[tokio::test").skip(1) {
            let name = test.split("\nasync fn ").nth(1).unwrap();
            let name = name.split('(').next().unwrap();
            scenes.insert(format!("{topic}::{name}"), Played::DiscordOnly);
        }
    }
    scenes
}

/// Returns the rows of the table: the scene, its front ends, and the difference between them.
fn rows() -> Vec<(String, Played, String)> {
    let text = fs::read_to_string(folder().join("README.md")).unwrap();
    let mut rows = Vec::new();
    let mut topic = "";
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            topic = heading.trim_matches('`');
        }
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let ["", scene, played, differs, ""] = cells[..] else {
            continue;
        };
        let Some(scene) = scene.strip_prefix('`').and_then(|s| s.strip_suffix('`')) else {
            continue;
        };
        let played = match played {
            "both" => Played::Both,
            "Discord only" => Played::DiscordOnly,
            other => panic!("{scene} is played on {other:?}"),
        };
        rows.push((format!("{topic}::{scene}"), played, differs.to_owned()));
    }
    rows
}

#[test]
fn every_scene_is_in_the_table_once_with_where_it_is_played() {
    let scenes = scenes();
    assert!(scenes.len() > 100, "{scenes:?}");
    let mut listed = BTreeMap::new();
    for (scene, played, _) in rows() {
        let twice = listed.insert(scene.clone(), played);
        assert_eq!(twice, None, "{scene} is in the table twice");
    }
    for (scene, played) in &scenes {
        let row = listed.remove(scene);
        assert_eq!(row, Some(*played), "the row of {scene} in README.md");
    }
    assert!(listed.is_empty(), "rows without a scene: {listed:?}");
}

#[test]
fn what_is_played_on_discord_only_has_a_reason() {
    for (scene, played, differs) in rows() {
        let is_bare = played == Played::DiscordOnly && differs.is_empty();
        assert!(!is_bare, "why is {scene} played on Discord only?");
    }
}

#[test]
fn the_sums_above_the_table_are_right() {
    let text = fs::read_to_string(folder().join("README.md")).unwrap();
    let rows = rows();
    let both = rows.iter().filter(|row| row.1 == Played::Both).count();
    let sums = format!(
        "{} scenes: {both} through both front ends, {} on Discord only.",
        rows.len(),
        rows.len() - both
    );
    assert!(text.contains(&sums), "the sums are now: {sums}");
}
