// The messages of a channel. Only those that changed are drawn again: pictures do not flicker, and the focus stays.

import { $, el, markdown } from './markdown.js';
import { act, app, channelOf, face, go, isCurrent, nameOf } from './app.js';
import { startReply } from './composer.js';

const drawn = new Map(); // id of a message, failure or day -> { key, node }
const busy = new Set(); // message:component, pressed and not yet answered
const broken = new Map(); // message -> error of its last press
const dismissed = new Set();
let place = '';

const who = { name: id => nameOf(id), channel: id => channelOf(id) };
const time = iso => new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
const day = iso => new Date(iso).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' });

export function drawMessages(s) {
  if (!isCurrent()) return;
  const here = app.me + app.here;
  if (place !== here) { drawn.clear(); broken.clear(); place = here; atEnd = true; }
  const nodes = [];
  let before = null, today = '';
  const failures = s.failures.filter(f => !f.message && !dismissed.has(f.id)).reverse();
  const failuresBefore = id => { while (failures.length && (id === null || BigInt(failures[0].id) < BigInt(id))) { nodes.push(failureNode(failures.shift())); before = null; } };
  for (const m of s.messages) {
    failuresBefore(m.id);
    if (today !== day(m.timestamp)) { today = day(m.timestamp); nodes.push(once('day ' + today, () => el('li', { class: 'day' }, today))); }
    const head = !before || before.author.id !== m.author.id || !!m.message_reference || !!m.interaction || m.private !== before.private || new Date(m.timestamp) - new Date(before.timestamp) > 420000;
    const waiting = [...busy].filter(b => b.startsWith(m.id + ':')).join();
    const failure = s.failures.filter(f => f.message === m.id).map(f => f.id).filter(f => !dismissed.has(f)).join();
    const key = JSON.stringify([m, head, waiting, failure, broken.get(m.id), s.commands.filter(c => c.type === 3).length]);
    let entry = drawn.get(m.id);
    if (entry?.key !== key) { entry = { key, node: message(m, head, failure) }; drawn.set(m.id, entry); }
    nodes.push(entry.node);
    before = m;
  }
  failuresBefore(null);
  if (!nodes.length) nodes.push(once('empty', () => el('li', { class: 'empty' }, el('b', {}, 'Nothing here yet'), `Type / to see what ${s.bot.name} can do.`)));
  replace($('list'), nodes);
  follow();
  const last = s.messages.at(-1)?.id ?? '';
  if (newest.place === here && newest.id !== last) $('newer').hidden = atEnd;
  newest = { place: here, id: last };
}
let newest = {}; // the last message that was drawn

$('newer').onclick = () => follow(true);

// The newest message stays in view while messages and pictures arrive and the composer grows, unless you have scrolled up.
const scroll = $('scroll');
let atEnd = true, end = 0; // `end`: the largest scrollTop when last followed; what has grown since is not scrolled past
const largest = () => scroll.scrollHeight - scroll.clientHeight;
export function follow(always = false) {
  atEnd ||= always;
  end = largest();
  if (atEnd) { scroll.scrollTop = end; $('newer').hidden = true; }
}
scroll.onscroll = () => { atEnd = scroll.scrollTop > Math.min(end, largest()) - 90; if (atEnd) $('newer').hidden = true; };
const resized = new ResizeObserver(() => follow());
resized.observe(scroll);
resized.observe($('list'));

/** Returns the node of this id, made by `make` the first time. */
function once(id, make) {
  if (!drawn.has(id)) drawn.set(id, { node: make() });
  return drawn.get(id).node;
}

const trail = []; // the components that had the focus, the latest last
let lostFocus = false;

/** Makes `nodes` the list's children. Those that stay are not touched. The focus stays on a component that is drawn again, or else
 * in its message, or returns to where it was before, or goes to the newest message with components. */
function replace(list, nodes) {
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.component : null;
  if (focused && trail.at(-1) !== focused) trail.push(focused);
  trail.splice(0, trail.length - 20);
  const wanted = new Set(nodes);
  for (const old of [...list.children]) if (!wanted.has(old)) old.remove();
  nodes.forEach((node, i) => { if (list.children[i] !== node) list.insertBefore(node, list.children[i] ?? null); });
  lostFocus = document.activeElement === document.body && (lostFocus || !!focused);
  if (!lostFocus) return;
  const components = [...list.querySelectorAll('[data-component]:enabled')];
  const messageOf = component => component.split(':')[0] + ':';
  const of = start => components.find(n => n.dataset.component.startsWith(start));
  const former = trail.toReversed().map(component => of(component) ?? of(messageOf(component))).find(n => n);
  const newest = components.at(-1);
  (former ?? (newest && of(messageOf(newest.dataset.component))))?.focus({ preventScroll: true });
}

function message(m, head, failure) {
  const context = contextLine(m);
  const full = head || context;
  const name = m.author.global_name ?? nameOf(m.author.id);
  const node = el('li', { class: ['message', full && 'head', context && 'above', m.pings_me && 'ping', m.private && 'private'].filter(Boolean).join(' '), id: 'm' + m.id, 'aria-busy': String(isBusy(m)) });
  if (context) node.append(context);
  if (full) node.append(face(m.author.id, name), el('div', { class: 'by' }, el('b', {}, name), m.author.bot && el('span', { class: 'app' }, 'APP'), el('time', {}, time(m.timestamp))));
  else node.append(el('span', { class: 'hovertime' }, time(m.timestamp)));
  if (m.thinking) node.append(el('div', { class: 'text' }, el('span', { class: 'dots' }, el('i'), el('i'), el('i')), el('em', {}, name + ' is thinking…')));
  else if (m.content) node.append(el('div', { class: 'text' }, markdown(m.content, who), m.edited_timestamp && !m.private ? el('span', { class: 'edited', title: m.edited_timestamp }, '(edited)') : null));
  const pictures = m.attachments.filter(a => a.content_type?.startsWith('image/'));
  if (pictures.length) node.append(el('div', { class: 'pictures' }, pictures.map(a => picture(local(a.url), a.description, a.width, a.height))));
  for (const a of m.attachments.filter(a => !a.content_type?.startsWith('image/'))) node.append(el('a', { class: 'file', href: local(a.url), download: a.filename }, '↓ ', a.filename, el('small', {}, ` ${(a.size / 1024).toFixed(1)} KB`)));
  for (const e of m.embeds) node.append(embed(e));
  for (const row of m.components) node.append(el('div', { class: 'row' }, row.components.map(c => (c.type === 2 ? button(m, c) : menu(m, c)))));
  if (failure || broken.has(m.id)) node.append(el('div', { class: 'failed' }, '⚠ This interaction failed'));
  if (m.thread) node.append(el('button', { class: 'threadbox', onclick: () => go(m.thread.id) }, el('b', {}, m.thread.name), el('span', { class: 'linklike' }, 'Open thread ›')));
  if (m.reactions) node.append(el('div', { class: 'reactions' }, m.reactions.map(r => el('button', { class: 'reaction' + (r.mine ? ' mine' : ''), onclick: () => act({ do: 'react', message: m.id, text: r.emoji.name }) }, `${r.emoji.name} ${r.count}`))));
  if (m.private) node.append(el('div', { class: 'note' }, eye(), 'Only you can see this ·', el('button', { class: 'linklike', onclick: () => act({ do: 'delete', message: m.id }) }, 'Dismiss message')));
  node.append(tools(m));
  node.addEventListener('touchend', e => { if (!e.target.closest('button, a, input')) { document.querySelectorAll('.touched').forEach(n => n !== node && n.classList.remove('touched')); node.classList.toggle('touched'); } }, { passive: true });
  return node;
}

function eye() {
  const box = el('span');
  box.innerHTML = '<svg viewBox="0 0 24 24"><path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/></svg>';
  return box.firstChild;
}

function contextLine(m) {
  if (m.interaction) {
    const u = m.interaction.user;
    return el('div', { class: 'context' }, face(u.id, u.global_name ?? u.username, 'tiny'), el('b', {}, u.global_name ?? u.username), 'used', el('span', { class: 'cmd' }, (m.type === 23 ? '' : '/') + m.interaction.name));
  }
  if (!m.message_reference || m.private) return null;
  const r = m.referenced_message;
  if (!r) return el('div', { class: 'context' }, el('em', {}, 'Original message was deleted'));
  const name = r.author.global_name ?? nameOf(r.author.id);
  const snippet = r.content.replace(/<@!?(\d+)>/g, (_, id) => '@' + nameOf(id)).replace(/[*_`#>]/g, '').replace(/<t:[^>]*>/g, '…').slice(0, 120) || (r.attachments.length ? 'Picture' : r.embeds[0]?.title ?? 'Message');
  return el('button', { class: 'context', onclick: () => flash(r.id) }, face(r.author.id, name, 'tiny'), el('b', {}, name), el('span', { class: 'snippet' }, snippet));
}

function flash(id) {
  const node = $('m' + id);
  node?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  node?.classList.remove('flash');
  requestAnimationFrame(() => node?.classList.add('flash'));
}

/** An attachment's address on the host that this page was opened from: 127.0.0.1 or localhost. */
function local(url) {
  const { pathname } = new URL(url, location);
  return pathname.startsWith('/attachments/') ? pathname : url;
}

function picture(url, alt, width, height) {
  const img = el('img', { src: url, alt: alt ?? '', loading: 'eager' });
  if (width) { img.width = width; img.height = height; }
  return el('a', { class: 'picture', href: url, title: alt ?? 'Enlarge' }, img, alt ? el('span', { class: 'alt' }, 'ALT') : null);
}

function embed(e) {
  const node = el('div', { class: 'embed' });
  if (e.color) node.style.borderLeftColor = '#' + e.color.toString(16).padStart(6, '0');
  if (e.author) node.append(el('div', { class: 'author' }, e.author.name));
  if (e.title) node.append(el('div', { class: 'title' }, e.url ? el('a', { href: e.url, target: '_blank', rel: 'noreferrer' }, markdown(e.title, who)) : markdown(e.title, who)));
  if (e.description) node.append(el('div', { class: 'text' }, markdown(e.description, who)));
  if (e.fields?.length) node.append(el('div', { class: 'fields' }, e.fields.map(f => el('div', { class: f.inline ? 'inline' : '' }, el('b', {}, markdown(f.name, who)), el('span', { class: 'text' }, markdown(f.value, who))))));
  if (e.thumbnail) node.append(el('img', { class: 'thumb', src: local(e.thumbnail.url), alt: e.thumbnail.description ?? 'Thumbnail' }));
  if (e.image) node.append(picture(local(e.image.url), e.image.description ?? e.title ?? 'Embedded picture', e.image.width, e.image.height));
  const foot = [e.footer?.text, e.timestamp && new Date(e.timestamp).toLocaleString()].filter(Boolean).join(' · ');
  if (foot) node.append(el('footer', {}, foot));
  return node;
}

const isBusy = m => [...busy].some(pressed => pressed.startsWith(m.id + ':'));

async function press(m, c, body) {
  const key = `${m.id}:${c.custom_id}`;
  // Like Discord's client, which takes one press of a message at a time.
  if (isBusy(m)) return;
  busy.add(key);
  broken.delete(m.id);
  drawMessages(app.state);
  const answer = await act({ message: m.id, component: c.custom_id, ...body });
  busy.delete(key);
  if (answer.failed) broken.set(m.id, answer.error);
  drawMessages(app.state);
}

function button(m, c) {
  const inside = [c.emoji?.id ? el('img', { class: 'emoji', src: `/emojis/${c.emoji.id}`, alt: '' }) : c.emoji?.name && el('span', {}, c.emoji.name), c.label];
  if (c.style === 5) return el('a', { class: 'button', href: c.url, target: '_blank', rel: 'noreferrer' }, inside, ' ↗');
  const key = `${m.id}:${c.custom_id}`;
  return el('button', { class: `button s${c.style}${busy.has(key) ? ' busy' : ''}`, disabled: !!c.disabled, title: c.custom_id, 'data-component': key, onclick: () => press(m, c, { do: 'click' }) }, inside);
}

function choicesOf(c) {
  if (c.type === 3) return c.options;
  const people = app.state.people.map(p => ({ label: p.name, value: p.name }));
  return c.type === 8 ? app.state.guilds.flatMap(g => g.channels).map(x => ({ label: '#' + x.name, value: x.name })) : [...people, { label: app.state.bot.name, value: app.state.bot.name }];
}

function menu(m, c) {
  const box = el('div', { style: 'width:100%' });
  const most = c.max_values ?? 1, least = c.min_values ?? 1;
  const all = choicesOf(c);
  const picked = new Set(all.filter(o => o.default).map(o => o.value));
  const label = () => (picked.size ? all.filter(o => picked.has(o.value)).map(o => o.label).join(', ') : c.placeholder || 'Make a selection');
  const key = `${m.id}:${c.custom_id}`;
  const head = el('button', { class: 'menu' + (busy.has(key) ? ' busy' : ''), disabled: !!c.disabled, 'aria-haspopup': 'listbox', 'aria-expanded': 'false', title: c.custom_id, 'data-component': key }, label(), el('span', {}, '⌄'));
  const list = el('div', { class: 'options', role: 'listbox', 'aria-multiselectable': String(most > 1), hidden: true });
  const open = shown => {
    list.hidden = !shown;
    head.setAttribute('aria-expanded', String(shown));
    if (!shown) return head.focus();
    list.scrollIntoView({ block: 'nearest' });
    (list.querySelector('.on') ?? list.firstChild)?.focus();
  };
  const send = () => { open(false); press(m, c, { do: 'select', values: [...picked] }); };
  for (const o of all) {
    const item = el('button', { class: 'option' + (picked.has(o.value) ? ' on' : ''), role: 'option', 'aria-selected': String(picked.has(o.value)) }, o.emoji?.name ?? null, el('span', {}, o.label, o.description ? el('small', {}, o.description) : null), el('span', { class: 'tick' }));
    item.onclick = () => {
      if (most === 1) { picked.clear(); picked.add(o.value); head.firstChild.textContent = o.label; return send(); }
      if (picked.has(o.value)) picked.delete(o.value); else if (picked.size < most) picked.add(o.value);
      item.classList.toggle('on', picked.has(o.value));
      item.setAttribute('aria-selected', String(picked.has(o.value)));
      item.lastChild.textContent = picked.has(o.value) ? '✓' : '';
      head.firstChild.textContent = label();
    };
    list.append(item);
  }
  if (most > 1) list.append(el('button', { class: 'done', onclick: () => picked.size >= least && send() }, 'Done'));
  head.onclick = () => open(list.hidden);
  box.onkeydown = e => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (e.key === 'Escape' && !list.hidden) open(false);
    else if (step && list.hidden) open(true);
    else if (step) { const items = [...list.children]; items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus(); }
    else return;
    e.preventDefault();
  };
  box.append(head, list);
  return box;
}

function tools(m) {
  const box = el('div', { class: 'tools' });
  if (!m.private) {
    box.append(el('button', { onclick: () => { box.parentNode.classList.remove('touched'); startReply(m); } }, '↩ Reply'), el('button', { title: 'React', onclick: () => act({ do: 'react', message: m.id, text: '👍' }) }, '👍'));
    for (const c of app.state.commands.filter(c => c.type === 3)) box.append(el('button', { onclick: () => act({ do: 'context', command: c.name, message: m.id }) }, c.name));
  }
  if (m.mine) box.append(el('button', { onclick: () => act({ do: 'delete', message: m.id }) }, 'Delete'));
  return box;
}

const failureNode = f => once('failure ' + f.id, () => {
  const me = nameOf(app.me);
  return el('li', { class: 'message head above private' },
    el('div', { class: 'context' }, face(app.me, me, 'tiny'), el('b', {}, me), f.kind === 2 ? 'used' : 'sent', el('span', { class: 'cmd' }, f.kind === 2 ? '/' + f.name : 'a form')),
    face(app.state.bot.id, app.state.bot.name), el('div', { class: 'by' }, el('b', {}, app.state.bot.name), el('span', { class: 'app' }, 'APP')),
    el('div', { class: 'failed' }, '⚠ The application did not respond'),
    el('div', { class: 'note' }, eye(), 'Only you can see this ·', el('button', { class: 'linklike', onclick: () => { dismissed.add(f.id); drawMessages(app.state); } }, 'Dismiss message')));
});
