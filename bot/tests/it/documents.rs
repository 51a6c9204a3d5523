//! References in documents and in the container: every named file, version and workspace folder exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate is in the workspace")
        .to_owned()
}

fn text(name: &str) -> String {
    let path = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the files in a folder whose names have an ending, except for built and hidden ones.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("listed") {
        let entry = entry.expect("listed");
        let name = entry.file_name().display().to_string();
        let path = [folder, &name].join("/");
        let path = path.trim_start_matches('/').to_owned();
        let is_folder = entry.file_type().expect("known").is_dir();
        if is_folder && name != "target" && name != "secrets" && !name.starts_with('.') {
            found.extend(files(&path, ending));
        } else if !is_folder && name.ends_with(ending) {
            found.push(path);
        }
    }
    found
}

/// Returns all documents except the changelog, which may name removed files.
fn pages() -> Vec<String> {
    let mut pages = files("", ".md");
    pages.retain(|page| page != "CHANGELOG.md");
    pages
}

/// Returns what stands in backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Returns the file names in backticks.
fn named(page: &str) -> BTreeSet<&str> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let known = ["md", "rs", "toml", "json", "yml", "yaml", "sh", "service"];
    let is_name = |word: &&str| {
        let extension = word.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is_file =
            known.contains(&extension) || word.starts_with("LICENSE-") || *word == "Dockerfile";
        let is_name = word.contains('/') || is_file;
        is_name && word.chars().all(is_letter) && !word.starts_with('/')
    };
    page.lines().flat_map(quoted).filter(is_name).collect()
}

#[test]
fn every_file_named_in_a_page_exists() {
    let pages = pages();
    for page in ["README.md", "docs/cluster.md", "bot/app/README.md"] {
        assert!(pages.iter().any(|name| name == page), "{pages:?}");
    }
    let mut missing = Vec::new();
    for page in pages {
        let text = text(&page);
        let beside = root().join(&page);
        let beside = beside.parent().expect("a folder");
        // Users copy config.toml from the example, and build the target folder.
        let is_made = |name: &str| name == "config.toml" || name.starts_with("target/");
        let is_missing = |name: &&str| {
            !is_made(name) && !root().join(name).exists() && !beside.join(name).exists()
        };
        let names = named(&text).into_iter().filter(is_missing);
        missing.extend(names.map(|name| format!("{page} names {name}")));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn every_crate_has_a_page() {
    for member in members() {
        let page = format!("{member}/README.md");
        assert!(root().join(&page).exists(), "{page} is missing");
    }
}

#[test]
fn map_and_glossary_stay_short() {
    let map = text("ARCHITECTURE.md").lines().count();
    assert!(map <= 200, "ARCHITECTURE.md has {map} lines");
    let glossary = text("docs/glossary.md");
    let words = glossary.lines().filter(|line| line.starts_with("| **"));
    let words = words.count();
    assert!((20..=40).contains(&words), "{words} words");
}

#[test]
fn decisions_are_numbered_and_dated() {
    let mut pages = files("docs/decisions", ".md");
    pages.sort();
    assert!(pages.len() >= 10, "{pages:?}");
    for (number, page) in (1..).zip(pages) {
        let text = text(&page);
        let mut lines = text.lines();
        let beginning = format!("docs/decisions/{number:04}-");
        assert!(page.starts_with(&beginning), "{page}");
        let title = lines.next().unwrap_or_default();
        assert!(title.starts_with(&format!("# {number}. ")), "{page}");
        let date = lines.nth(1).and_then(|line| line.get(..10));
        let date = date.map(str::parse::<jiff::civil::Date>);
        assert!(matches!(date, Some(Ok(_))), "{page}: {date:?}");
    }
}

/// Returns the tests named as `file.rs::test`, or as `::test` of the file before it on the same line.
fn named_tests(line: &str) -> Vec<(&str, &str)> {
    let mut file = "";
    let tests = quoted(line).filter_map(|word| {
        let (path, test) = word.split_once("::")?;
        if path.strip_suffix(".rs").is_some() {
            file = path;
        }
        (path.is_empty() || path == file).then_some((file, test))
    });
    tests.collect()
}

#[test]
fn every_kind_of_abuse_has_a_test_that_exists() {
    let page = text("SECURITY.md");
    let (_, table) = page
        .split_once("| --- | --- | --- | --- |\n")
        .expect("a table of abuse");
    let rows = table.lines().take_while(|line| !line.is_empty());
    let rows: Vec<&str> = rows.collect();
    assert!(rows.len() > 20, "{rows:#?}");
    for row in rows {
        let tests = named_tests(row);
        assert!(!tests.is_empty(), "no test: {row}");
        for (file, test) in tests {
            // Scenes of both platforms are generic.
            let is_there = |end: &str| text(file).contains(&format!("fn {test}{end}"));
            let found = is_there("(") || is_there("<");
            assert!(found, "{file} has no test {test}");
        }
    }
}

#[test]
fn file_names_are_distinguished_from_other_words() {
    let line =
        "`bot/app` and `deny.toml`, `.ci/run`; not `cargo test`, `/move`, `App::show`, `Moment`";
    let names = BTreeSet::from([".ci/run", "bot/app", "deny.toml"]);
    assert_eq!(named(line), names);
    assert!(named(&text("README.md")).len() >= 8);
}

#[test]
fn the_container_is_built_with_the_toolchain_of_the_workspace() {
    let toolchain: toml::Table = text("rust-toolchain.toml").parse().expect("TOML");
    let version = toolchain["toolchain"]["channel"].as_str().expect("text");
    let dockerfile = text("Dockerfile");
    let mut lines = dockerfile.lines();
    let from = lines.find_map(|line| line.strip_prefix("FROM rust:"));
    let image = from.and_then(|image| image.split('-').next());
    assert_eq!(image, Some(version), "in the Dockerfile");
    let least = package("rust-version");
    assert!(version.starts_with(&least), "{least}, toolchain {version}");
}

fn workspace() -> toml::Table {
    let manifest: toml::Table = text("Cargo.toml").parse().expect("TOML");
    manifest["workspace"].as_table().expect("a table").clone()
}

fn members() -> Vec<String> {
    workspace()["members"].clone().try_into().expect("names")
}

/// Returns a field of the workspace's packages.
fn package(field: &str) -> String {
    let fields = &workspace()["package"];
    fields[field].as_str().expect("text").to_owned()
}

/// Returns what the container's build includes, by `.dockerignore`.
fn kept_in_the_container() -> BTreeSet<String> {
    let ignore = text(".dockerignore");
    let kept = ignore.lines().filter_map(|line| line.strip_prefix('!'));
    kept.map(str::to_owned).collect()
}

fn deployment() -> Vec<(String, String)> {
    let names = files("deploy", "").into_iter();
    names.map(|name| (name.clone(), text(&name))).collect()
}

#[test]
fn every_variable_in_a_deployment_is_read() {
    let example = text("config.example.toml");
    let is_read = |name: &str| example.contains(&format!("({name})"));
    let files = deployment();
    assert!(files.len() >= 10, "{files:?}");
    let mut found = BTreeSet::new();
    for (file, text) in &files {
        for word in words(text, "DELOS_").chain(words(text, "DISCORD_")) {
            let is_known = word == "DISCORD_TOKEN" || is_read(word);
            assert!(is_known, "{file}: {word}");
            found.insert(word);
        }
    }
    assert!(found.len() >= 6, "{found:?}");
}

#[test]
fn deployments_use_one_version_of_each_image() {
    let version = package("version");
    let mut images = BTreeMap::new();
    for (file, text) in deployment() {
        for line in text.lines().map(str::trim) {
            if let Some(tag) = line.strip_prefix("newTag: ") {
                assert_eq!(tag, version, "{file}");
            }
            let image = line.strip_prefix("image: ");
            let Some((name, tag)) = image.and_then(|image| image.rsplit_once(':')) else {
                continue;
            };
            let known = images.entry(name.to_owned()).or_insert(tag.to_owned());
            assert_eq!(known, tag, "{file}: {name}");
        }
    }
    assert_eq!(images.get("delos"), Some(&version));
    assert!(images.len() >= 3, "{images:?}");
}

#[test]
fn the_container_build_includes_every_folder_of_the_workspace() {
    let kept = kept_in_the_container();
    for member in members() {
        let folder = member.split('/').next().expect("a name");
        assert!(kept.contains(folder), ".dockerignore drops {folder}");
    }
    for name in kept.iter().filter(|name| !name.contains('*')) {
        assert!(root().join(name).exists(), ".dockerignore names {name}");
    }
}

#[test]
fn the_container_build_includes_every_file_that_sources_embed() {
    let kept = kept_in_the_container();
    let sources = files("bot", ".rs").into_iter();
    for source in sources.chain(files("render", ".rs")) {
        let text = text(&source);
        for path in text.split("include_str!(\"").skip(1) {
            let path = path.split('"').next().expect("a path");
            let up = path.split("../").count() - 1;
            // If the file is above the first source folder, its name is in the root.
            if up + 1 == source.split('/').count() {
                let name = path.trim_start_matches("../");
                assert!(kept.contains(name), "{source}: .dockerignore drops {name}");
            }
        }
    }
}

/// Returns the names in a text that begin with a prefix.
fn words<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(move |word| word.starts_with(prefix))
}

#[test]
fn alerts_and_dashboard_name_metrics_and_labels_that_exist() {
    let sources = files("bot", ".rs").into_iter();
    let sources = sources.filter(|path| path.contains("/src/"));
    let sources: String = sources.map(|path| text(&path)).collect();
    let literals: BTreeSet<&str> = sources.split('"').collect();
    let alerts = text("deploy/monitoring/alerts.yaml");
    let dashboard = text("deploy/monitoring/dashboard.json");
    let parsed: serde_json::Value = serde_json::from_str(&dashboard).expect("JSON");
    assert!(parsed["panels"].as_array().expect("panels").len() > 10);
    let dashboard = dashboard.replace("\\\"", "\"");
    let mut used = BTreeSet::new();
    for page in [&alerts, &dashboard] {
        for metric in words(page, "delos_") {
            let parts = ["_bucket", "_count", "_sum"].into_iter();
            let mut families = parts.filter_map(|part| metric.strip_suffix(part));
            let family = families.next().unwrap_or(metric);
            assert!(literals.contains(family), "no metric is called {metric}");
            used.insert(family);
        }
        for label in ["step", "outcome", "platform", "kind", "of"] {
            for value in page.split(&format!("{label}=\"")).skip(1) {
                let value = value.split('"').next().expect("a value");
                assert!(literals.contains(value), "{label} is never {value:?}");
            }
        }
    }
    // A metric that no dashboard or alert reads isn't worth its code.
    let is_letter = |c: char| c.is_ascii_lowercase() || c == '_';
    let is_metric = |word: &&&str| word.starts_with("delos_") && word.chars().all(is_letter);
    for metric in literals.iter().filter(is_metric) {
        assert!(used.contains(metric), "no alert and no panel has {metric}");
    }
}
