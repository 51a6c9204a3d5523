//! The playground's page in a headless Chromium: clicks, keys, and what the page shows.

use std::cell::Cell;
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
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::browser::driver::{Driver, skip};

/// Time limit of each condition. Only a broken page uses it up.
const DEADLINE: Duration = Duration::from_mins(2);

/// As many browsers at once as keep two cores busy.
static BROWSERS: Semaphore = Semaphore::const_new(2);

/// Finds the last visible element of a selector in which some line starts with a text, or else contains it as a word, and
/// returns its position; none for one in a message that waits for the answer to a press, and takes no other. From then on,
/// `lost` tells whether a click was lost, because the page replaced what the mouse was down on.
const FIND: &str = r"
    const [selector, text] = arguments;
    if (window.lost === undefined) {
        let pressed = null;
        // A choice that is taken at once has gone by now.
        addEventListener('mousedown', e => { pressed = e.target.isConnected ? e.target : null; });
        addEventListener('mouseup', () => { window.lost = pressed !== null && !pressed.isConnected; }, true);
    }
    window.lost = false;
    const words = new RegExp('(?<!\\w)' + text.replace(/[^\w\s]/g, '\\$&') + '(?![\\w-])');
    const matches = n => n.checkVisibility() && (!text || words.test(n.innerText));
    const all = [...document.querySelectorAll(selector)].filter(matches);
    const found = all.findLast(n => n.innerText.split('\n')[0] === text) ?? all.at(-1);
    if (!found) return null;
    return [found, found.closest('[aria-busy=true]') ? null : JSON.stringify(found.getBoundingClientRect())];";

/// A window's size in CSS pixels, its system's color scheme, and the host name in the page's address.
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

/// The page in its own browser.
pub(crate) struct Page {
    client: Client,
    view: View,
    taps: Cell<usize>,
    _driver: Driver,
    _permit: Option<SemaphorePermit<'static>>,
}

impl Page {
    /// Opens the page of a playground; `None` where no browser is installed.
    pub(crate) async fn open(api: &str, view: View) -> Option<Self> {
        let permit = BROWSERS.acquire().await.unwrap();
        Some(Self {
            _permit: Some(permit),
            ..Self::open_second(api, view).await?
        })
    }

    /// Opens it for a test that has a page already, and therefore must not wait for its turn.
    pub(crate) async fn open_second(api: &str, view: View) -> Option<Self> {
        let driver = Driver::start()?;
        let capabilities = json!({
            // Chromium's sandbox needs privileges that containers lack. It opens no page but ours.
            "goog:chromeOptions": {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"]},
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let connected = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.as_object().unwrap().clone())
            .connect(&driver.address)
            .await;
        let client = match connected {
            Err(error) if error.to_string().contains("cannot find Chrome") => {
                return skip("chromedriver finds no Chromium or Chrome");
            }
            connected => connected.unwrap(),
        };
        let page = Self {
            client,
            view,
            taps: Cell::new(0),
            _driver: driver,
            _permit: None,
        };
        let screen = json!({
            "width": view.width, "height": view.height, "deviceScaleFactor": 1, "mobile": page.is_phone(),
        });
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

    /// Whether the page has the phone layout, with the channels behind a button.
    pub(crate) fn is_phone(&self) -> bool {
        self.view.width < 600
    }

    pub(crate) fn taps(&self) -> usize {
        self.taps.get()
    }

    pub(crate) async fn words(&self) -> usize {
        let script = "return list.innerText.split(/\\s+/).length";
        let words = self.run(script, vec![]).await.as_u64();
        usize::try_from(words.unwrap()).unwrap()
    }

    /// Width in CSS pixels.
    pub(crate) fn width(&self) -> u32 {
        self.view.width
    }

    /// Saves a screenshot to the folder in `DELOS_SHOTS`, if that is set.
    pub(crate) async fn shot(&self, name: &str) {
        if let Some(folder) = std::env::var_os("DELOS_SHOTS") {
            self.check().await;
            let path = std::path::Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(path, self.client.screenshot().await.unwrap()).unwrap();
        }
    }

    /// Sets the system's color scheme, `light` or `dark`.
    pub(crate) async fn prefer(&self, scheme: &str) {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.devtools("Emulation.setEmulatedMedia", media).await;
    }

    pub(crate) async fn reload(&self) {
        self.client.refresh().await.unwrap();
        self.sees("#form textarea", "").await;
    }

    /// Clicks the last visible element that matches a selector and contains `text`, once it stops moving and its message takes
    /// a press: an edit may arrive before the answer to the press that led to it. Repeats a click that was lost.
    pub(crate) async fn click(&self, selector: &str, text: &str) {
        let mut place = None;
        self.taps.set(self.taps.get() + 1);
        self.until(&format!("a click on {selector} {text:?}"), async || {
            let (element, now) = self.find(selector, text).await?;
            if now.is_null() || place.replace(now.clone()) != Some(now) {
                return Err("it moves or waits for an answer".to_owned());
            }
            element.click().await.map_err(|error| error.to_string())?;
            let is_lost = self.run("return window.lost", vec![]).await == json!(true);
            (!is_lost)
                .then_some(())
                .ok_or_else(|| "it was drawn anew meanwhile".to_owned())
        })
        .await;
    }

    /// Opens a menu and takes an option.
    pub(crate) async fn select(&self, menu: &str, option: &str) {
        self.click(".menu", menu).await;
        self.click(".option", option).await;
    }

    /// Opens a menu, waits for an option, and saves a screenshot.
    pub(crate) async fn opens(&self, menu: &str, option: &str, shot: &str) {
        self.click(".menu", menu).await;
        self.shows(".options", option, shot).await;
    }

    pub(crate) async fn speak_as(&self, name: &str) {
        self.click(".person", name).await;
        self.sees(".person.on", name).await;
    }

    /// Speaks as the person of this name once messages mention them; the page then opens the channel of these messages.
    pub(crate) async fn speak_as_mentioned(&self, name: &str) {
        self.sees(".person:has(.count)", name).await;
        self.speak_as(name).await;
    }

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

    /// Presses Tab until an element that matches a selector and contains `text` has the focus and an outline.
    pub(crate) async fn tab_to(&self, selector: &str, text: &str) {
        self.focus(&[Key::Tab], selector, text).await;
    }

    /// As [`tab_to`](Self::tab_to), with Shift+Tab.
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

    /// Waits for a visible element that matches a selector and contains `text`, and checks the page.
    pub(crate) async fn sees(&self, selector: &str, text: &str) {
        self.until(&format!("{selector} {text:?}"), async || {
            self.find(selector, text).await.map(drop)
        })
        .await;
        self.check().await;
    }

    /// As [`Self::sees`], and saves a screenshot.
    pub(crate) async fn shows(&self, selector: &str, text: &str, shot: &str) {
        self.sees(selector, text).await;
        self.shot(shot).await;
    }

    /// Waits for a JavaScript expression to become true, and checks the page.
    pub(crate) async fn holds(&self, expression: &str) {
        let script = format!("return !!({expression})");
        self.until(expression, async || {
            let holds = self.run(&script, vec![]).await == json!(true);
            holds.then_some(()).ok_or_else(String::new)
        })
        .await;
        self.check().await;
    }

    /// Fails on a console error or warning, and on any fault that `faults.js` finds in layout, pictures or contrast.
    pub(crate) async fn check(&self) {
        let log = self.log().await;
        assert!(log.is_empty(), "the console has {log:#?}");
        self.until("a page without faults", async || {
            let faults = self
                .run(include_str!("faults.js"), vec![json!(self.view.width)])
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

    async fn until(&self, what: &str, mut attempt: impl AsyncFnMut() -> Result<(), String>) {
        let start = Instant::now();
        while let Err(error) = attempt().await {
            if start.elapsed() > DEADLINE {
                let log = self.log().await;
                let page = self.run("return document.body.innerText", vec![]).await;
                let (view, page) = (self.view, page.as_str().unwrap_or_default());
                panic!("no {what} in {view:?}: {error}\nconsole: {log:#?}\npage: {page}");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Returns the errors and warnings in the console since the last call.
    async fn log(&self) -> Vec<Value> {
        let log = self.vendor("se/log", json!({"type": "browser"})).await;
        let mut log: Vec<Value> = serde_json::from_value(log).unwrap();
        log.retain(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING");
        log
    }

    async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.client.execute(script, arguments).await.unwrap()
    }

    /// Sends a command of the Chrome `DevTools` Protocol.
    async fn devtools(&self, command: &str, parameters: Value) {
        let body = json!({"cmd": command, "params": parameters});
        self.vendor("goog/cdp/execute", body).await;
    }

    async fn vendor(&self, path: &'static str, body: Value) -> Value {
        self.client.issue_cmd(Vendor { path, body }).await.unwrap()
    }
}

/// A vendor command of `chromedriver`.
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
