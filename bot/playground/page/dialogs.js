// Dialogs: the bot's modals, enlarged pictures, a new person.

import { $, el } from './markdown.js';
import { act, app, speakAs } from './app.js';

function show(...kids) {
  const d = $('dialog');
  d.className = '';
  d.onclick = null;
  d.replaceChildren(...kids);
  if (!d.open) d.showModal();
  d.querySelector('input, textarea')?.focus();
}
const close = () => $('dialog').close();

export function modal(answer) {
  const data = answer.modal, fields = {};
  const wrong = el('div', { class: 'wrong', role: 'alert' });
  const rows = data.components.map(row => {
    const c = row.components[0];
    const most = c.max_length ?? 4000;
    const count = el('span', { class: 'count2' });
    const input = el(c.style === 2 ? 'textarea' : 'input', { value: c.value ?? '', placeholder: c.placeholder ?? '', maxLength: most, required: c.required !== false });
    const tell = () => { count.textContent = most < 4000 ? `${input.value.length}/${most}` : ''; };
    input.oninput = tell;
    tell();
    fields[c.custom_id] = input;
    return el('label', {}, c.label, c.required !== false ? el('i', {}, ' *') : null, count, input);
  });
  const as = { user: app.me, channel: app.here };
  const send = async e => {
    e.preventDefault();
    ok.disabled = true;
    const r = await act({ ...as, do: 'submit', interaction: answer.interaction, fields: Object.fromEntries(Object.entries(fields).map(([k, i]) => [k, i.value])) }, true);
    ok.disabled = false;
    if (r.ok) close();
    else wrong.textContent = r.failed ? 'Something went wrong. Try again.' : r.error;
  };
  const ok = el('button', { class: 'button s1', type: 'submit' }, 'Submit');
  show(el('form', { onsubmit: send, noValidate: true }, el('h2', {}, data.title), el('div', { class: 'sub' }, `This form is sent to ${app.state.bot.name}.`), rows, wrong,
    el('div', { class: 'ends' }, el('button', { class: 'button', type: 'button', onclick: close }, 'Cancel'), ok)));
}

export function lightbox(img) {
  const d = $('dialog');
  show(el('img', { src: img.src, alt: img.alt }), img.alt ? el('p', {}, img.alt) : '');
  d.className = 'light';
  d.onclick = close;
}

export function newPerson() {
  const input = el('input', { maxLength: 32, placeholder: 'Name' });
  const wrong = el('div', { class: 'wrong', role: 'alert' });
  const send = async e => {
    e.preventDefault();
    const r = await act({ do: 'user', text: input.value }, true);
    if (!r.ok) { wrong.textContent = r.error; return; }
    close();
    speakAs(app.state.people.find(p => p.id === r.user) ?? { id: r.user, pings: [] });
  };
  show(el('form', { onsubmit: send }, el('h2', {}, 'New person'), el('div', { class: 'sub' }, 'Adds someone to this server for you to speak as.'), el('label', {}, 'Name', input), wrong,
    el('div', { class: 'ends' }, el('button', { class: 'button', type: 'button', onclick: close }, 'Cancel'), el('button', { class: 'button s1', type: 'submit' }, 'Add'))));
}
