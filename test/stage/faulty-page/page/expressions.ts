/** In the page: gives the expressions of its templates their faults, one after another. */
import { nextTick, type ShallowRef, shallowRef } from 'vue';
import { act, fillAll, possible } from './acts.ts';
import { focused, shown } from './text.ts';

/** By the number of the expression, once it was evaluated. */
const faults = new Map<number, ShallowRef<boolean>>();

/** VitePress also loads the components while it builds a site. */
const isPage = typeof document !== 'undefined';

// What a person has chosen in an earlier state is not chosen in the next.
if (isPage) localStorage.clear();

/** The number of an expression that has its fault from the beginning, or nothing. */
const first = isPage ? sessionStorage.getItem('fault') : null;
if (first !== null) expectErrors();

/** Called by each expression. */
export function hasFault(number: number): boolean {
  const fault = faults.get(number) ?? shallowRef(String(number) === first);
  faults.set(number, fault);
  return fault.value;
}

/** What was called since the page was loaded. */
const called = new Set<number>();

/** Called when a person acts. @returns false if what follows has its fault. */
export function isCalled(number: number): boolean {
  called.add(number);
  return String(number) !== first;
}

/** @returns the model of a field, which neither shows nor keeps anything while it has its fault. */
export const modelOf = (number: number, get: () => unknown, set: (value: unknown) => void) => ({
  get value() {
    return String(number) === first ? undefined : get();
  },
  set value(value) {
    if (isCalled(number)) set(value);
  },
});

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

const evaluated = (): number[] => [...faults.keys()];

/** @returns the numbers of what was called or evaluated. */
const used = (): number[] => [...called, ...evaluated()];

if (isPage) Object.assign(window, { shown, noticeable, evaluated, possible, act, used, focused, fillAll });
