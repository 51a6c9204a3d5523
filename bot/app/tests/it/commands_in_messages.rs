//! Every command that a message tells people to use exists. In the resources, code that begins with a slash is a command.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use app::commands::find;

#[test]
fn every_command_in_a_message_is_in_the_table() {
    let mut commands = BTreeSet::new();
    for file in resources(Path::new("../text/lang")) {
        let text = fs::read_to_string(file).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let code = line.split('`').skip(1).step_by(2);
            commands.extend(
                code.filter_map(|code| code.strip_prefix('/'))
                    .map(str::to_owned),
            );
        }
    }
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let mut words = command.split_whitespace().peekable();
        let name = words.next().unwrap_or_default();
        let spec = find(name).unwrap_or_else(|| panic!("there is no /{command}"));
        let leaf = if let Some(part) = words.peek().and_then(|word| spec.subcommand(word)) {
            words.next();
            part
        } else {
            assert!(spec.subcommands.is_empty(), "/{command} is a group");
            spec
        };
        for (option, _) in words.filter_map(|word| word.split_once(':')) {
            assert!(leaf.option(option).is_some(), "/{command}: {option}");
        }
    }
}

fn resources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(resources(&path));
        } else {
            found.push(path);
        }
    }
    found
}
