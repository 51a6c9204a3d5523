mod example;

use super::*;

/// The documentation of all settings.
const EXAMPLE: &str = include_str!("../../../config.example.toml");

const TOKEN: &str = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs";

fn variables<'a>(set: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
    |name| {
        let set = set.iter().find(|(known, _)| *known == name);
        set.map(|(_, value)| (*value).to_owned())
    }
}

fn config_file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("made");
    let file = folder.path().join("config.toml");
    fs::write(&file, text).expect("written");
    (folder, file)
}

/// The configuration in a file and the environment.
fn read(file: &Path, set: &[(&str, &str)]) -> Config {
    Config::load(Some(file), variables(set)).expect("loads")
}

fn unreadable(file: &Path) -> String {
    let error = Config::load(Some(file), variables(&[])).expect_err("an error");
    error.to_string()
}

/// The error in a file, from the line on.
fn file_error(text: &str) -> String {
    let (_folder, file) = config_file(text);
    let (error, place) = (unreadable(&file), format!("{}, ", file.display()));
    let error = error.strip_prefix(&place).expect("the file is named");
    error.to_owned()
}

/// Asserts the error in each file: `file => error`.
fn assert_file_errors(cases: &[&str]) {
    for case in cases {
        let (file, error) = case.split_once(" => ").expect("a file and its error");
        assert_eq!(file_error(file), error);
    }
}

fn loaded(set: &[(&str, &str)]) -> Config {
    Config::load(None, variables(set)).expect("loads")
}

/// The error in the environment.
fn refused(set: &[(&str, &str)]) -> String {
    let error = Config::load(None, variables(set)).expect_err("an error");
    error.to_string()
}

/// The error in an environment variable.
fn variable_error(name: &str, value: &str) -> String {
    refused(&[(name, value)])
}

#[test]
fn without_a_file_and_variables_everything_has_a_default() {
    let config = loaded(&[]);
    assert_eq!(config, Config::default());
    assert!(config.engine.thread_count() >= 1);
    assert_eq!(app::Limits::from(&config.limits), app::Limits::default());
}

#[test]
fn the_environment_overrides_the_file() {
    let (_folder, file) = config_file("data = 'one'\n[log]\nlevel = 'warn'\n[limits]\ngames = 3\n");
    let set = [
        ("DELOS_DATA", "two"),
        ("DELOS_LOG", " debug "),
        ("DELOS_LOG_FORMAT", ""),
        ("DELOS_LIMITS_CHALLENGES", "9"),
    ];
    let config = read(&file, &set);
    assert_eq!(config.data.to_str(), Some("two"));
    assert_eq!(config.log.level, LogLevel::Debug);
    let limits = config.limits;
    assert_eq!((limits.games.number(), limits.challenges.number()), (3, 9));
    let by_name = [("DELOS_CONFIG", file.to_str().expect("text"))];
    assert_eq!(loaded(&by_name).limits.games.number(), 3);
}

#[test]
fn a_playground_leaves_the_bots_backups_and_its_address_for_monitoring_alone() {
    let set = [
        ("DELOS_BACKUP_FOLDER", "safe"),
        ("DELOS_BACKUP_KEEP", "3"),
        ("DELOS_MONITORING_ADDRESS", "127.0.0.1:9464"),
    ];
    let bot = loaded(&set);
    let playground = bot.in_playground();
    let own = Some(PathBuf::from("data/playground/backups"));
    assert_eq!(playground.backup.folder(&playground.data), own);
    assert_eq!(playground.backup.keep, bot.backup.keep);
    assert_eq!(playground.monitoring.address, None);
}

#[test]
fn an_unknown_key_is_answered_with_the_nearest() {
    assert_file_errors(&[
        "\n[limits]\nchalenges = 3\n => line 3: unknown key chalenges; did you mean challenges? (allowed here: games, challenges, challenge_hours, hourly, server_hourly, vacation_days)",
        "[log]\ncolour = true\n => line 2: unknown key colour; allowed here: level, format",
    ]);
    let tables = EXAMPLE
        .lines()
        .filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
    let allowed: Vec<_> = std::iter::once("data").chain(tables).collect();
    let allowed = allowed.join(", ");
    let hint = format!("line 1: unknown key logs; did you mean log? (allowed here: {allowed})");
    assert_eq!(file_error("[logs]\n"), hint);
}

#[test]
fn an_invalid_value_is_answered_with_what_is_allowed() {
    assert_file_errors(&[
        "[limits]\n\ngames = 0\n => line 3: games must be a whole number from 1 to 1000",
        "[limits]\ngames = -1\n => line 2: games must be a whole number from 1 to 1000",
        "[limits]\ngames = 'many'\n => line 2: games must be a whole number, not this string",
        "[log]\nlevel = 'loud'\n => line 2: level must be error, warn, info, debug or trace",
        "[log]\nformat = 'xml'\n => line 2: format must be text or json",
        "data = 3\n => line 1: data must be a path, not this integer",
        "log = 3\n => line 1: log must be a table, not this integer",
        "[playground]\naddress = '0.0.0.0:80'\n => line 2: address must be a loopback address, 127.0.0.1 or [::1]: it is not protected by a password",
        "[discord]\ntoken = 'x'\n => line 2: a token does not belong in this file: put it into a separate file and set token_file, or into the environment variable DISCORD_TOKEN",
    ]);
    for (name, value, error) in [
        (
            "DELOS_MONITORING_ADDRESS",
            "9464",
            "is not an address and port like 127.0.0.1:9464",
        ),
        (
            "DELOS_LOG",
            "loud",
            "must be error, warn, info, debug or trace",
        ),
        (
            "DELOS_LIMITS_CHALLENGE_HOURS",
            "721",
            "must be a whole number from 1 to 720",
        ),
    ] {
        let error = format!("the environment variable {name} {error}");
        assert_eq!(variable_error(name, value), error);
    }
    let invalid = file_error("[limits]\ngames = = 3\n");
    assert!(invalid.starts_with("line 2: "), "{invalid}");
    assert!(!invalid.contains('\n'), "{invalid}");
    let missing = unreadable(Path::new("no/such.toml"));
    let words = "cannot read the configuration no/such.toml: ";
    assert!(missing.starts_with(words), "{missing}");
}

#[test]
fn the_token_comes_from_the_environment_or_a_separate_file() {
    let (folder, file) = config_file("");
    let secret = folder.path().join("token");
    fs::write(&secret, format!("{TOKEN}\n")).expect("written");
    fs::write(&file, format!("[discord]\ntoken_file = {secret:?}\n")).expect("written");
    let token = |set: &[(&str, &str)]| {
        let token = read(&file, set).discord.token;
        token.map(|token| token.expose().to_owned())
    };
    assert_eq!(token(&[]).as_deref(), Some(TOKEN));
    let other = token(&[("DISCORD_TOKEN", "other.token")]);
    assert_eq!(other.as_deref(), Some("other.token"));
    fs::write(&secret, "\n").expect("written");
    let empty = "the file in discord.token_file does not hold a token: it is empty";
    assert_eq!(unreadable(&file), empty);
}

#[test]
fn no_error_and_no_debug_output_contains_the_token() {
    let config = loaded(&[("DISCORD_TOKEN", TOKEN)]);
    let secret = config.discord.token.clone().expect("there");
    let mut texts = vec![
        format!("{config:?}"),
        format!("{config:#?}"),
        secret.to_string(),
        format!("{secret:>40?}"),
    ];
    for mistake in [
        format!("[discord]\ntoken = '{TOKEN}'\n"),
        format!("[discord]\ntoken_file = '{TOKEN}'\n"),
        format!("[discord]\ntoken_file = {TOKEN}\n"),
        format!("[discord]\napi = '{TOKEN}'\n"),
        format!("[discord]\napi = 'http://{TOKEN}@example.com'\n"),
        format!("[discord]\nproxy = 'http://{TOKEN}@example.com'\n"),
        format!("[log]\nlevel = '{TOKEN}'\n"),
        format!("[limits]\ngames = '{TOKEN}'\n"),
        format!("data = 1\ndata = '{TOKEN}'\n"),
        format!("[store]\nurl = 'postgres://delos:{TOKEN}@'\n"),
        format!("[store]\nurl = '{TOKEN}'\n"),
        format!("[store]\npassword_file = '{TOKEN}'\n"),
        format!("[store]\npassword = '{TOKEN}'\n"),
        format!("'{TOKEN}'\n"),
    ] {
        let (_folder, file) = config_file(&mistake);
        let error = Config::load(Some(&file), variables(&[])).expect_err("an error");
        texts.extend([error.to_string(), format!("{error:?}")]);
    }
    for name in [
        "DISCORD_API",
        "DISCORD_PROXY",
        "DISCORD_TOKEN_FILE",
        "DELOS_STORE",
        "DELOS_STORE_PASSWORD_FILE",
        "DELOS_LOG",
        "DELOS_LIMITS_GAMES",
        "DELOS_PLAYGROUND_ADDRESS",
    ] {
        texts.push(variable_error(name, TOKEN));
    }
    texts.push(variable_error("DISCORD_TOKEN", &format!("Bot {TOKEN}")));
    for text in texts {
        for part in TOKEN.split('.') {
            assert!(!text.contains(part), "{text}");
        }
    }
}

#[test]
fn a_database_server_is_configured_in_the_file_or_the_environment() {
    let (folder, secret) = config_file("correct horse \n");
    let text = format!(
        "[store]\nurl = 'postgres://delos@db.example.org/games'\npassword_file = '{}'\nconnections = 9\n",
        secret.display()
    );
    let file = folder.path().join("store.toml");
    fs::write(&file, text).expect("written");
    let store = |set: &[(&str, &str)]| {
        let store = read(&file, set).store;
        let address = store.url.as_ref().map(ToString::to_string);
        let password = store.password.as_ref().map(|p| p.expose().to_owned());
        assert!(!format!("{store:?}").contains("horse"));
        let (address, password) = (address.expect("set"), password.expect("set"));
        (address, password, store.connections.number())
    };
    let of = |address: &str, password: &str, connections| {
        (address.to_owned(), password.to_owned(), connections)
    };
    let from_file = of(
        "postgres://delos@db.example.org:5432/games",
        "correct horse ",
        9,
    );
    assert_eq!(store(&[]), from_file);
    let set = [
        ("DELOS_STORE", "postgres://other@localhost/there"),
        ("DELOS_STORE_PASSWORD", "hunter2 \n"),
        ("DELOS_STORE_CONNECTIONS", "3"),
    ];
    let from_environment = of("postgres://other@localhost:5432/there", "hunter2 ", 3);
    assert_eq!(store(&set), from_environment);
    assert_eq!(
        variable_error("DELOS_STORE", "sled"),
        "the environment variable DELOS_STORE is not an address like postgres://delos@db.example.org/delos"
    );
    assert_file_errors(&[
        "[store]\nurl = 'localhost'\n => line 2: url is not an address like postgres://delos@db.example.org/delos",
        "[store]\npassword = 'x'\n => line 2: a password does not belong in this file: put it into a separate file and set password_file, or into the environment variable DELOS_STORE_PASSWORD",
    ]);
    fs::write(&secret, "\n").expect("written");
    assert_eq!(
        unreadable(&file),
        "the file in store.password_file is empty"
    );
}

#[test]
fn the_token_is_only_sent_over_https_or_loopback() {
    let api = |text: &str| {
        let api = text.parse::<ApiAddress>();
        api.map(|api| api.as_str().to_owned())
    };
    for (text, address) in [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://127.9.9.9:1/", "http://127.9.9.9:1"),
        ("http://localhost:3000/base/", "http://localhost:3000/base"),
        ("http://[::1]:80", "http://[::1]"),
        ("https://discord.com", "https://discord.com"),
        ("HTTPS://Example.com:8443", "https://example.com:8443"),
    ] {
        assert_eq!(api(text).as_deref(), Ok(address));
    }
    for text in [
        "http://discord.com",
        "http://128.0.0.1",
        "http://127.0.0.1.example.com",
        "http://localhost.example.com",
        "http://localhost@example.com",
        "https://user:word@example.com",
        "ftp://localhost",
        "file:///etc/passwd",
        "localhost:8080",
        "discord.com",
        "http://",
        "https://x/?token=1",
    ] {
        assert!(api(text).is_err(), "{text}");
    }
}

#[test]
fn a_proxy_may_be_any_host_without_encryption() {
    let proxy = |text: &str| {
        let proxy = text.parse::<ProxyAddress>();
        proxy.map(|proxy| proxy.as_str().to_owned())
    };
    for (text, address) in [
        ("http://nirn:8080/", "http://nirn:8080"),
        ("http://10.0.0.7:80", "http://10.0.0.7"),
        (
            "https://proxy.internal/discord/",
            "https://proxy.internal/discord",
        ),
    ] {
        assert_eq!(proxy(text).as_deref(), Ok(address));
    }
    for text in [
        "nirn:8080",
        "http://",
        "socks5://nirn:1080",
        "http://user:word@nirn:8080",
        "http://nirn:8080/?token=1",
    ] {
        assert!(proxy(text).is_err(), "{text}");
    }
}

/// An account with a password.
const ACCOUNT: [(&str, &str); 3] = [
    ("DELOS_MATRIX_HOMESERVER", "https://matrix.example.org/"),
    ("DELOS_MATRIX_USER", "@delos:example.org"),
    ("DELOS_MATRIX_PASSWORD", "hunter2"),
];

#[test]
fn an_account_on_matrix_is_configured_in_the_file_and_the_environment() {
    let folder = tempfile::tempdir().expect("made");
    let secret = folder.path().join("password");
    fs::write(&secret, "hun ter2\r\n").expect("written");
    let (_folder, file) = config_file(&format!(
        "[matrix]\nhomeserver = 'https://matrix.example.org'\nuser = 'delos'\npassword_file = '{}'\nallow_servers = ['example.org']\n",
        secret.display()
    ));
    let config = read(&file, &[]);
    let account = config.matrix.account().expect("complete").expect("there");
    let password = Secret::from("hun ter2".to_owned());
    assert_eq!(
        account,
        MatrixAccount {
            homeserver: "https://matrix.example.org",
            user: "delos",
            login: MatrixLogin::Password(&password),
            recovery_key: None,
            allow_servers: &["example.org".to_owned()],
            most_rooms: 2_000,
        }
    );
    assert_eq!(config.platforms(), Some(Platforms::MATRIX));

    let mut set = ACCOUNT.to_vec();
    set.push(("DISCORD_TOKEN", TOKEN));
    set.push(("DELOS_MATRIX_ALLOW_SERVERS", "example.org, [::1]:8448"));
    set.push(("DELOS_MATRIX_MOST_ROOMS", "50"));
    set.push(("DELOS_STORE", "postgres://delos@localhost/delos"));
    let config = loaded(&set);
    assert!(config.store.url.is_some());
    let both = |it| [Platform::Discord, Platform::Matrix].contains(&it);
    assert_eq!(config.platforms(), Some(Platforms::matching(both)));
    let account = config.matrix.account().expect("complete").expect("there");
    assert_eq!(account.allow_servers, ["example.org", "[::1]:8448"]);
    assert_eq!(account.most_rooms, 50);

    let set = [
        ACCOUNT[0],
        ACCOUNT[1],
        ("DELOS_MATRIX_TOKEN", "syt_x"),
        ("DELOS_MATRIX_DEVICE", "ABC"),
        ("DELOS_MATRIX_RECOVERY_KEY", "EsTc key"),
    ];
    let config = loaded(&set);
    let account = config.matrix.account().expect("complete").expect("there");
    let (token, key) = ("syt_x".to_owned(), "EsTc key".to_owned());
    let (token, device) = (&Secret::from(token), "ABC");
    assert_eq!(account.login, MatrixLogin::Token { token, device });
    assert_eq!(account.recovery_key, Some(&Secret::from(key)));

    let none = loaded(&[]);
    assert_eq!(none.platforms(), None);
    assert_eq!(none.matrix.account().ok(), Some(None));
}

#[test]
fn an_incomplete_account_on_matrix_is_answered_with_what_is_missing() {
    let [homeserver, user, password] = ACCOUNT;
    let (token, device) = (("DELOS_MATRIX_TOKEN", "t"), ("DELOS_MATRIX_DEVICE", "D"));
    for (set, what) in [
        (vec![user, password], "needs a homeserver"),
        (vec![homeserver, password], "needs a user"),
        (
            vec![homeserver, user],
            "needs a password or an access token",
        ),
        (vec![homeserver, user, token], "needs the device"),
        (
            vec![homeserver, user, password, token, device],
            "leave one of them out",
        ),
        (vec![homeserver, user, password, device], "leave device out"),
    ] {
        let error = refused(&set);
        assert!(error.contains(what), "{error}");
    }
    for (name, value) in [
        ("DELOS_MATRIX_USER", "ann:example.net"),
        ("DELOS_MATRIX_USER", "@ann"),
        ("DELOS_MATRIX_HOMESERVER", "http://matrix.example.net"),
        ("DELOS_MATRIX_HOMESERVER", "example.net"),
        ("DELOS_MATRIX_ALLOW_SERVERS", "https://example.net"),
        ("DELOS_MATRIX_DEVICE", "two words"),
    ] {
        let error = variable_error(name, value);
        assert!(error.contains(name), "{error}");
        assert!(!error.contains(value), "a value is not repeated: {error}");
    }
}

#[test]
fn a_secret_of_the_account_on_matrix_is_shown_nowhere() {
    let mut set = ACCOUNT.to_vec();
    set.push(("DELOS_MATRIX_RECOVERY_KEY", "EsTcHunter2"));
    let config = loaded(&set);
    let shown = format!("{config:?} {:?}", config.matrix.account());
    assert!(!shown.to_lowercase().contains("hunter2"), "{shown}");
    for key in ["password", "token", "recovery_key"] {
        let error = file_error(&format!("[matrix]\n{key} = 'hunter2'\n"));
        let variable = format!("DELOS_MATRIX_{}", key.to_uppercase());
        for hint in [format!("set {key}_file"), variable] {
            assert!(error.contains(&hint), "{error}");
        }
        assert!(!error.contains("hunter2"), "{error}");
    }
}
