// The message box: messages with @names, and slash commands with a field for each option.

import { $, el } from './markdown.js';
import { act, app, channelOf, face, isDm, nameOf } from './app.js';
import { follow } from './messages.js';

let command = null; // { path, def, options: [...], values: {name: {text, value}}, shown: Set }
let picks = []; // the popup's choices: { node, take }
let chosen = 0; // index of the highlighted choice; -1 for none
let area = null;
let lastQuery = 0;

export function hint(text) {
  $('hint').hidden = !text;
  $('hint').replaceChildren(text ?? '', el('button', { 'aria-label': 'Close', onclick: () => hint() }, '✕'));
}

/** Empties the composer, for another channel or person. */
export function resetComposer() {
  command = null;
  app.replyTo = null;
  area = null;
  hint();
  closePopup();
  if (app.state) drawComposer(app.state);
}

export function startReply(m) {
  app.replyTo = { id: m.id, author: m.author.global_name ?? nameOf(m.author.id), bot: m.author.bot, ping: true };
  drawReply();
  if (command) leave();
  area?.focus();
}

function drawReply() {
  const r = app.replyTo;
  $('reply').hidden = !r;
  if (!r) return;
  const ping = el('button', { class: 'ping', type: 'button', title: 'Mention the author', onclick: () => { r.ping = !r.ping; drawReply(); } }, r.ping ? '@ on' : '@ off');
  $('reply').replaceChildren('Replying to ', el('b', {}, r.author), ping, el('button', { type: 'button', 'aria-label': 'Cancel reply', onclick: () => { app.replyTo = null; drawReply(); } }, '✕'));
}

export function drawComposer(s) {
  if (command) return;
  const where = isDm() ? '@' + s.bot.name : '#' + channelOf(app.here);
  if (!area) buildArea();
  area.disabled = !s.writable;
  area.placeholder = s.writable ? `Message ${where}` : 'You can’t send messages here';
  drawReply();
}

const arrow = () => { const b = el('button', { class: 'send', type: 'submit', 'aria-label': 'Send' }); b.innerHTML = '<svg viewBox="0 0 24 24"><path d="M4 12l16-8-6 16-3-7z"/></svg>'; return b; };

function buildArea() {
  area = el('textarea', { rows: 1, maxLength: 4000, 'aria-label': 'Message', enterkeyhint: 'send' });
  area.oninput = typed;
  area.onkeydown = keys;
  area.onblur = closePopupLater;
  area.onfocus = typed;
  $('form').className = '';
  $('form').replaceChildren(area, arrow());
}

function fit() { area.style.height = 'auto'; area.style.height = Math.min(160, area.scrollHeight) + 'px'; }

/** Lists commands and subcommands in the order in which the bot registered them. */
function paths() {
  const out = [];
  for (const c of app.state.commands.filter(c => c.type === 1)) {
    const subs = (c.options ?? []).filter(o => o.type < 3);
    if (!subs.length) out.push({ path: c.name, def: c, options: c.options ?? [] });
    for (const s of subs) {
      if (s.type === 1) out.push({ path: `${c.name} ${s.name}`, def: s, options: s.options ?? [] });
      else for (const t of s.options ?? []) out.push({ path: `${c.name} ${s.name} ${t.name}`, def: t, options: t.options ?? [] });
    }
  }
  return out;
}

function typed() {
  fit();
  const text = area.value;
  if (text.startsWith('/')) {
    const wanted = text.slice(1).toLowerCase();
    const exact = paths().find(p => wanted.startsWith(p.path + ' '));
    if (exact) return enter(exact, text.slice(exact.path.length + 2));
    const found = paths().filter(p => p.path.startsWith(wanted) || p.path.split(' ').some(w => w.startsWith(wanted)));
    return popup(found.length ? `${app.state.bot.name} commands` : 'No matching command', found.map(p => ({
      node: [el('span', {}, el('b', {}, '/' + p.path), ' ', el('span', { class: 'args' }, p.options.map(o => (o.required ? o.name : `[${o.name}]`)).join(' ')), el('br'), el('small', {}, p.def.description))],
      take: () => enter(p, ''),
    })));
  }
  const at = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, area.selectionStart));
  if (at) return popup('People', people(at[1]).map(p => ({ node: [face(p.id, p.name, 'small'), el('b', {}, p.name)], take: () => {
    const end = area.selectionStart, start = end - at[1].length;
    area.value = text.slice(0, start) + p.name + ' ' + text.slice(end);
    closePopup();
    area.focus();
    area.setSelectionRange(start + p.name.length + 1, start + p.name.length + 1);
    fit();
  } })));
  closePopup();
}

function people(start) {
  const all = [{ id: app.state.bot.id, name: app.state.bot.name }, ...app.state.people];
  const low = start.toLowerCase();
  return all.filter(p => p.name.toLowerCase().startsWith(low));
}

function popup(title, list, highlighted = 0) {
  picks = list;
  chosen = highlighted;
  $('popup').hidden = false;
  $('popup').replaceChildren(el('h3', {}, title), ...list.map((p, n) => el('button', { class: 'pick' + (n === chosen ? ' on' : ''), type: 'button', role: 'option', onmousedown: e => { e.preventDefault(); p.take(); } }, p.node)));
  $('popup').scrollTop = 0;
}

function closePopup() { picks = []; $('popup').hidden = true; }

/** Closes the popup once the focus has left the text fields. The delay lets a click on the popup's scroll bar through. */
function closePopupLater() { setTimeout(() => !document.activeElement?.matches('#form input, #form textarea') && closePopup(), 160); }

function move(by) {
  chosen = (Math.max(chosen, by < 0 ? 0 : -1) + by + picks.length) % picks.length;
  const nodes = $('popup').querySelectorAll('.pick');
  nodes.forEach((n, i) => n.classList.toggle('on', i === chosen));
  nodes[chosen]?.scrollIntoView({ block: 'nearest' });
}

/** Handles a key for the popup: arrows, Tab, Enter, Escape. Returns whether it was used. */
function popupKey(e, takeOnEnter = true) {
  if (e.key === 'Escape' && !$('popup').hidden) { closePopup(); e.preventDefault(); return true; }
  if (!picks.length || e.shiftKey) return false;
  if (e.key === 'ArrowDown' || e.key === 'ArrowUp') { move(e.key === 'ArrowDown' ? 1 : -1); e.preventDefault(); return true; }
  if (picks[chosen] && (e.key === 'Tab' || (e.key === 'Enter' && takeOnEnter))) { e.preventDefault(); picks[chosen].take(); return true; }
  return false;
}

function keys(e) {
  if (e.isComposing || popupKey(e)) return;
  if (e.key === 'Enter' && !e.shiftKey) { e.preventDefault(); $('form').requestSubmit(); }
  if (e.key === 'Escape' && app.replyTo) { app.replyTo = null; drawReply(); }
}

// -- a command and its options

/** Turns the message box into a command's fields. The first is shown even if it is optional: it takes what is typed next. */
function enter(p, rest) {
  closePopup();
  const first = p.options[0];
  const shown = new Set(p.options.filter(o => o.required || o === first).map(o => o.name));
  command = { ...p, values: rest && first ? { [first.name]: { text: rest } } : {}, shown };
  app.replyTo = null;
  drawReply();
  drawCommand(first?.name);
}

function leave(text = '') {
  command = null;
  closePopup();
  buildArea();
  drawComposer(app.state);
  area.value = text;
  area.focus();
  if (text) typed();
}

function drawCommand(focus) {
  const c = command;
  const fields = c.options.filter(o => c.shown.has(o.name)).map(o => {
    const input = el('input', { value: c.values[o.name]?.text ?? '', 'aria-label': o.name, title: o.description, maxLength: o.max_length ?? 4000, inputMode: o.type === 4 ? 'numeric' : 'text' });
    input.oninput = () => { hint(); c.values[o.name] = { text: input.value }; input.style.width = Math.max(11, input.value.length + 2) + 'ch'; offer(o, input); };
    input.onfocus = () => offer(o, input);
    input.onblur = closePopupLater;
    input.onkeydown = e => commandKey(e, o, input);
    input.dataset.option = o.name;
    input.style.width = Math.max(11, input.value.length + 2) + 'ch';
    return el('label', { class: 'field' }, el('span', {}, o.name), input);
  });
  const hidden = c.options.filter(o => !c.shown.has(o.name));
  const more = hidden.map(o => el('button', { class: 'more', type: 'button', title: o.description, onclick: () => { c.shown.add(o.name); drawCommand(o.name); } }, '+ ' + o.name));
  $('form').className = 'command';
  $('form').replaceChildren(el('span', { class: 'cmdname' }, '/' + c.path, el('button', { type: 'button', 'aria-label': 'Cancel command', onclick: () => leave() }, '✕')), ...fields, ...more, arrow());
  const target = $('form').querySelector(focus ? `[data-option="${CSS.escape(focus)}"]` : '.field input') ?? $('form').querySelector('.send');
  target.focus();
  if (!c.options.length) popup(c.def.description, []);
}

function nextField(o) {
  const names = command.options.filter(x => command.shown.has(x.name)).map(x => x.name);
  const later = names.slice(names.indexOf(o.name) + 1).find(n => !command.values[n]?.text);
  if (later) $('form').querySelector(`[data-option="${CSS.escape(later)}"]`).focus();
  else closePopup();
  return later;
}

function commandKey(e, o, input) {
  if (e.isComposing) return;
  if (e.key === 'Backspace' && !input.value) {
    e.preventDefault();
    if (!o.required) { command.shown.delete(o.name); delete command.values[o.name]; return drawCommand(); }
    return leave('/' + command.path);
  }
  const typedInFull = picks[chosen]?.exact;
  if (popupKey(e, !typedInFull)) return;
  if (e.key === 'Enter') { e.preventDefault(); $('form').requestSubmit(); }
  if (e.key === 'Escape') leave();
}

// A command without a field in focus: the keys that would edit it go to its buttons.
$('form').onkeydown = e => {
  if (!command || !e.target.matches('button')) return;
  if (e.key === 'Backspace') { e.preventDefault(); leave('/' + command.path); }
  if (e.key === 'Escape') leave();
};

function take(o, input, text, value) {
  return () => { hint(); command.values[o.name] = { text, value }; input.value = text; input.style.width = Math.max(11, text.length + 2) + 'ch'; closePopup(); nextField(o); };
}

/** Offers an option's values: its choices, people, channels, True and False, or the bot's completions. */
async function offer(o, input) {
  const low = input.value.toLowerCase();
  const title = `${o.name}: ${o.description}`;
  const fixed = o.choices?.length ? o.choices : o.type === 5 ? [{ name: 'True', value: true }, { name: 'False', value: false }] : null;
  const done = command.values[o.name]?.value !== undefined;
  // Enter in an empty optional field sends the command.
  const highlighted = o.required || low ? 0 : -1;
  if (done) return popup(title, []);
  if (fixed) return popup(title, fixed.filter(c => c.name.toLowerCase().includes(low)).map(c => ({ node: [c.name], take: take(o, input, c.name, c.value) })), highlighted);
  if (o.type === 6 || o.type === 9) return popup(title, people(low.replace(/^@/, '')).map(p => ({ node: [face(p.id, p.name, 'small'), el('b', {}, p.name)], take: take(o, input, '@' + p.name, p.id) })), highlighted);
  if (o.type === 7) return popup(title, app.state.guilds.flatMap(g => g.channels).filter(c => c.name.startsWith(low.replace(/^#/, ''))).map(c => ({ node: ['# ' + c.name], take: take(o, input, '#' + c.name, c.id) })), highlighted);
  if (!o.autocomplete) return popup(title, []);
  const query = ++lastQuery;
  if ($('popup').hidden) popup(title, []);
  await new Promise(r => setTimeout(r, 90));
  if (query !== lastQuery || !command) return;
  const r = await act({ do: 'autocomplete', command: command.path, options: values(o.name, input.value), focused: o.name }, true);
  if (query !== lastQuery || !command || document.activeElement !== input) return;
  if (!r.ok) return popup(r.failed ? `${title} (loading options failed)` : title, []);
  popup(r.choices.length ? title : `${title} (no options match)`, r.choices.map(c => ({ node: [c.name], exact: String(c.value) === input.value, take: take(o, input, c.name, c.value) })), highlighted);
}

/** Returns the options' values. Typed text is looked up among the choices by name; the focused option is sent as typed. */
function values(focused, text) {
  const out = {};
  for (const o of command.options) {
    const v = command.values[o.name];
    if (o.name === focused) out[o.name] = text;
    else if (v && (v.value !== undefined || v.text !== '')) {
      const byName = o.choices?.find(c => c.name.toLowerCase() === v.text.toLowerCase());
      out[o.name] = v.value ?? byName?.value ?? v.text;
    }
  }
  return out;
}

$('form').onsubmit = async e => {
  e.preventDefault();
  hint();
  if (command) {
    const missing = command.options.find(o => o.required && !command.values[o.name]?.text);
    if (missing) {
      const input = $('form').querySelector(`[data-option="${CSS.escape(missing.name)}"]`);
      input.parentNode.classList.add('bad');
      input.focus();
      return hint(`The option “${missing.name}” is required.`);
    }
    const body = { do: 'slash', command: command.path, options: values() };
    const back = command;
    leave();
    follow(true);
    const r = await act(body);
    if (!r.ok && !r.failed && !command && !area.value) { command = back; drawCommand(); hint(r.error); }
    return;
  }
  const text = area.value.trim();
  if (!text) return;
  if (text.startsWith('/') && picks.length) return picks[chosen].take();
  const body = { do: 'say', text };
  if (app.here === 'dm') body.channel = 'dm';
  if (app.replyTo) { body.message = app.replyTo.id; body.ping = app.replyTo.ping; }
  area.value = '';
  fit();
  closePopup();
  app.replyTo = null;
  drawReply();
  const r = await act(body);
  if (!r.ok) area.value = text;
  if (!r.ok) fit();
  follow(true);
};
