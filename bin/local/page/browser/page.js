/** Shows the state of the stage, and asks for the next one when it has changed. Known items stay. */
import { filterIn, matching, searchOf } from './filter.js';

const PRESSED = { method: 'POST', headers: { 'x-local-stage': '1' } };
const RETRY_MS = 2000;

const byId = (id) => document.getElementById(id);
const inSection = (id, selector) => byId(id).closest('section').querySelector(selector);
const [connection, pause] = ['connection', 'pause'].map(byId);
const filters = Object.entries(filterIn(location.search)).map(([name, value]) => {
  const input = byId(`filter-${name}`);
  input.value = value;
  return [name, input];
});
const filter = () => Object.fromEntries(filters.map(([name, input]) => [name, input.value]));

let shown;
let isPaused = false;

for (const address of document.querySelectorAll('.address')) address.textContent = location.origin;

/** @param children elements, or texts. */
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function setText(target, text) {
  if (target.textContent !== String(text)) target.textContent = text;
}

/**
 * Makes the children of a list those of the items. Each key has one element, which is updated when its item
 * changes.
 * @param describe the key of an item, how its element is made, and how it is updated.
 */
function fill(parent, items, { keyOf, make, update = () => {} }) {
  const known = new Map(Array.from(parent.children, (child) => [child.dataset.key, child]));
  let next = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    const found = known.get(key);
    const child = found ?? make(item);
    child.dataset.key = key;
    known.delete(key);
    const content = JSON.stringify(item);
    if (child.content !== content) update(child, item);
    child.content = content;
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
  }
  for (const child of known.values()) child.remove();
}

/**
 * Fills a list whose newest item is first. What is open or scrolled to stays where it is.
 * @param items of all those that match the filter.
 */
function fillLog(id, { items, all }, description) {
  const log = inSection(id, '.log');
  const list = log.querySelector('ol');
  const anchor = list.querySelector('details[open]');
  const before = anchor?.offsetTop;
  log.querySelector('.empty:not(.unmatched)').hidden = all.length > 0;
  log.querySelector('.unmatched').hidden = items.length > 0 || all.length === 0;
  fill(list, items, description);
  if (anchor?.isConnected) log.scrollTop += anchor.offsetTop - before;
}

function fillTable(id, rows, keyOf) {
  fill(inSection(id, 'tbody'), rows, {
    keyOf: (row) => keyOf(row),
    make: ({ cells }) => element('tr', '', ...cells.map(cell)),
    update(row, { cells }) {
      cells.forEach((value, index) => {
        setText(row.children[index], value);
      });
    },
  });
}

const cell = (value, index) => element('td', typeof value === 'number' ? 'number' : index > 0 ? 'text' : '');

const two = (number) => String(number).padStart(2, '0');
function clock(at) {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
}

/** With the day, unless it is today. */
function moment(at) {
  const time = new Date(at);
  if (time.toDateString() === new Date().toDateString()) return clock(at);
  return `${time.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${clock(at).slice(0, 5)}`;
}

function timeOf(at) {
  const made = element('time', 'time', clock(at));
  made.dateTime = new Date(at).toISOString();
  made.title = made.dateTime;
  return made;
}

const requests = {
  keyOf: ({ id }) => id,
  make({ startedAt, method, path, status, milliseconds, function: name }) {
    const isGood = status !== undefined && status < 400;
    return element(
      'li',
      'request',
      timeOf(startedAt),
      element('span', '', method),
      element('span', 'path', path),
      element('span', isGood ? 'good' : 'bad', String(status ?? 'cut off')),
      element('span', 'detail', `${name ?? 'no function'}, ${milliseconds} ms`),
    );
  },
};

const goodStates = ['done', 'no receiver'];
const trails = {
  keyOf: ({ id }) => id,
  make({ id, kind, hops }) {
    const summary = element(
      'summary',
      'trail',
      timeOf(hops[0]?.at ?? Date.now()),
      element('span', 'name', kind),
      element('span', 'status'),
      element('span', 'id', id),
    );
    return element('li', '', element('details', '', summary, element('ol', 'hops')));
  },
  update(item, { status, hops, dropped }) {
    const shownStatus = item.querySelector('.status');
    setText(shownStatus, status);
    const colors = { failed: ' bad', 'dead letter': ' bad' };
    shownStatus.className = `status${goodStates.includes(status) ? ' good' : (colors[status] ?? '')}`;
    const start = hops[0]?.at ?? 0;
    const numbered = hops.map((hop, index) => ({ ...hop, index, start }));
    if (dropped > 0)
      numbered.push({ what: '', text: `${dropped} hops in the middle are not stored`, index: -1 });
    fill(item.querySelector('.hops'), numbered, hopItems);
  },
};

const hopItems = {
  keyOf: ({ index }) => index,
  make: () => element('li', 'hop', element('span', 'time'), element('span', 'what'), element('span', 'text')),
  update(item, { what, at, text, isOk, milliseconds, times, start, index }) {
    const [time, name, said] = item.children;
    setText(time, at === undefined ? '' : index === 0 ? clock(at) : `+${duration(at - start)}`);
    setText(name, what);
    const took = milliseconds === undefined ? '' : ` (${duration(milliseconds)})`;
    setText(said, `${text}${took}${times > 1 ? `, ${times} times` : ''}`);
    said.className = `text${isOk === false ? ' bad' : ''}`;
  },
};

const duration = (milliseconds) =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

const deadLetterQueues = {
  keyOf: ({ name }) => name,
  make({ name }) {
    const button = element('button', '', 'Redrive');
    button.type = 'button';
    button.setAttribute('aria-label', `Redrive ${name}`);
    const said = element('output');
    button.addEventListener('click', () => redrive(name, button, said));
    const letters = element('details', '', element('summary', 'name', name), element('ul'));
    const count = element('span', 'count');
    return element('li', 'queue', letters, count, button, said);
  },
  update(item, { count, letters }) {
    setText(item.querySelector('.count'), count);
    item.classList.toggle('filled', count > 0);
    fill(item.querySelector('ul'), letters, {
      keyOf: ({ id }) => id,
      make: ({ sentAt, about, reason }) => element('li', 'detail', timeOf(sentAt), ` ${about}: ${reason}`),
    });
  },
};

/** Does nothing while it works. The button stays enabled, because otherwise it would lose the focus. */
async function redrive(name, button, said) {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  said.textContent = 'Redriving…';
  try {
    const response = await fetch(`/_local/redrive/${encodeURIComponent(name)}`, PRESSED);
    said.textContent = (await response.json()).message;
  } catch {
    said.textContent = 'The stage does not respond.';
  }
  button.removeAttribute('aria-busy');
}

function render(state) {
  shown = state;
  const { request, trail } = matching(filter());
  fillLog('requests', { items: state.requests.filter(request), all: state.requests }, requests);
  fillLog('events', { items: state.events.filter(trail), all: state.events }, trails);
  fillLog('work', { items: state.work.filter(trail), all: state.work }, trails);
  fillTable(
    'queues',
    state.queues.map(({ name, visible, inFlight, delayed }) => ({
      cells: [name, visible, inFlight, delayed],
    })),
    ({ cells }) => cells[0],
  );
  fill(inSection('dead-letters', 'ul'), state.deadLetters, deadLetterQueues);
  fillTable(
    'due',
    state.due.map(({ at, kind, key, attempts, claimedUntil }) => ({
      key,
      cells: [moment(at), `${kind}${claimedUntil ? ', under way' : ''}\n${key}`, attempts],
    })),
    ({ key }) => key,
  );
  inSection('due', '.empty').hidden = state.due.length > 0;
  inSection('due', 'table').hidden = state.due.length === 0;
  byId('more-due').hidden = !state.hasMoreDue;
  fillTable(
    'stores',
    state.stores.map(({ id, name, isActive, behavior, isDefault }) => ({
      cells: [id, isActive ? name : `${name} (inactive)`, isDefault ? `${behavior} (default)` : behavior],
    })),
    ({ cells }) => cells[0],
  );
  fillTable(
    'routes',
    state.routes.map(({ path, function: name }) => ({ cells: [path, name] })),
    ({ cells }) => cells[0],
  );
}

function say(text, isLost = false) {
  setText(connection, text);
  connection.classList.toggle('lost', isLost);
}

/** While the page is hidden or paused, it asks for nothing. */
const mayAsk = () =>
  new Promise((resolve) => {
    const check = () => {
      if (isPaused || document.hidden) return;
      document.removeEventListener('visibilitychange', check);
      pause.removeEventListener('click', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    pause.addEventListener('click', check);
    check();
  });

async function follow() {
  for (;;) {
    await mayAsk();
    try {
      const response = await fetch(`/_local/state?after=${shown?.revision ?? 0}`);
      if (!response.ok) throw new Error(`status ${response.status}`);
      const state = await response.json();
      if (isPaused) continue;
      say('Live');
      render(state);
    } catch {
      say('The stage does not respond. Start it with npm start.', true);
      // A stage that starts again counts from the beginning.
      if (shown) shown.revision = 0;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

pause.addEventListener('click', () => {
  isPaused = !isPaused;
  setText(pause, isPaused ? 'Continue' : 'Pause');
  say(isPaused ? 'Paused' : 'Live');
});
for (const [, input] of filters)
  input.addEventListener('input', () => {
    history.replaceState(null, '', location.pathname + searchOf(filter()) + location.hash);
    if (shown) render(shown);
  });
void follow();
