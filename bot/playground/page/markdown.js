// Discord's markdown as DOM nodes: nothing that a bot or a person writes is ever parsed as HTML.

export const $ = id => document.getElementById(id);

export function el(tag, props = {}, ...kids) {
  const node = document.createElement(tag);
  for (const [k, v] of Object.entries(props)) {
    if (k === 'class') node.className = v;
    else if (k.startsWith('on')) node.addEventListener(k.slice(2), v);
    else if (k.includes('-') || k === 'role' || k === 'for') node.setAttribute(k, v);
    else if (v !== undefined && v !== null) node[k] = v;
  }
  node.append(...kids.flat().filter(k => k !== null && k !== undefined && k !== false));
  return node;
}

const INLINE = [
  [/^`([^`\n]+)`/, m => el('code', {}, m[1])],
  [/^\\([^0-9A-Za-z\s])/, m => m[1]],
  [/^\*\*([^]+?)\*\*(?!\*)/, (m, w) => el('strong', {}, inline(m[1], w))],
  [/^__([^]+?)__(?!_)/, (m, w) => el('u', {}, inline(m[1], w))],
  [/^\*(?=\S)([^]*?\S)\*(?!\*)/, (m, w) => el('em', {}, inline(m[1], w))],
  [/^_(?=\S)([^]*?\S)_(?![_\w])/, (m, w) => el('em', {}, inline(m[1], w))],
  [/^~~([^]+?)~~/, (m, w) => el('s', {}, inline(m[1], w))],
  [/^\|\|([^]+?)\|\|/, (m, w) => { const s = el('span', { class: 'spoiler', tabIndex: 0 }, inline(m[1], w)); s.onclick = () => s.classList.add('shown'); return s; }],
  [/^<@!?(\d+)>/, (m, w) => el('span', { class: 'chip' }, '@' + w.name(m[1]))],
  [/^<#(\d+)>/, (m, w) => el('span', { class: 'chip' }, '#' + w.channel(m[1]))],
  [/^<\/([^:>]+):\d+>/, m => el('span', { class: 'chip' }, '/' + m[1])],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, m => stamp(+m[1], m[2] || 'f')],
  [/^\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/, (m, w) => link(m[2], inline(m[1], w))],
  [/^<(https?:\/\/[^\s>]+)>/, m => link(m[1], m[1])],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]]/, m => link(m[0], m[0])],
  [/^@(everyone|here)\b/, m => el('span', { class: 'chip' }, m[0])],
];

const link = (href, text) => el('a', { href, target: '_blank', rel: 'noreferrer noopener' }, text);

function inline(text, who) {
  const out = [];
  let plain = '';
  let before = '';
  next: while (text) {
    for (const [re, make] of INLINE) {
      const m = re.exec(text);
      if (!m || (m[0][0] === '_' && /\w/.test(before))) continue;
      if (plain) out.push(plain);
      plain = '';
      out.push(make(m, who));
      before = m[0].at(-1);
      text = text.slice(m[0].length);
      continue next;
    }
    const char = String.fromCodePoint(text.codePointAt(0));
    plain += char;
    before = char;
    text = text.slice(char.length);
  }
  if (plain) out.push(plain);
  return out.flat();
}

export function markdown(text, who) {
  const out = [];
  text.split(/```(?:[a-z0-9+-]*\n)?([^]*?)```\n?/).forEach((part, n) => {
    if (n % 2) out.push(el('pre', {}, el('code', {}, part.replace(/\n$/, ''))));
    else if (part) out.push(...blocks(part, who));
  });
  return out;
}

function blocks(text, who) {
  const out = [];
  const lines = text.split('\n');
  for (let n = 0; n < lines.length; n++) {
    const line = lines[n];
    let m;
    if ((m = /^(#{1,3}) (.+)/.exec(line))) out.push(el('h' + (m[1].length + 2), {}, inline(m[2], who)));
    else if ((m = /^-# (.+)/.exec(line))) out.push(el('small', {}, inline(m[1], who)), '\n');
    else if (/^> /.test(line)) {
      const quoted = [];
      while (/^> /.test(lines[n] ?? '')) quoted.push(lines[n++].slice(2));
      n--;
      out.push(el('blockquote', {}, inline(quoted.join('\n'), who)));
    } else if (/^\s*(?:[-*]|\d+\.) /.test(line)) {
      const list = el(/^\s*\d/.test(line) ? 'ol' : 'ul');
      while ((m = /^\s*(?:[-*]|\d+\.) (.*)/.exec(lines[n] ?? ''))) { list.append(el('li', {}, inline(m[1], who))); n++; }
      n--;
      out.push(list);
    } else out.push(...inline(line, who), ...(n < lines.length - 1 ? ['\n'] : []));
  }
  return out;
}

const UNITS = [['year', 31536e3], ['month', 2592e3], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

export function relative(seconds, now = Date.now() / 1000) {
  const d = seconds - now;
  const [unit, size] = UNITS.find(([, s]) => Math.abs(d) >= s) ?? ['second', 1];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(d / size), unit);
}

const STYLES = {
  t: { timeStyle: 'short' }, T: { timeStyle: 'medium' }, d: { dateStyle: 'short' }, D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' }, F: { dateStyle: 'full', timeStyle: 'short' },
};

function stamp(seconds, style) {
  const date = new Date(seconds * 1000);
  const text = style === 'R' ? relative(seconds) : date.toLocaleString(undefined, STYLES[style]);
  const node = el('time', { class: 'stamp', title: date.toLocaleString(undefined, STYLES.F) }, text);
  if (style === 'R') node.dataset.relative = seconds;
  return node;
}

// Relative times count on between polls.
setInterval(() => document.querySelectorAll('[data-relative]').forEach(n => { n.textContent = relative(+n.dataset.relative); }), 1000);
