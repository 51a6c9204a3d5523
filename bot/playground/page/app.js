// The page's state, polled from the server; servers, channels and the person you speak as.

import { $, el } from './markdown.js';
import { drawMessages } from './messages.js';
import { drawComposer, hint, resetComposer } from './composer.js';
import { lightbox, modal, newPerson } from './dialogs.js';

export const app = { state: null, me: stored('me'), here: stored('here'), read: JSON.parse(stored('read') || '{}'), replyTo: null, dmGuild: stored('dm') === '1' };

function stored(key) { try { return localStorage.getItem('playground.' + key); } catch { return null; } }
export function store(key, value) { try { localStorage.setItem('playground.' + key, value); } catch { /* storage is off, as in some private windows */ } }

const HUES = [212, 152, 28, 338, 268, 188, 8, 98];
export function face(id, name, size = '') {
  const index = app.state?.people.findIndex(p => p.id === id) ?? -1;
  const hue = HUES[index >= 0 ? index % HUES.length : [...name].reduce((n, c) => n + c.codePointAt(0), 0) % HUES.length];
  const box = el('span', { class: 'face ' + size, 'aria-hidden': 'true' });
  box.style.background = `hsl(${hue} 48% 42%)`;
  if (id === app.state?.bot.id) {
    box.style.background = 'linear-gradient(145deg, hsl(222 55% 48%), hsl(268 45% 42%))';
    box.innerHTML = '<svg viewBox="0 0 24 24"><path d="M7 20h10M8 20c0-4 2-5 2-8h4c0 3 2 4 2 8M12 4v4M10 6h4M9 12h6"/></svg>';
  } else box.append([...name][0]?.toUpperCase() ?? '?');
  return box;
}

export const nameOf = id => (id === app.state.bot.id ? app.state.bot.name : app.state.people.find(p => p.id === id)?.name ?? 'someone');
export const channelOf = id => app.state.guilds.flatMap(g => g.channels).find(c => c.id === id)?.name ?? 'unknown';
const dmOf = person => app.state.people.find(p => p.id === person)?.dm;

/** Performs an action as the current person, and shows its error unless `quiet`. */
export async function act(body, quiet = false) {
  let answer;
  try {
    const response = await fetch('/_playground/act', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: app.me, channel: app.here, ...body }),
    });
    answer = await response.json();
  } catch { answer = { ok: false, error: 'The playground isn’t responding.' }; }
  if (!answer.ok && !answer.failed && !quiet) hint(answer.error);
  if (answer.modal) modal(answer);
  return answer;
}

/** Counts a person's unread mentions, in `channel` or everywhere. */
function unread(person, channel) {
  return person.pings.filter(([c, m]) => (!channel || c === channel) && BigInt(m) > BigInt(app.read[person.id]?.[c] ?? 0)).length;
}

function markRead() {
  const last = app.state.messages.at(-1)?.id;
  if (!last || document.hidden) return;
  const mine = (app.read[app.me] ??= {});
  if (BigInt(mine[app.here] ?? 0) < BigInt(last)) { mine[app.here] = last; store('read', JSON.stringify(app.read)); }
}

/** Opens a channel, or `dm` for direct messages that don't exist yet. Keeps the draft if it is open already. */
export function go(channel) {
  showDrawer(false);
  if (channel !== app.here) openChannel(channel);
}

function openChannel(channel) {
  app.here = channel;
  store('here', channel);
  resetComposer();
  refresh();
}

/** The list of channels, which slides in on a phone. */
function showDrawer(shown) {
  document.body.classList.toggle('open', shown);
  $('shade').hidden = !shown;
}

/** Speaks as a person, who may have just been added. */
export function speakAs(person) {
  if (person.id === app.me) return;
  const inDm = dmOf(app.me) === app.here;
  app.me = person.id;
  store('me', person.id);
  if (inDm || app.dmGuild) { if (person.dm) return openChannel(person.dm); app.dmGuild = false; store('dm', '0'); return openChannel(firstChannel()); }
  // Follow this person's unread mentions if they are all in a single channel.
  const wanted = [...new Set(person.pings.filter(([c, m]) => BigInt(m) > BigInt(app.read[person.id]?.[c] ?? 0)).map(([c]) => c))];
  openChannel(wanted.length === 1 ? wanted[0] : app.here);
}

const firstChannel = () => app.state.guilds[0]?.channels[0]?.id ?? '';

function openDm() {
  app.dmGuild = true;
  store('dm', '1');
  go(dmOf(app.me) ?? 'dm');
}

const badge = n => (n ? el('span', { class: 'count', 'aria-label': n + ' unread' }, String(n)) : null);
const initials = name => name.split(/\s+/).map(w => w[0]).join('').slice(0, 3);

function drawRail() {
  const s = app.state, me = s.people.find(p => p.id === app.me);
  const inDm = isDm();
  const servers = s.guilds.map(g => {
    const ids = g.channels.map(c => c.id);
    const n = me ? ids.reduce((sum, c) => sum + unread(me, c), 0) : 0;
    return el('button', { class: 'server' + (!inDm && ids.includes(app.here) ? ' on' : ''), title: g.name, 'aria-label': g.name,
      onclick: () => { app.dmGuild = false; store('dm', '0'); go(ids[0]); } }, initials(g.name), badge(n));
  });
  const dm = el('button', { class: 'server' + (inDm ? ' on' : ''), title: 'Direct messages', 'aria-label': 'Direct messages', onclick: openDm }, '✉', badge(me?.dm ? unread(me, me.dm) : 0));
  $('rail').replaceChildren(dm, el('hr'), ...servers);
}

export const isDm = () => app.here === 'dm' || (!!app.here && app.state.people.some(p => p.dm === app.here));

function drawChannels() {
  const s = app.state, me = s.people.find(p => p.id === app.me);
  const row = (id, sign, name, more = '', last = null) => {
    const fresh = last && BigInt(last) > BigInt(app.read[app.me]?.[id] ?? 0) && id !== app.here;
    return el('button', { class: `channel ${more} ${id === app.here ? 'on' : ''} ${fresh ? 'new' : ''}`, onclick: () => go(id) },
      el('span', { class: 'sign' }, sign), el('span', { class: 'name' }, name), badge(me ? unread(me, id) : 0));
  };
  if (isDm()) {
    $('guild').textContent = 'Direct messages';
    $('channels').replaceChildren(el('button', { class: 'channel on', onclick: openDm }, face(s.bot.id, s.bot.name, 'small'), el('span', { class: 'name' }, s.bot.name)));
    return;
  }
  const guild = s.guilds.find(g => g.channels.some(c => c.id === app.here)) ?? s.guilds[0];
  $('guild').textContent = guild?.name ?? '';
  const list = [];
  for (const c of guild?.channels.filter(c => !c.parent) ?? []) {
    list.push(row(c.id, '#', c.name, '', c.last));
    for (const t of guild.channels.filter(t => t.parent === c.id && (!t.archived || t.id === app.here))) list.push(row(t.id, t.private ? '🔒' : '↳', t.name, 'thread', t.last));
  }
  const events = (guild?.events ?? []).map(e => el('p', { class: 'event', title: [e.description, e.location].filter(Boolean).join('\n') },
    el('span', { class: 'sign' }, '📅'), el('span', { class: 'name' }, e.name + (e.active ? ' (now)' : ' (' + new Date(e.starts).toLocaleString() + ')'))));
  $('channels').replaceChildren(...events, ...list);
}

function drawTop() {
  const s = app.state, me = s.people.find(p => p.id === app.me);
  const thread = s.guilds.flatMap(g => g.channels).find(c => c.id === app.here);
  $('title').replaceChildren(isDm() ? s.bot.name : (thread?.parent ? '↳ ' : '# ') + (thread?.name ?? ''), el('small', {}, isDm() ? 'direct messages' : s.guilds.find(g => g.channels.includes(thread))?.name ?? ''));
  $('bot').className = s.bot.online ? 'online' : '';
  $('bot').title = s.bot.name + (s.bot.online ? ' is online' : ' is offline');
  $('bot').replaceChildren(el('i'), el('span', {}, s.bot.online ? s.bot.name + ' is online' : s.bot.name + ' is offline'));
  const n = s.violation_count;
  $('broken').hidden = !n;
  $('broken').textContent = '⚠ ' + n;
  $('broken').title = `Discord would reject ${n} of the bot’s requests`;
  $('burger-dot').hidden = !me || !unread(me); // other people's badges are beside their names
  document.title = `${isDm() ? s.bot.name : '#' + (thread?.name ?? '')} · Playground`;
}

function drawWho() {
  const chips = app.state.people.map(p => el('button', { class: 'person' + (p.id === app.me ? ' on' : ''), role: 'radio', 'aria-checked': String(p.id === app.me), onclick: () => speakAs(p),
    title: p.id === app.me ? 'You are ' + p.name : 'Speak as ' + p.name }, face(p.id, p.name, 'small'), p.name, p.id === app.me ? null : badge(unread(p))));
  chips.push(el('button', { class: 'person add', title: 'New person', 'aria-label': 'New person', onclick: newPerson }, '+'));
  const who = $('who'), left = who.scrollLeft;
  who.replaceChildren(el('span', {}, 'Speaking as'), ...chips);
  who.scrollLeft = left;
  if (who.dataset.me !== app.me) who.querySelector('.on')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  who.dataset.me = app.me;
}

function drawPanel() {
  if ($('panel').hidden) return;
  const s = app.state;
  const violation = v => el('article', {}, el('b', {}, v.rule), ' ', v.message, el('br'), el('code', {}, v.route), el('br'), el('code', {}, v.path), v.code ? ' → ' + v.code : '');
  $('panel').replaceChildren(el('h2', {}, 'Rejected requests', el('button', { 'aria-label': 'Close', onclick: () => { $('panel').hidden = true; } }, '✕')),
    el('p', {}, 'Requests from the bot that Discord would reject, newest first.'), ...s.violations.map(violation));
}

/** Returns whether the state is that of the current person and channel. */
export const isCurrent = () => app.state?.me === app.me && app.state?.here === app.here;

export function draw() {
  if (!isCurrent()) return;
  markRead();
  drawRail(); drawChannels(); drawTop(); drawWho(); drawPanel();
  drawMessages(app.state);
  drawComposer(app.state);
  const t = app.state.typing;
  $('typing').replaceChildren(...(t.length ? [el('span', { class: 'dots' }, el('i'), el('i'), el('i')), el('b', {}, t.join(', ')), ' is typing…'] : []));
}

let pending = null;
/** Aborts the pending poll, so that the next asks for the current person and channel. */
export function refresh() { pending?.abort(); }

async function poll() {
  for (;;) {
    pending = new AbortController();
    const wanted = [app.me, app.here];
    const query = new URLSearchParams({ user: app.me ?? '', channel: app.here === 'dm' ? '' : app.here ?? '', since: isCurrent() ? app.state.n : '' });
    try {
      const s = await (await fetch('/_playground/state?' + query, { signal: pending.signal })).json();
      if (wanted[0] !== app.me || wanted[1] !== app.here) continue;
      app.state = s;
      app.me = s.me;
      const dm = dmOf(app.me);
      if (app.here === 'dm' && dm) { app.here = dm; continue; }
      if (app.here === 'dm') Object.assign(s, { here: 'dm', messages: [], failures: [], typing: [], writable: true });
      app.here = s.here;
      draw();
    } catch (e) {
      if (e.name === 'AbortError') continue;
      $('bot').className = '';
      $('bot').replaceChildren(el('i'), el('span', {}, 'Playground stopped'));
      await new Promise(r => setTimeout(r, 1500));
    }
  }
}

const prefersLight = matchMedia('(prefers-color-scheme: light)');
const root = document.documentElement;
let theme = stored('theme');
const applyTheme = () => { root.dataset.theme = theme ?? (prefersLight.matches ? 'light' : 'dark'); };
prefersLight.onchange = applyTheme;
applyTheme();
$('theme').onclick = () => { theme = root.dataset.theme === 'dark' ? 'light' : 'dark'; store('theme', theme); applyTheme(); };
$('burger').onclick = () => showDrawer(true);
$('shade').onclick = () => showDrawer(false);
$('broken').onclick = () => { $('panel').hidden = !$('panel').hidden; drawPanel(); };
document.addEventListener('visibilitychange', () => { if (!document.hidden) draw(); });
document.addEventListener('click', e => {
  const picture = e.target.closest?.('.picture');
  if (picture) { e.preventDefault(); lightbox(picture.querySelector('img')); }
});
poll();
