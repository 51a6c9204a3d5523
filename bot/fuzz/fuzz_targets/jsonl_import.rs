//! Any file is imported or refused at a line: as it is, and as values between a valid header and footer. Imported records can be
//! read, checked and exported.
#![no_main]

use std::cell::RefCell;

use store::{Database as _, ExportScope, SledStore};
use libfuzzer_sys::fuzz_target;

/// Records after which a new store is opened.
const MAX_RECORDS: u64 = 100;

thread_local! {
    static OPEN: RefCell<Option<(tempfile::TempDir, SledStore, u64)>> = const { RefCell::new(None) };
}

fn import(file: &str) {
    OPEN.with_borrow_mut(|open| {
        let (_, store, held) = open.get_or_insert_with(|| {
            let folder = tempfile::tempdir().unwrap();
            let store = SledStore::open(folder.path()).unwrap();
            (folder, store, 0)
        });
        let Ok(counts) = store.import(&mut file.as_bytes()) else { return };
        if counts.added > 0 {
            *held += counts.added;
            store.check_all().unwrap();
            store.export(ExportScope::All, &mut std::io::sink()).unwrap();
        }
        if *held > MAX_RECORDS {
            *open = None;
        }
    });
}

fuzz_target!(|text: &str| {
    import(text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let head = r#"{"delos":1,"program":"0.1.0","scope":"records"}"#;
    import(&format!("{head}\n{}\n{{\"end\":{}}}\n", lines.join("\n"), lines.len()));
    // A value alone, as a record.
    let key = "1k7f3q2";
    import(&format!("{head}\n{{\"in\":\"records\",\"key\":\"{key}\",\"value\":{}}}\n{{\"end\":1}}\n", text.replace('\n', " ")));
});
