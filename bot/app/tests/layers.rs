//! The layers of this crate: a lower one never imports a higher one, folders form no cycle, and files form only small ones.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

/// Folders of `src` from the bottom up; those on one line are peers that must not import each other.
const LAYERS: &[&[&str]] = &[
    &["model"],
    &["protocol"],
    &["store"],
    &["messages"],
    &["spec"],
    &["context"],
    &["settings"],
    &["help", "rating", "people"],
    &["game"],
    &["challenge"],
    &["tournament"],
    &["privacy", "notify"],
    &["commands"],
    &["app"],
];

/// The most files that may import each other in a cycle.
const LARGEST_CYCLE: usize = 3;

/// A module's path below the crate, for instance `game::moves`.
type Module = Vec<String>;

/// Every file of `src` but `lib.rs`, which only declares and exports.
fn files() -> BTreeMap<Module, TokenStream> {
    let mut files = BTreeMap::new();
    collect(Path::new("src"), &mut Vec::new(), &mut files);
    files.remove(&vec!["lib".to_owned()]);
    files
}

fn collect(folder: &Path, module: &mut Module, files: &mut BTreeMap<Module, TokenStream>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            module.push(name);
            collect(&path, module, files);
            module.pop();
        } else {
            let tokens = fs::read_to_string(&path).unwrap().parse().unwrap();
            let mut module = module.clone();
            if name != "mod" {
                module.push(name);
            }
            files.insert(module, tokens);
        }
    }
}

/// Every path in the tokens that begins with `crate` or `super`, with the trees of `use` declarations spread out.
fn paths(tokens: &TokenStream, here: &Module) -> Vec<Module> {
    let mut found = Vec::new();
    let trees: Vec<_> = tokens.clone().into_iter().collect();
    let mut at = 0;
    while let Some(tree) = trees.get(at) {
        match tree {
            TokenTree::Ident(ident) if ident == "crate" => {
                at += 1;
                tails(&trees, &mut at, Vec::new(), &mut found);
            }
            TokenTree::Ident(ident) if ident == "super" => {
                let mut parent = here.clone();
                parent.pop();
                at += 1;
                tails(&trees, &mut at, parent, &mut found);
            }
            TokenTree::Group(group) => {
                found.extend(paths(&group.stream(), here));
                at += 1;
            }
            _ => at += 1,
        }
    }
    found
}

/// Reads `::name` and `::{...}` from `at` on, behind `path`.
fn tails(trees: &[TokenTree], at: &mut usize, mut path: Module, found: &mut Vec<Module>) {
    let colons = |at: usize| {
        (0..2).all(|n| matches!(trees.get(at + n), Some(TokenTree::Punct(p)) if p.as_char() == ':'))
    };
    while colons(*at) {
        match trees.get(*at + 2) {
            Some(TokenTree::Ident(name)) if name == "super" => {
                path.pop();
                *at += 3;
            }
            Some(TokenTree::Ident(name)) => {
                path.push(name.to_string());
                *at += 3;
            }
            Some(TokenTree::Group(group)) => {
                let inner: Vec<_> = group.stream().into_iter().collect();
                let is_comma =
                    |tree: &TokenTree| matches!(tree, TokenTree::Punct(p) if p.as_char() == ',');
                for branch in inner.split(is_comma) {
                    let mut path = path.clone();
                    if let Some(TokenTree::Ident(name)) = branch.first()
                        && name != "self"
                    {
                        path.push(name.to_string());
                    }
                    tails(branch, &mut 1, path, found);
                }
                *at += 3;
                return;
            }
            _ => break,
        }
    }
    found.push(path);
}

/// Where `mod.rs` files re-export a name from: `model::record::Seat` is `model::record::game`.
fn reexports(files: &BTreeMap<Module, TokenStream>) -> BTreeMap<Module, Module> {
    let mut exports = BTreeMap::new();
    for (module, tokens) in files {
        let trees: Vec<_> = tokens.clone().into_iter().collect();
        for (at, pair) in trees.windows(2).enumerate() {
            let [TokenTree::Ident(keyword), TokenTree::Ident(child)] = pair else {
                continue;
            };
            let mut path = module.clone();
            path.push(child.to_string());
            if keyword != "use" || !files.contains_key(&path) {
                continue;
            }
            let mut named = Vec::new();
            tails(&trees, &mut (at + 2), path.clone(), &mut named);
            for name in named {
                let mut exported = module.clone();
                exported.push(name.last().unwrap().clone());
                // A glob names nothing.
                if exported != path {
                    exports.insert(exported, path.clone());
                }
            }
        }
    }
    exports
}

/// Which files each file imports.
fn imports() -> BTreeMap<Module, BTreeSet<Module>> {
    let files = files();
    let exports = reexports(&files);
    let mut imports = BTreeMap::new();
    for (module, tokens) in &files {
        let mut used = BTreeSet::new();
        for path in paths(tokens, module) {
            let mut prefixes = (1..=path.len()).rev().map(|length| path[..length].to_vec());
            let file = prefixes.find_map(|prefix| {
                let mut target = exports.get(&prefix).cloned();
                while let Some(further) = target.as_ref().and_then(|path| exports.get(path)) {
                    target = Some(further.clone());
                }
                target.or_else(|| files.contains_key(&prefix).then_some(prefix))
            });
            // What a crate-wide name such as `crate::App` in a doc link leads to is not an import.
            used.extend(file.filter(|file| file != module));
        }
        imports.insert(module.clone(), used);
    }
    imports
}

#[test]
fn no_lower_layer_imports_a_higher_one() {
    let rank = |module: &Module| {
        LAYERS
            .iter()
            .position(|layer| layer.contains(&module[0].as_str()))
            .unwrap_or_else(|| panic!("{} is in no layer", module[0]))
    };
    let mut checked = 0;
    let mut wrong = Vec::new();
    for (module, used) in imports() {
        for target in used.iter().filter(|target| target[0] != module[0]) {
            checked += 1;
            if rank(target) >= rank(&module) {
                wrong.push(format!(
                    "{} imports {}",
                    module.join("::"),
                    target.join("::")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "not below: {wrong:#?}");
    assert!(checked > 500, "only {checked} imports were found");
}

#[test]
fn no_more_than_three_files_import_each_other() {
    let imports = imports();
    let reaches = |from: &Module| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<_> = imports[from].iter().collect();
        while let Some(module) = open.pop() {
            if seen.insert(module.clone()) {
                open.extend(&imports[module]);
            }
        }
        seen
    };
    let closure: BTreeMap<_, _> = imports.keys().map(|file| (file, reaches(file))).collect();
    for (file, seen) in &closure {
        let cycle: Vec<_> = seen
            .iter()
            .filter(|other| closure[*other].contains(*file))
            .map(|module| module.join("::"))
            .collect();
        assert!(
            cycle.len() <= LARGEST_CYCLE,
            "a cycle of {} files: {cycle:?}",
            cycle.len()
        );
    }
}
