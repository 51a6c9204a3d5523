//! Embeds every `lang/LANGUAGE/*.ftl` and `lang/LANGUAGE/PLATFORM/*.ftl`, so that a new language or area needs no code.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=lang");
    let mut code = String::from("&[\n");
    for language in sorted(Path::new("lang"))? {
        println!("cargo::rerun-if-changed={}", language.display());
        let tag = name(&language)?;
        for entry in sorted(&language)? {
            if entry.is_dir() {
                println!("cargo::rerun-if-changed={}", entry.display());
                for area in sorted(&entry)? {
                    embed(&mut code, &tag, &name(&entry)?, &area)?;
                }
            } else {
                embed(&mut code, &tag, &text(Path::new(""))?, &entry)?;
            }
        }
    }
    code.push(']');
    let folder = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    fs::write(folder.join("resources.rs"), code)
}

/// Adds a resource, if it is one: its language, its platform or nothing, its path, its content.
fn embed(code: &mut String, tag: &str, platform: &str, area: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", area.display());
    if area.extension().is_some_and(|ending| ending == "ftl") {
        let (path, full) = (text(area)?, text(&fs::canonicalize(area)?)?);
        let _ = writeln!(
            code,
            "    ({tag}, {platform}, {path}, include_str!({full})),"
        );
    }
    Ok(())
}

/// The last part of the path as a literal.
fn name(path: &Path) -> io::Result<String> {
    text(Path::new(path.file_name().unwrap_or_default()))
}

/// The path as a literal.
fn text(path: &Path) -> io::Result<String> {
    let path = path.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
    Ok(format!("{path:?}"))
}

/// The entries of a folder by name, so that builds repeat.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect();
    let mut entries = entries?;
    entries.sort();
    Ok(entries)
}
