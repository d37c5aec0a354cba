/** Shows what came to the store of this machine and what it has said. Asks again every two seconds. */

const EVERY_MS = 2000;

const connection = document.getElementById('connection');
const inSection = (id, selector) => document.getElementById(id).closest('section').querySelector(selector);

let shown = '';

/** @param content an element or a text. */
function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

const cell = (...content) => element('td', '', ...content);
const time = (at) => new Date(at).toLocaleString();
const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;

function size(bytes) {
  if (bytes < 1000) return count(bytes, 'byte', 'bytes');
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function rowOfPackage({ at, folder, title, releaseId, isTakedown, files, bytes, state, faults }) {
  const release = [element('strong', '', title ?? folder), ` ${releaseId ?? ''}`];
  const about = element('code', 'path', folder);
  const what =
    isTakedown && state === 'complete' ? 'takedown' : `${count(files, 'file', 'files')}, ${size(bytes)}`;
  const said = element('span', state === 'damaged' ? 'bad' : state === 'complete' ? 'good' : '', state);
  return [
    cell(time(at)),
    cell(...release, element('br'), about),
    cell(what),
    cell(said, ...faults.flatMap((fault) => [element('br'), fault])),
  ];
}

const rows = {
  packages: rowOfPackage,
  acknowledgements: ({ at, name, says }) => [cell(time(at)), cell(element('code', 'path', name)), cell(says)],
  reports: ({ at, name, bytes }) => [cell(time(at)), cell(element('code', 'path', name)), cell(size(bytes))],
};

function show(state) {
  document.getElementById('folder').textContent = state.folder;
  for (const [list, rowOf] of Object.entries(rows)) {
    const items = state[list];
    inSection(list, '.empty').hidden = items.length > 0;
    inSection(list, 'table').hidden = items.length === 0;
    inSection(list, 'tbody').replaceChildren(...items.map((item) => element('tr', '', ...rowOf(item))));
  }
}

async function update() {
  const response = await fetch('/_local/store/state');
  if (!response.ok) throw new Error(`The stage responds with ${response.status}.`);
  const text = await response.text();
  // Otherwise, what a person has selected would be lost.
  if (text !== shown) show(JSON.parse(text));
  shown = text;
}

for (;;) {
  try {
    await update();
    connection.textContent = 'Live';
    connection.classList.remove('lost');
  } catch {
    connection.textContent = 'The stage does not respond.';
    connection.classList.add('lost');
  }
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
