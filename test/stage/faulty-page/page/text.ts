/** In the page: what it shows, as a text that can be compared. */

/** @returns what the page shows: its elements with what they have, one on each line. Times that are measured are omitted. */
export const shown = (): string =>
  linesOf(document.body, '')
    .map((line) => folded(line.replaceAll(/\b\d+ ms\b/g, 'N ms')))
    .join('\n');

const LONG = 2000;

const folded = (line: string): string =>
  line.length > LONG ? `${line.slice(0, LONG)}… (${line.length} characters)` : line;

/** Shows how far a person has scrolled, or is about to vanish. */
const isPassing = ({ classList }: Element): boolean =>
  classList.contains('outline-marker') || [...classList].some((each) => each.endsWith('-leave-active'));

/** Classes of transitions, which last for a moment. */
const PASSING = /\b(?:no-transition|[\w-]+-enter-(?:from|active|to))\b ?/g;

/** A text stands after the element that it begins. */
function linesOf(element: Element, indent: string): string[] {
  const lines = [`${indent}<${[element.localName, ...attributesOf(element)].join(' ')}>`];
  for (const node of element.childNodes) {
    if (node instanceof Element && !isPassing(node)) lines.push(...linesOf(node, `${indent} `));
    const text = node instanceof Text ? node.data.trim().replaceAll(/\s+/g, ' ') : '';
    if (text !== '') lines.push(`${lines.length === 1 ? lines.pop() : indent} ${text}`);
  }
  return lines;
}

/** With what a person has filled in, and without the names that Vue makes up. */
function attributesOf(element: Element): string[] {
  const written = [...element.attributes]
    .filter(({ name }) => !/^data-(?:v|act)-/.test(name))
    .map(({ name, value }) => (value === '' ? name : `${name}="${value.replaceAll(PASSING, '').trim()}"`));
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    return [...written, ...(element.checked ? ['is checked'] : [])];
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return isField && element.value !== '' ? [...written, `has "${element.value}"`] : written;
}

/** @returns the element that has the focus, with its text. */
export function focused(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing';
  const text = element.textContent.trim().slice(0, 60);
  return `<${[element.localName, ...attributesOf(element)].join(' ')}> ${text}`.trim();
}
