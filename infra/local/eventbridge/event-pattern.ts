/** Event patterns, of rules and of event source mappings. */

type Test = (value: unknown) => boolean;
/** @returns whether the event matches. */
export type Matcher = (event: unknown) => boolean;

/** @throws when it is not a pattern, or has an operator that the local stage does not support. */
export function compilePattern(pattern: unknown): Matcher {
  if (!isObject(pattern)) throw new Error(`Not an event pattern: ${JSON.stringify(pattern)}.`);
  const fields = Object.entries(pattern).map(([name, wanted]) =>
    name === '$or' ? alternatives(wanted) : field(name, wanted),
  );
  return (event) => fields.every((matches) => matches(event));
}

function field(name: string, wanted: unknown): Matcher {
  const inner = Array.isArray(wanted) ? anyOf(wanted) : compilePattern(wanted);
  return (event) => {
    // A list matches if one of its items does.
    if (Array.isArray(event)) return event.some((item) => inner(memberOf(item, name)));
    return inner(memberOf(event, name));
  };
}

function alternatives(patterns: unknown): Matcher {
  if (!Array.isArray(patterns) || patterns.length < 2) throw new Error('$or needs at least two patterns.');
  const matchers = patterns.map(compilePattern);
  return (event) => matchers.some((matches) => matches(event));
}

/** A leaf of a pattern: a list of values and operators, one of which has to match. */
function anyOf(wanted: readonly unknown[]): Matcher {
  if (wanted.length === 0) throw new Error('An event pattern needs at least one value in each list.');
  const tests = wanted.map(testOf);
  return (value) => {
    const values: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    return tests.some((test) => values.some(test));
  };
}

function testOf(wanted: unknown): Test {
  if (!isObject(wanted)) return (value) => value === wanted;
  const [[operator, operand] = ['', undefined], ...others] = Object.entries(wanted);
  const compile = operators[operator];
  if (!compile || others.length > 0) {
    throw new Error(`The local stage does not support the pattern ${JSON.stringify(wanted)}.`);
  }
  return compile(operand);
}

const isText =
  (test: (text: string) => boolean): Test =>
  (value) =>
    typeof value === 'string' && test(value);

const operators: Readonly<Record<string, (operand: unknown) => Test>> = {
  exists: (operand) => {
    if (typeof operand !== 'boolean') throw new Error('exists needs true or false.');
    return (value) => isLeaf(value) === operand;
  },
  prefix: (operand) => isText((text) => text.startsWith(textOf(operand))),
  suffix: (operand) => isText((text) => text.endsWith(textOf(operand))),
  'equals-ignore-case': (operand) => isText((text) => text.toLowerCase() === textOf(operand).toLowerCase()),
  wildcard: (operand) => {
    const parts = textOf(operand)
      .split('*')
      .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
    const whole = new RegExp(`^${parts.join('.*')}$`, 's');
    return isText((text) => whole.test(text));
  },
  'anything-but': (operand) => {
    const rejected = (Array.isArray(operand) ? operand : [operand]).map(testOf);
    return (value) => isLeaf(value) && !rejected.some((test) => test(value));
  },
  numeric: (operand) => {
    const comparisons = comparisonsOf(operand);
    return (value) => typeof value === 'number' && comparisons.every((holds) => holds(value));
  },
};

const comparers: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

/** `[">", 0, "<=", 5]` */
function comparisonsOf(operand: unknown): ((value: number) => boolean)[] {
  const items: unknown[] = Array.isArray(operand) ? operand : [];
  const comparisons = items.flatMap((name, index) => {
    if (index % 2 === 1) return [];
    const compare = comparers[String(name)];
    const bound = items[index + 1];
    return compare && typeof bound === 'number' ? [(value: number) => compare(value, bound)] : [];
  });
  if (comparisons.length === 0 || comparisons.length * 2 !== items.length) {
    throw new Error(`Not a numeric pattern: ${JSON.stringify(operand)}.`);
  }
  return comparisons;
}

/** For AWS only leaves exist: `exists` and `anything-but` never match an object. */
const isLeaf = (value: unknown) => value !== undefined && !isObject(value);

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOf(operand: unknown): string {
  if (typeof operand === 'string') return operand;
  throw new Error(`Expected a string in an event pattern, found ${JSON.stringify(operand)}.`);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
