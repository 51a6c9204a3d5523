//! The layers in each crate: no lower one imports a higher one, folders form no cycles, and files only small ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proc_macro2::{TokenStream, TokenTree};

/// The root modules of a crate's `src` from the bottom up, or none if their order is free. Modules on one line are peers
/// that must not import each other. A new crate needs an entry.
fn layers_of(krate: &str) -> &'static [&'static [&'static str]] {
    match krate {
        "bot/app" => APP,
        "bot/runtime" => RUNTIME,
        "bot/discord" => DISCORD,
        "bot/matrix" => MATRIX,
        "rules-core" | "render" | "bot" | "bot/text" | "bot/pictures" | "bot/lessons"
        | "bot/engine" | "bot/pairing" | "bot/progress" | "bot/playground" | "bot/store" => &[],
        _ => panic!("{krate} has no row of layers"),
    }
}

/// The folders of the workspace's crates.
fn crates() -> Vec<String> {
    let manifest = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"));
    let manifest = manifest.unwrap();
    let members = manifest.lines().find(|line| line.starts_with("members"));
    let members = members.unwrap().split('"').skip(1).step_by(2);
    let members: Vec<_> = members.map(str::to_owned).collect();
    assert!(members.len() > 10, "{members:?}");
    members
}

const APP: &[&[&str]] = &[
    &["model"],
    &["protocol"],
    &["store"],
    &["messages"],
    &["spec"],
    &["context"],
    &["settings"],
    &["help", "rating", "people"],
    &["game"],
    &["lesson", "challenge"],
    &["tournament"],
    &["privacy", "notify"],
    &["commands"],
    &["app"],
];

const DISCORD: &[&[&str]] = &[
    &["ids", "token", "global_rate_limit", "channel_activity"],
    &["rate_limits"],
    &["rest"],
    &["request_retry", "render", "connection"],
    &["bot", "parse"],
    &["outbox", "permissions", "commands"],
    &["respond"],
    &["request"],
    &["receive"],
    &["shards"],
];

const MATRIX: &[&[&str]] = &[
    &["account"],
    &["ids", "rate_limits", "choices"],
    &["directory", "render"],
    &["messenger"],
    &["origin"],
    &["bot"],
    &["permissions", "parse", "outbox"],
    &["request"],
    &["respond"],
    &["rooms"],
    &["inbox"],
    &["receive"],
    &["run"],
];

const RUNTIME: &[&[&str]] = &[
    &["backoff", "locks", "recent", "telemetry"],
    &["service"],
    &["cluster", "concurrency", "drawing", "engine_pool", "outbox"],
    &["process", "requests"],
];

/// Maximum number of files in an import cycle.
const LARGEST_CYCLE: usize = 3;

/// A module's path in its crate, such as `game::moves`.
type Module = Vec<String>;

/// The files that each file of a crate imports.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// All crates by their folders. Reading them takes seconds.
static CRATES: LazyLock<BTreeMap<String, Imports>> = LazyLock::new(|| {
    let read = |krate: String| {
        let imports = imports(&krate);
        (krate, imports)
    };
    crates().into_iter().map(read).collect()
});

/// Returns a crate's files, without its root, which declares modules and holds shared items.
fn files(krate: &str) -> BTreeMap<Module, TokenStream> {
    let mut files = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(krate);
    collect(&folder.join("src"), &mut Vec::new(), &mut files);
    files.retain(|module, _| !matches!(&module[..], [root] if root == "lib" || root == "main"));
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
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let tokens = fs::read_to_string(&path).unwrap().parse().unwrap();
            let mut module = module.clone();
            if name != "mod" {
                module.push(name);
            }
            files.insert(module, tokens);
        }
    }
}

/// Returns the paths in the tokens that begin with `crate` or `super`, with `use` trees expanded.
fn paths(tokens: &TokenStream, here: &Module) -> Vec<Module> {
    let mut found = Vec::new();
    let trees: Vec<_> = tokens.clone().into_iter().collect();
    let mut at = 0;
    while let Some(tree) = trees.get(at) {
        if is_tests(&trees[at..]) {
            at += TESTS_LENGTH;
            continue;
        }
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

/// Number of token trees in `#[cfg(test)] mod name {...}`.
const TESTS_LENGTH: usize = 5;

/// Whether a test module begins here. Layers don't apply to its imports.
fn is_tests(trees: &[TokenTree]) -> bool {
    let text: Vec<_> = trees.iter().take(3).map(ToString::to_string).collect();
    matches!(&text[..], [hash, cfg, module] if hash == "#" && cfg == "[cfg (test)]" && module == "mod")
}

fn is_punct(tree: &TokenTree, c: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == c)
}

/// Parses `::name` and `::{...}` from `at` on, after `path`.
fn tails(trees: &[TokenTree], at: &mut usize, mut path: Module, found: &mut Vec<Module>) {
    let is_colon = |at: usize| trees.get(at).is_some_and(|tree| is_punct(tree, ':'));
    let colons = |at: usize| is_colon(at) && is_colon(at + 1);
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
                for branch in inner.split(|tree| is_punct(tree, ',')) {
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

/// Maps names that `mod.rs` files reexport to their modules: `model::record::Seat` is in `model::record::game`.
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
                // A glob adds no name.
                if exported != path {
                    exports.insert(exported, path.clone());
                }
            }
        }
    }
    exports
}

fn imports(krate: &str) -> Imports {
    let files = files(krate);
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
            // Doc links to crate-wide names such as `crate::App` are not imports.
            used.extend(file.filter(|file| file != module));
        }
        imports.insert(module.clone(), used);
    }
    imports
}

#[test]
fn no_lower_layer_imports_a_higher_one() {
    let mut checked = 0;
    let mut wrong = Vec::new();
    for (krate, imports) in CRATES.iter() {
        let layers = layers_of(krate);
        if layers.is_empty() {
            continue;
        }
        let rank = |module: &Module| {
            let root = module[0].as_str();
            let rank = layers.iter().position(|layer| layer.contains(&root));
            rank.unwrap_or_else(|| panic!("{root} is in no layer of {krate}"))
        };
        let roots: BTreeSet<_> = imports.keys().map(|module| module[0].as_str()).collect();
        let rows = layers.concat().into_iter();
        let stale = rows.filter(|root| !roots.contains(root));
        wrong.extend(stale.map(|root| format!("{krate}: there is no {root}")));
        for (module, used) in imports {
            for target in used.iter().filter(|target| target[0] != module[0]) {
                checked += 1;
                if rank(target) >= rank(module) {
                    let (module, target) = (module.join("::"), target.join("::"));
                    wrong.push(format!("{krate}: {module} imports {target}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "not below, or stale: {wrong:#?}");
    assert!(checked > 500, "only {checked} imports were found");
}

/// Returns the transitive closure.
fn closure<N: Ord + Clone>(edges: &BTreeMap<N, BTreeSet<N>>) -> BTreeMap<N, BTreeSet<N>> {
    let reaches = |from: &N| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<_> = edges[from].iter().collect();
        while let Some(node) = open.pop() {
            if seen.insert(node.clone()) {
                open.extend(edges.get(node).into_iter().flatten());
            }
        }
        seen
    };
    let nodes = edges.keys();
    nodes.map(|node| (node.clone(), reaches(node))).collect()
}

#[test]
fn no_more_than_three_files_import_each_other() {
    let mut wrong = BTreeSet::new();
    for (krate, imports) in CRATES.iter() {
        let closure = closure(imports);
        for (file, seen) in &closure {
            let back = |other: &&Module| closure[*other].contains(file);
            let cycle: Vec<_> = seen.iter().filter(back).map(|m| m.join("::")).collect();
            if cycle.len() > LARGEST_CYCLE {
                wrong.insert(format!("{krate}: {}", cycle.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "larger cycles: {wrong:#?}");
}

#[test]
fn no_folders_import_each_other() {
    let mut wrong = Vec::new();
    for (krate, imports) in CRATES.iter() {
        let mut folders: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (module, used) in imports {
            if module.len() < 2 {
                continue;
            }
            let is_other = |target: &&Module| target.len() > 1 && target[0] != module[0];
            let others = used.iter().filter(is_other);
            let targets = folders.entry(module[0].clone()).or_default();
            targets.extend(others.map(|target| target[0].clone()));
        }
        let closure = closure(&folders);
        let in_cycle = closure
            .iter()
            .filter(|(folder, seen)| seen.contains(*folder));
        wrong.extend(in_cycle.map(|(folder, _)| format!("{krate}: {folder}")));
    }
    assert!(wrong.is_empty(), "in a cycle of folders: {wrong:#?}");
}
