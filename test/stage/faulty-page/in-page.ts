/** In the page: gives the expressions of its templates their faults, one after another. */
import { nextTick, type ShallowRef, shallowRef } from 'vue';

/** By the number of the expression, once it was evaluated. */
const faults = new Map<number, ShallowRef<boolean>>();

// What a person has chosen in an earlier state is not chosen in the next.
localStorage.clear();

/** The number of an expression that has its fault from the beginning, or nothing. */
const first = sessionStorage.getItem('fault');
if (first !== null) expectErrors();

/** Called by each expression. */
export function hasFault(number: number): boolean {
  const fault = faults.get(number) ?? shallowRef(String(number) === first);
  faults.set(number, fault);
  return fault.value;
}

/**
 * Begins with the innermost expressions, because a fault makes parts of the page anew, and ends with conditions and lists.
 * @param values the numbers of expressions. @param structures those of conditions and lists.
 * @returns the numbers of those of which the page shows the fault.
 */
async function noticeable(values: readonly number[], structures: readonly number[]): Promise<number[]> {
  expectErrors();
  const innermostFirst = [...faults.keys()].toReversed();
  const noticed: number[] = [];
  for (const wanted of [values, structures])
    for (const number of innermostFirst)
      if (wanted.includes(number) && (await isNoticed(number))) noticed.push(number);
  return noticed;
}

/** An error in the page is one way in which a fault is noticed. */
function expectErrors(): void {
  addEventListener('error', (event) => event.preventDefault());
}

async function isNoticed(number: number): Promise<boolean> {
  const fault = faults.get(number) ?? shallowRef(false);
  const before = shown();
  fault.value = true;
  await nextTick();
  const after = shown();
  fault.value = false;
  await nextTick();
  return after !== before;
}

/** @returns what the page shows: its elements with what they have, one on each line. */
const shown = (): string => linesOf(document.body, '').join('\n');

/** A text stands after the element that it begins. */
function linesOf(element: Element, indent: string): string[] {
  const lines = [`${indent}<${[element.localName, ...attributesOf(element)].join(' ')}>`];
  for (const node of element.childNodes) {
    if (node instanceof Element) lines.push(...linesOf(node, `${indent} `));
    const text = node instanceof Text ? node.data.trim().replaceAll(/\s+/g, ' ') : '';
    if (text !== '') lines.push(`${lines.length === 1 ? lines.pop() : indent} ${text}`);
  }
  return lines;
}

/** With what a person has filled in, and without the names that Vue makes up. */
function attributesOf(element: Element): string[] {
  const written = [...element.attributes]
    .filter(({ name }) => !name.startsWith('data-v-'))
    .map(({ name, value }) => (value === '' ? name : `${name}="${value}"`));
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    return [...written, ...(element.checked ? ['is checked'] : [])];
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return isField && element.value !== '' ? [...written, `has "${element.value}"`] : written;
}

const evaluated = (): number[] => [...faults.keys()];

Object.assign(window, { shown, noticeable, evaluated });
