//! A PostgreSQL server for a test program, with a database for each test.
//!
//! Tests use Debian's installation or the one in `PATH`. Without either they are skipped, but fail if `CI` is set.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]
#![allow(clippy::print_stderr, reason = "says what is skipped")]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use store::postgres::DatabaseUrl;

/// The user that owns every database and needs no password.
const OWNER: &str = "delos";
/// The user that needs the password [`PASSWORD`].
pub(crate) const GUARDED: &str = "guarded";
pub(crate) const PASSWORD: &str = "correct horse";

/// Client authentication (`pg_hba.conf`).
const HBA: &str = "\
local all all trust
host all guarded 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
host replication all 127.0.0.1/32 trust
";

/// Runs the server until standard input closes with the test program, then removes the folder.
const KEEPER: &str = r#"
trap '' INT TERM
"$@" &
server=$!
cat >/dev/null
kill -INT $server
wait $server
rm -rf "$FOLDER"
"#;

/// A server that stops with this process, even after a crash.
#[derive(Debug)]
pub(crate) struct Server {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    made: AtomicU32,
    _keeper: Child,
}

/// The server of this test program; `None` if PostgreSQL is not installed.
pub(crate) fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER.get_or_init(Server::start).as_ref()
}

/// A new database; `None` if PostgreSQL is not installed.
pub(crate) fn database() -> Option<DatabaseUrl> {
    Some(server()?.database())
}

/// Returns the folder of PostgreSQL's programs.
fn programs() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path().join("bin"))
        .filter(|programs| programs.join("initdb").exists())
        .collect();
    // Sorted by version: the last one is the newest.
    versions.sort_by_key(|programs| {
        let version = programs.parent()?.file_name()?.to_str()?;
        version.parse::<u32>().ok()
    });
    let in_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    };
    versions.pop().or_else(in_path)
}

/// The prefix that runs a command as another user, since the server refuses to run as root.
fn as_user() -> Vec<String> {
    let id = |arguments: &[&str]| {
        let output = Command::new("id").args(arguments).output().unwrap();
        output
            .status
            .success()
            .then(|| String::from_utf8(output.stdout).unwrap().trim().to_owned())
    };
    if id(&["-u"]).as_deref() != Some("0") {
        return Vec::new();
    }
    let user = id(&["-u", "postgres"]).or_else(|| id(&["-u", "nobody"]));
    let user = user.expect("a user to run PostgreSQL as");
    ["setpriv", "--reuid", &user, "--clear-groups"]
        .map(str::to_owned)
        .to_vec()
}

/// Returns a command that runs as the server's user.
fn command(program: &Path) -> Command {
    let prefix = as_user();
    let mut command = match prefix.split_first() {
        None => Command::new(program),
        Some((first, rest)) => {
            let mut command = Command::new(first);
            command.args(rest).arg(program);
            command
        }
    };
    command.current_dir("/");
    command
}

impl Server {
    /// Starts a separate server.
    pub(crate) fn start() -> Option<Self> {
        // Tests write a lot and need not survive a power cut.
        Self::start_in(&std::env::temp_dir(), "fsync=off")
    }

    /// Starts a server with its own folder in `place`.
    pub(crate) fn start_in(place: &Path, setting: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(
                std::env::var_os("CI").is_none(),
                "PostgreSQL is not installed: apt-get install postgresql"
            );
            eprintln!("skipped: PostgreSQL is not installed (apt-get install postgresql)");
            return None;
        };
        let folder = new_folder(place);
        let data = folder.join("data");
        succeeds(
            command(&programs.join("initdb"))
                .args(["--auth=trust", "--no-sync", "-U", OWNER])
                .args(["-E", "UTF8", "--locale=C", "-D"])
                .arg(&data),
        );
        fs::write(data.join("pg_hba.conf"), HBA).unwrap();
        let server = Self::run(programs, folder, setting);
        server.admin(&format!(
            "CREATE ROLE {GUARDED} LOGIN SUPERUSER PASSWORD '{PASSWORD}'"
        ));
        Some(server)
    }

    /// Starts a server on an existing folder, and waits until it accepts connections.
    fn run(programs: PathBuf, folder: PathBuf, setting: &str) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let keeper = Self::keep(&programs, &folder, port, setting);
        let server = Self {
            programs,
            folder,
            port,
            made: AtomicU32::new(0),
            _keeper: keeper,
        };
        server.wait();
        server
    }

    /// Starts a synchronous standby, without which this server acknowledges no commit.
    pub(crate) fn standby(&self) -> Self {
        let folder = new_folder(&std::env::temp_dir());
        succeeds(
            command(&self.programs.join("pg_basebackup"))
                .args(["-h", "127.0.0.1", "-p", &self.port.to_string()])
                .args(["-U", OWNER, "-R", "-c", "fast", "-D"])
                .arg(folder.join("data")),
        );
        let standby = Self::run(self.programs.clone(), folder, "fsync=off");
        self.admin("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'");
        self.admin("SELECT pg_reload_conf()");
        standby
    }

    /// Kills the server for good, as a power cut would.
    pub(crate) fn kill(&self) {
        let (main, children) = (self.main_process().to_string(), self.children("pid="));
        let all = std::iter::once(&*main).chain(children.split_whitespace());
        // A child may have ended already.
        run(Command::new("kill").arg("-9").args(all));
    }

    fn keep(programs: &Path, folder: &Path, port: u16, setting: &str) -> Child {
        let settings = [
            format!("port={port}"),
            "listen_addresses=127.0.0.1".to_owned(),
            format!("unix_socket_directories={}", folder.display()),
            "max_connections=300".to_owned(),
            setting.to_owned(),
            "autovacuum_naptime=5s".to_owned(),
        ];
        let mut keeper = command(Path::new("sh"));
        keeper
            .args(["-c", KEEPER, "sh"])
            .arg(programs.join("postgres"))
            .arg("-D")
            .arg(folder.join("data"))
            .args(settings.iter().flat_map(|setting| ["-c", setting]))
            .env("FOLDER", folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(fs::File::create(folder.join("log")).unwrap());
        keeper.spawn().unwrap()
    }

    /// Waits until the server accepts connections.
    pub(crate) fn wait(&self) {
        let begun = Instant::now();
        let port = self.port.to_string();
        let asking = ["-q", "-h", "127.0.0.1", "-p", &port];
        let is_ready = || {
            let ready = run(Command::new(self.programs.join("pg_isready")).args(asking));
            ready.status.success()
        };
        while !is_ready() {
            assert!(
                begun.elapsed() < Duration::from_mins(2),
                "{}",
                fs::read_to_string(self.folder.join("log")).unwrap()
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns its port on 127.0.0.1.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Returns the process id of the postmaster.
    pub(crate) fn main_process(&self) -> u32 {
        let file = fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        file.lines().next().unwrap().trim().parse().unwrap()
    }

    /// Lists the processes of the postmaster, in this format of `ps`.
    fn children(&self, format: &str) -> String {
        let main = self.main_process().to_string();
        let children = run(Command::new("ps").args(["-o", format, "--ppid", &main]));
        String::from_utf8(children.stdout).unwrap()
    }

    /// Returns the folder of its socket.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates a database.
    pub(crate) fn database(&self) -> DatabaseUrl {
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let name = format!("test{number}");
        self.admin(&format!("CREATE DATABASE {name}"));
        self.url(OWNER, &name)
    }

    /// Drops a database, even while a bot uses it.
    pub(crate) fn drop(&self, database: &DatabaseUrl) {
        let text = database.to_string();
        let name = text.rsplit('/').next().unwrap();
        // After a failed test, the server may be in any state.
        self.try_sql("postgres", &format!("DROP DATABASE {name} WITH (FORCE)"));
    }

    /// Returns a database's URL for a user.
    pub(crate) fn url(&self, user: &str, name: &str) -> DatabaseUrl {
        let url = format!("postgres://{user}@127.0.0.1:{}/{name}", self.port);
        url.parse().unwrap()
    }

    /// Runs SQL in the administrator's database.
    pub(crate) fn admin(&self, sql: &str) -> String {
        self.sql("postgres", sql)
    }

    /// Runs SQL in a database; returns the values, one row per line.
    pub(crate) fn sql(&self, name: &str, sql: &str) -> String {
        let output = self.try_sql(name, sql);
        assert!(output.status.success(), "{sql}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// [`sql`](Self::sql) that may fail with its server.
    pub(crate) fn try_sql(&self, name: &str, sql: &str) -> Output {
        run(Command::new(self.programs.join("psql"))
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string()])
            .args(["-U", OWNER, "-d", name])
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql]))
    }

    /// Kills all backends at once, as a crash would, and lets the server recover.
    pub(crate) fn crash(&self) {
        // If one backend is killed, the server restarts all of them and replays its log.
        let children = self.children("pid=,args=");
        let mut lines = children.lines();
        let victim = lines.find(|line| line.contains("walwriter")).unwrap();
        let victim = victim.split_whitespace().next().unwrap();
        succeeds(Command::new("kill").args(["-9", victim]));
    }
}

/// Creates a folder for the server's user, which the keeper removes.
fn new_folder(place: &Path) -> PathBuf {
    let folder = tempfile::Builder::new()
        .prefix("delos-postgres-")
        .tempdir_in(place)
        .unwrap()
        .keep();
    if let Some(user) = as_user().get(2) {
        succeeds(Command::new("chown").arg(user).arg(&folder));
    }
    folder
}

/// Gives a file to the server's user, with no access for others.
pub(crate) fn own(file: &Path) {
    if let Some(user) = as_user().get(2) {
        succeeds(Command::new("chown").arg(user).arg(file));
    }
    succeeds(Command::new("chmod").arg("600").arg(file));
}

fn succeeds(command: &mut Command) {
    let output = run(command);
    assert!(output.status.success(), "{output:?}");
}

fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).output().unwrap()
}
