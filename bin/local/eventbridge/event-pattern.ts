/** Event patterns, of rules and of event source mappings. */

/** @returns whether the event matches. */
export type Matcher = (event: unknown) => boolean;

/** @throws when it is not a pattern, or has an operator that the local stage does not support. */
export function compilePattern(pattern: unknown): Matcher {
  if (!isObject(pattern)) throw new Error(`${JSON.stringify(pattern)} is not an event pattern.`);
  const fields = Object.entries(pattern).map(([name, expected]) => {
    const matches = Array.isArray(expected) ? anyOf(expected) : compilePattern(expected);
    return (event: unknown) => matches(memberOf(event, name));
  });
  return (event) => fields.every((matches) => matches(event));
}

/** A leaf of a pattern: a list of values and operators, one of which has to match. */
function anyOf(alternatives: readonly unknown[]): Matcher {
  if (alternatives.length === 0) throw new Error('An event pattern needs at least one value in each list.');
  const tests = alternatives.map(testOf);
  return (value) => tests.some((test) => test(value));
}

/** Supports the operator `exists`, the only one that the stack uses. On AWS, only leaves exist, and never objects. */
function testOf(expected: unknown): Matcher {
  if (!isObject(expected)) return (value) => value === expected;
  const { exists, ...others } = expected;
  if (typeof exists !== 'boolean' || Object.keys(others).length > 0)
    throw new Error(`The local stage does not support the pattern ${JSON.stringify(expected)}.`);
  return (value) => (value !== undefined && !isObject(value)) === exists;
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
