//! The playground's page in a headless Chromium, which ChromeDriver drives.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::elements::{Element, ElementRef};
use fantoccini::key::Key;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use reqwest::{Method, Url};
use serde_json::{Value, json};

/// How long a condition may take to come true: only a page that is broken needs it all.
const DEADLINE: Duration = Duration::from_secs(30);

/// The last visible element of a selector with some text between word boundaries, and where it is.
const FIND: &str = r"
    const [selector, text] = arguments;
    const words = new RegExp('(?<!\\w)' + text.replace(/[^\w\s]/g, '\\$&') + '(?![\\w-])');
    const matches = n => n.checkVisibility() && (!text || words.test(n.innerText));
    const found = [...document.querySelectorAll(selector)].filter(matches).at(-1);
    return found ? [found, JSON.stringify(found.getBoundingClientRect())] : null;";

/// A window, the color scheme that its system prefers, and the name by which it calls this machine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    width: u32,
    height: u32,
    scheme: &'static str,
    host: &'static str,
}

pub(crate) const DESKTOP: View = View {
    width: 1280,
    height: 800,
    scheme: "dark",
    host: "127.0.0.1",
};

pub(crate) const PHONE: View = View {
    width: 390,
    height: 844,
    scheme: "light",
    host: "localhost",
};

/// The page in a browser of its own.
pub(crate) struct Page {
    client: Client,
    view: View,
    _driver: Driver,
}

impl Page {
    /// Opens the page of a playground; `None` where no browser is installed.
    pub(crate) async fn open(api: &str, view: View) -> Option<Self> {
        let driver = Driver::start()?;
        let capabilities = json!({
            // Chromium's sandbox needs rights that containers lack, and the only page it opens is ours.
            "goog:chromeOptions": {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"]},
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let connected = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.as_object().unwrap().clone())
            .connect(&driver.address)
            .await;
        let client = match connected {
            Err(error) if error.to_string().contains("cannot find Chrome") => {
                return unavailable("ChromeDriver finds no Chromium or Chrome");
            }
            connected => connected.unwrap(),
        };
        let page = Self {
            client,
            view,
            _driver: driver,
        };
        let phone = view.width < 600;
        let screen = json!({"width": view.width, "height": view.height, "deviceScaleFactor": 1, "mobile": phone});
        page.devtools("Emulation.setDeviceMetricsOverride", screen)
            .await;
        page.prefer(view.scheme).await;
        page.client
            .goto(&api.replace("127.0.0.1", view.host))
            .await
            .unwrap();
        page.sees("#form textarea", "").await;
        Some(page)
    }

    /// Whether this is a phone, where the list of channels is behind a button.
    pub(crate) fn is_phone(&self) -> bool {
        self.view.width < 600
    }

    /// Makes the system prefer the color scheme `light` or `dark`.
    pub(crate) async fn prefer(&self, scheme: &str) {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.devtools("Emulation.setEmulatedMedia", media).await;
    }

    /// Loads the page again.
    pub(crate) async fn reload(&self) {
        self.client.refresh().await.unwrap();
        self.sees("#form textarea", "").await;
    }

    /// Clicks the last visible element of a selector that contains these words, once it has come to rest.
    pub(crate) async fn click(&self, selector: &str, text: &str) {
        let mut place = None;
        self.until(&format!("a click on {selector} {text:?}"), async || {
            let (element, now) = self.find(selector, text).await?;
            if place.replace(now.clone()) != Some(now) {
                return Err("it moves".to_owned());
            }
            element.click().await.map_err(|error| error.to_string())
        })
        .await;
    }

    /// Speaks as the person of this name.
    pub(crate) async fn speak_as(&self, name: &str) {
        self.click(".person", name).await;
        self.sees(".person.on", name).await;
    }

    /// Types into what has the focus.
    pub(crate) async fn type_text(&self, text: &str) {
        let keys = text
            .chars()
            .fold(KeyActions::new("keys".into()), |keys, value| {
                keys.then(KeyAction::Down { value })
                    .then(KeyAction::Up { value })
            });
        self.client.perform_actions(keys).await.unwrap();
    }

    pub(crate) async fn press(&self, key: Key) {
        self.type_text(&char::from(key).to_string()).await;
    }

    /// Presses Tab until the focus is on an element of a selector that contains these words, and shows it.
    pub(crate) async fn tab_to(&self, selector: &str, text: &str) {
        self.focus(&[Key::Tab], selector, text).await;
    }

    /// Presses Shift+Tab likewise.
    pub(crate) async fn tab_back_to(&self, selector: &str, text: &str) {
        self.focus(&[Key::Shift, Key::Tab], selector, text).await;
    }

    async fn focus(&self, keys: &[Key], selector: &str, text: &str) {
        let keys: Vec<char> = keys.iter().copied().map(char::from).collect();
        let down = keys.iter().map(|&value| KeyAction::Down { value });
        let up = keys.iter().rev().map(|&value| KeyAction::Up { value });
        let press = down
            .chain(up)
            .fold(KeyActions::new("keys".into()), KeyActions::then);
        let there = "
            const [selector, text] = arguments, n = document.activeElement;
            const shown = n.matches('input, textarea') || getComputedStyle(n).outlineStyle !== 'none';
            return n.matches(selector) && n.innerText.includes(text) && shown;";
        for _ in 0..60 {
            self.client.perform_actions(press.clone()).await.unwrap();
            if self.run(there, vec![json!(selector), json!(text)]).await == json!(true) {
                return;
            }
        }
        panic!("60 presses of Tab do not reach {selector} {text:?}");
    }

    /// Waits for a visible element of a selector that contains these words, and looks at all that the page shows then.
    pub(crate) async fn sees(&self, selector: &str, text: &str) {
        self.until(&format!("{selector} {text:?}"), async || {
            self.find(selector, text).await.map(drop)
        })
        .await;
        self.look().await;
    }

    /// Waits for an expression to be true, and looks at all that the page shows then.
    pub(crate) async fn holds(&self, expression: &str) {
        let script = format!("return !!({expression})");
        self.until(expression, async || {
            let holds = self.run(&script, vec![]).await == json!(true);
            holds.then_some(()).ok_or_else(String::new)
        })
        .await;
        self.look().await;
    }

    /// Fails if the browser's console has an error or a warning, or the page shows anything that `look.js` finds wrong.
    pub(crate) async fn look(&self) {
        let log = self.vendor("se/log", json!({"type": "browser"})).await;
        let is_wrong = |entry: &&Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        let wrong: Vec<_> = log.as_array().unwrap().iter().filter(is_wrong).collect();
        assert!(wrong.is_empty(), "the console says {wrong:#?}");
        self.until("a page without faults", async || {
            let faults = self
                .run(include_str!("look.js"), vec![json!(self.view.width)])
                .await;
            let faults: Vec<String> = serde_json::from_value(faults).unwrap();
            (faults.is_empty())
                .then_some(())
                .ok_or_else(|| faults.join("\n"))
        })
        .await;
    }

    async fn find(&self, selector: &str, text: &str) -> Result<(Element, Value), String> {
        let found = self.run(FIND, vec![json!(selector), json!(text)]).await;
        let id = found[0]
            .as_object()
            .and_then(|element| element.values().next()?.as_str());
        let id = id.ok_or("it is not there")?.to_owned();
        let element = Element::from_element_id(self.client.clone(), ElementRef::from(id));
        Ok((element, found[1].clone()))
    }

    /// Repeats an attempt until it succeeds.
    async fn until(&self, what: &str, mut attempt: impl AsyncFnMut() -> Result<(), String>) {
        let start = Instant::now();
        while let Err(error) = attempt().await {
            if start.elapsed() > DEADLINE {
                let text = self.run("return document.body.innerText", vec![]).await;
                panic!(
                    "no {what} in {:?}: {error}\n{}",
                    self.view,
                    text.as_str().unwrap_or_default()
                );
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.unwrap()
    }

    /// A command of Chromium's DevTools protocol.
    async fn devtools(&self, command: &str, parameters: Value) {
        let body = json!({"cmd": command, "params": parameters});
        self.vendor("goog/cdp/execute", body).await;
    }

    async fn vendor(&self, path: &'static str, body: Value) -> Value {
        self.client.issue_cmd(Vendor { path, body }).await.unwrap()
    }
}

/// A command of ChromeDriver's own.
#[derive(Debug)]
struct Vendor {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Vendor {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

/// ChromeDriver as a process of its own. Dropped, it ends its browser and itself.
struct Driver {
    process: Child,
    address: String,
}

impl Driver {
    fn start() -> Option<Self> {
        let mut command = Command::new("chromedriver");
        let command = command.arg("--port=0").stdin(Stdio::null());
        let mut process = match command.stdout(Stdio::piped()).spawn() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return unavailable("chromedriver is not installed");
            }
            process => process.unwrap(),
        };
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.find_map(|line| {
            let line = line.unwrap();
            let (_, port) = line.split_once("started successfully on port ")?;
            Some(port.trim_end_matches('.').to_owned())
        });
        // Whatever else it prints is thrown away.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self {
            process,
            address: format!(
                "http://127.0.0.1:{}",
                port.expect("ChromeDriver tells its port")
            ),
        })
    }

    /// Asks ChromeDriver to end its browsers and itself.
    fn shut_down(&self) -> io::Result<()> {
        let address = self.address.trim_start_matches("http://");
        let mut connection = TcpStream::connect(address)?;
        connection.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(
            connection,
            "GET /shutdown HTTP/1.1\r\nHost: {address}\r\n\r\n"
        )?;
        connection.read_exact(&mut [0])
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.shut_down().is_err() {
            drop(self.process.kill());
        }
        drop(self.process.wait());
    }
}

/// Says why the tests of the page are skipped. In CI they may not be.
fn unavailable<T>(why: &str) -> Option<T> {
    static SAID: std::sync::Once = std::sync::Once::new();
    assert!(
        std::env::var_os("CI").is_none(),
        "the page cannot be tested: {why}"
    );
    // Past the capture of output, or nobody would see it.
    SAID.call_once(|| {
        drop(writeln!(
            io::stderr(),
            "skipped: the tests of the playground's page; {why} (.ci/run browser installs it)"
        ))
    });
    None
}
