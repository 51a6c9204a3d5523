use std::process::Command;

use store::Secret;
use store::postgres::{FORM, MIGRATION, PostgresSettings, PostgresStore};

use app::store::Store as _;

use crate::samples::{batch, game, name, opened};
use crate::server::{self, server};

fn refused(settings: &PostgresSettings) -> String {
    let error = PostgresStore::open(settings).expect_err("does not open");
    let text = error.to_string();
    assert!(!text.contains('\n'), "one sentence: {text}");
    text
}

fn of(url: &str) -> PostgresSettings {
    PostgresSettings::new(url.parse().unwrap())
}

#[test]
fn a_wrong_password_says_where_the_right_one_belongs() {
    let Some(server) = server() else { return };
    let url = server.url(server::GUARDED, "postgres");
    let mut settings = PostgresSettings::new(url);
    for wrong in [None, Some("not the horse")] {
        settings.password = wrong.map(|wrong| Secret::from(wrong.to_owned()));
        let text = refused(&settings);
        assert!(text.contains("DELOS_STORE_PASSWORD"), "{text}");
        assert!(!text.contains("horse"), "{text}");
    }
    let database = name(&server.database());
    settings.url = server.url(server::GUARDED, &database);
    settings.password = Some(Secret::from(server::PASSWORD.to_owned()));
    PostgresStore::open(&settings).expect("the right one");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let text = refused(&of("postgres://delos:hunter2@127.0.0.1:1/delos"));
    assert!(
        text.starts_with("the database postgres://delos@127.0.0.1:1/delos: it cannot be reached"),
        "{text}"
    );
    assert!(!text.contains("hunter2"), "{text}");
}

#[test]
fn a_database_that_does_not_exist_is_to_be_created() {
    let Some(server) = server() else { return };
    let text = refused(&PostgresSettings::new(server.url("delos", "nowhere")));
    assert!(text.contains("createdb"), "{text}");
}

#[test]
fn a_server_without_encryption_is_refused_unless_that_is_asked_for() {
    let Some(server) = server() else { return };
    let database = name(&server.database());
    let url = format!("postgres://delos@127.0.0.1:{}/{database}", server.port());
    let text = refused(&of(&format!("{url}?sslmode=require")));
    assert!(text.contains("sslmode=disable"), "{text}");
    PostgresStore::open(&of(&format!("{url}?sslmode=disable"))).expect("asked for");
    let socket = server.folder().display().to_string().replace('/', "%2F");
    let socket = format!("postgres://delos@{socket}:{}/{database}", server.port());
    PostgresStore::open(&of(&socket)).expect("a socket is on this machine");
}

#[test]
fn an_encrypted_server_must_have_a_certificate_that_is_trusted() {
    let Some(server) = server() else { return };
    let database = name(&server.database());
    let data = server.folder().join("data");
    let file = |name: &str| data.join(name).display().to_string();
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes"])
        .args(["-days", "2", "-subj", "/CN=localhost"])
        .args(["-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", &file("server.key"), "-out", &file("server.crt")])
        .output()
        .expect("openssl, on which Debian's postgresql depends");
    assert!(made.status.success(), "{made:?}");
    server::own(&data.join("server.key"));
    server.admin("ALTER SYSTEM SET ssl = on");
    server.admin("SELECT pg_reload_conf()");
    let port = server.port();
    let url = format!("postgres://delos@127.0.0.1:{port}/{database}?sslmode=require");
    let mut settings = of(&url);
    // A reload takes a moment to apply.
    let unknown = (0..50).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let text = refused(&settings);
        text.contains("certificate").then_some(text)
    });
    let unknown = unknown.expect("encrypted now");
    assert!(unknown.contains("store.ca_file"), "{unknown}");
    let certificate = tempfile::NamedTempFile::new().unwrap();
    std::fs::copy(data.join("server.crt"), certificate.path()).unwrap();
    settings.ca_file = Some(certificate.path().to_owned());
    PostgresStore::open(&settings).expect("its authority is known");
    settings.url = url.replace("127.0.0.1", "localhost").parse().unwrap();
    let text = refused(&settings);
    assert!(text.contains("certificate"), "another name: {text}");
    server.admin("ALTER SYSTEM SET ssl = off");
    server.admin("SELECT pg_reload_conf()");
}

#[test]
fn a_newer_database_and_other_programs_tables_are_not_touched() {
    let Some(server) = server() else { return };
    let (migration, form) = ((MIGRATION + 1).to_string(), (FORM + 1).to_string());
    for (key, value, why) in [
        (
            "migration",
            &*migration,
            format!("newer Delos (migration {migration};"),
        ),
        ("form", &form, format!("newer Delos (form {form};")),
        ("rows", "1", "does not know (index rows 1)".to_owned()),
    ] {
        let url = server.database();
        drop(opened(&url));
        let sql = format!("UPDATE meta SET value = '{value}' WHERE key = '{key}'");
        server.sql(&name(&url), &sql);
        let text = refused(&PostgresSettings::new(url));
        assert!(text.contains(&why), "{text}");
    }

    for sql in [
        "CREATE TABLE records (id int)",
        "CREATE TABLE meta (version int)",
        "CREATE TABLE meta (key int, value int)",
        "CREATE TABLE meta (key text, value text); INSERT INTO meta VALUES ('program', 'other')",
    ] {
        let url = server.database();
        server.sql(&name(&url), sql);
        let text = refused(&PostgresSettings::new(url.clone()));
        assert!(text.contains("another program"), "{sql}: {text}");
        let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
        assert_eq!(server.sql(&name(&url), tables), "1", "nothing was created");
    }
}

#[test]
fn a_user_who_may_not_create_or_use_tables_is_told_so() {
    let Some(server) = server() else { return };
    let url = server.database();
    server.admin("CREATE ROLE reader LOGIN");
    server.sql(&name(&url), "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    for _ in 0..2 {
        let reader = server.url("reader", &name(&url));
        let text = refused(&PostgresSettings::new(reader));
        assert!(text.contains("may not create or use"), "{text}");
        // As after a restore by an administrator.
        drop(opened(&url));
    }
}

#[test]
fn the_host_that_takes_writes_is_used() {
    let Some(server) = server() else { return };
    let other = server::Server::start().expect("installed, as the first is");
    let database = name(&server.database());
    let read_only = |server: &server::Server, value: &str| {
        server.admin(&format!(
            "ALTER DATABASE {database} SET default_transaction_read_only = {value}"
        ));
    };
    // A read-only server with a database of that name, as a standby has, and a host that is down.
    other.admin(&format!("CREATE DATABASE {database}"));
    read_only(&other, "on");
    let standby = format!("127.0.0.1:{}", other.port());
    let primary = format!("127.0.0.1:{}", server.port());
    let url = format!("postgres://delos@127.0.0.1:1,{standby},{primary}/{database}");
    let store = PostgresStore::open(&of(&url)).expect("one of the three");
    store.commit(batch(0, game(1))).expect("it takes writes");
    let standby = of(&format!("postgres://delos@{standby}/{database}"));
    let text = refused(&standby);
    assert!(text.contains("takes no writes"), "{text}");

    // The roles change while connections are open.
    read_only(&other, "off");
    PostgresStore::open(&standby).expect("writable now");
    read_only(server, "on");
    server.admin(&format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
    ));
    let done = store.commit(batch(0, game(2)));
    assert_eq!(done, Ok(()), "the other server has become the primary");
    for server in [&other, server] {
        let count = server.sql(&database, "SELECT count(*) FROM records");
        assert_eq!(count, "1");
    }
}
