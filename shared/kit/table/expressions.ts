/** Conditions and updates as data. Compiles them to DynamoDB expressions and evaluates them on rows. */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from './item.ts';

/** An attribute, or the path to a member of a map. */
export type Path = string | readonly [attribute: string, ...members: string[]];

/** An attribute value. A Set becomes a DynamoDB set. */
export type Value = unknown;

export type Condition =
  | { readonly exists: Path }
  | { readonly missing: Path }
  | { readonly path: Path; readonly is: '=' | '<' | '<=' | '>' | '>='; readonly value: Value }
  | { readonly path: Path; readonly from: Value; readonly to: Value }
  /** The set at the path contains the element. */
  | { readonly path: Path; readonly contains: Value }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

export type Assignment =
  | { readonly set: Path; readonly to: Value }
  /** Sets the value only if there is none. */
  | { readonly init: Path; readonly to: Value }
  /** Adds a number. A missing value counts as 0. */
  | { readonly add: Path; readonly by: number }
  /** Adds or removes set elements. DynamoDB has no empty sets. */
  | { readonly join: Path; readonly elements: ReadonlySet<unknown> }
  | { readonly leave: Path; readonly elements: ReadonlySet<unknown> }
  | { readonly remove: Path };

export interface Compiled {
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, Value>;
}

const membersOf = (path: Path): readonly string[] => (typeof path === 'string' ? [path] : path);

export const isSamePath = (left: Path, right: Path): boolean =>
  isDeepStrictEqual(membersOf(left), membersOf(right));

export const rowExists: Condition = { exists: 'pk' };

export const rowMissing: Condition = { missing: 'pk' };

/**
 * @example equal('status', 'pending')
 */
export const equal = (path: Path, value: Value): Condition => ({ path, is: '=', value });

/** @returns the conditions joined by AND, or undefined if there are none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const all = conditions.flatMap((each) => (each && 'all' in each ? each.all : (each ?? [])));
  const different = all.filter((each, index) => !all.slice(0, index).some(sameAs(each)));
  return different.length > 1 ? { all: different } : different[0];
}

const sameAs = (left: Condition) => (right: Condition) => isDeepStrictEqual(left, right);

/**
 * Compiles a condition and the assignments of an update with shared placeholders.
 * @example compile(equal('status', 'pending'), [{ set: 'status', to: 'sent' }])
 */
export function compile(condition: Condition | undefined, assignments: readonly Assignment[] = []): Compiled {
  const placeholders = new Placeholders();
  const update = compileUpdate(assignments, placeholders);
  const text = condition && compileCondition(condition, placeholders);
  return {
    ...(text && { ConditionExpression: text }),
    ...(update && { UpdateExpression: update }),
    ...placeholders.declared(),
  };
}

class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values: Value[] = [];

  path(path: Path): string {
    return membersOf(path)
      .map((member) => {
        const placeholder = this.#names.get(member) ?? `#${this.#names.size}`;
        this.#names.set(member, placeholder);
        return placeholder;
      })
      .join('.');
  }

  value(value: Value): string {
    return `:${this.#values.push(value) - 1}`;
  }

  declared(): Pick<Compiled, 'ExpressionAttributeNames' | 'ExpressionAttributeValues'> {
    const names = Object.fromEntries(Array.from(this.#names, ([name, placeholder]) => [placeholder, name]));
    const values = Object.fromEntries(this.#values.map((value, index) => [`:${index}`, value]));
    return {
      ...(this.#names.size > 0 && { ExpressionAttributeNames: names }),
      ...(this.#values.length > 0 && { ExpressionAttributeValues: values }),
    };
  }
}

function compileCondition(condition: Condition, placeholders: Placeholders): string {
  if ('exists' in condition) return `attribute_exists(${placeholders.path(condition.exists)})`;
  if ('missing' in condition) return `attribute_not_exists(${placeholders.path(condition.missing)})`;
  if ('not' in condition) {
    const operand = compileCondition(condition.not, placeholders);
    return `NOT ${operand.startsWith('(') ? operand : `(${operand})`}`;
  }
  if ('all' in condition) return joined(condition.all, 'AND', placeholders);
  if ('any' in condition) return joined(condition.any, 'OR', placeholders);
  const path = placeholders.path(condition.path);
  if ('is' in condition) return `${path} ${condition.is} ${placeholders.value(condition.value)}`;
  if ('contains' in condition) return `contains(${path}, ${placeholders.value(condition.contains)})`;
  return `${path} BETWEEN ${placeholders.value(condition.from)} AND ${placeholders.value(condition.to)}`;
}

/** Adds parentheses only if needed, because DynamoDB rejects redundant ones. */
function joined(conditions: readonly Condition[], by: 'AND' | 'OR', placeholders: Placeholders): string {
  const text = conditions.map((each) => compileCondition(each, placeholders)).join(` ${by} `);
  return conditions.length === 1 ? text : `(${text})`;
}

function compileUpdate(assignments: readonly Assignment[], placeholders: Placeholders): string {
  const clauses: Record<'SET' | 'ADD' | 'DELETE' | 'REMOVE', string[]> = {
    SET: [],
    ADD: [],
    DELETE: [],
    REMOVE: [],
  };
  for (const assignment of assignments) {
    if ('set' in assignment) {
      clauses.SET.push(`${placeholders.path(assignment.set)} = ${placeholders.value(assignment.to)}`);
    } else if ('init' in assignment) {
      const path = placeholders.path(assignment.init);
      clauses.SET.push(`${path} = if_not_exists(${path}, ${placeholders.value(assignment.to)})`);
    } else if ('add' in assignment && typeof assignment.add !== 'string') {
      // ADD supports only top-level attributes.
      const path = placeholders.path(assignment.add);
      const zero = placeholders.value(0);
      const by = placeholders.value(assignment.by);
      clauses.SET.push(`${path} = if_not_exists(${path}, ${zero}) + ${by}`);
    } else if ('add' in assignment) {
      clauses.ADD.push(`${placeholders.path(assignment.add)} ${placeholders.value(assignment.by)}`);
    } else if ('join' in assignment) {
      clauses.ADD.push(`${placeholders.path(assignment.join)} ${placeholders.value(assignment.elements)}`);
    } else if ('leave' in assignment) {
      clauses.DELETE.push(
        `${placeholders.path(assignment.leave)} ${placeholders.value(assignment.elements)}`,
      );
    } else clauses.REMOVE.push(placeholders.path(assignment.remove));
  }
  return Object.entries(clauses)
    .filter(([, parts]) => parts.length > 0)
    .map(([clause, parts]) => `${clause} ${parts.join(', ')}`)
    .join(' ');
}

/** Evaluates a condition on a row, to find out which of several merged conditions failed. */
export function holds(condition: Condition, row: Item | undefined): boolean {
  if ('exists' in condition) return valueAt(row, condition.exists) !== undefined;
  if ('missing' in condition) return valueAt(row, condition.missing) === undefined;
  if ('not' in condition) return !holds(condition.not, row);
  if ('all' in condition) return condition.all.every((each) => holds(each, row));
  if ('any' in condition) return condition.any.some((each) => holds(each, row));
  const value = valueAt(row, condition.path);
  if (value === undefined) return false;
  if ('is' in condition) return compares[condition.is](value, condition.value);
  if ('contains' in condition) {
    return value instanceof Set && [...value].some((each) => isDeepStrictEqual(each, condition.contains));
  }
  return compares['>='](value, condition.from) && compares['<='](value, condition.to);
}

type Compare = (left: Value, right: Value) => boolean;

/** DynamoDB compares only values of the same type. */
const ordered =
  (test: (order: number) => boolean): Compare =>
  (left, right) => {
    if (typeof left === 'number' && typeof right === 'number') return test(left - right);
    return (
      typeof left === 'string' &&
      typeof right === 'string' &&
      test(Buffer.compare(Buffer.from(left), Buffer.from(right)))
    );
  };

const compares: Readonly<Record<'=' | '<' | '<=' | '>' | '>=', Compare>> = {
  '=': isDeepStrictEqual,
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
};

function valueAt(row: Item | undefined, path: Path): Value {
  let at: Value = row;
  for (const member of membersOf(path)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, member)) return undefined;
    at = (at as Readonly<Record<string, Value>>)[member];
  }
  return at;
}

/** Applies an update to a row that is put in the same transaction. */
export function applied(item: Item, assignments: readonly Assignment[]): Item {
  return assignments.reduce((row, assignment) => assigned(row, assignment), item);
}

export function pathOf(assignment: Assignment): Path {
  if ('set' in assignment) return assignment.set;
  if ('init' in assignment) return assignment.init;
  if ('add' in assignment) return assignment.add;
  if ('join' in assignment) return assignment.join;
  return 'leave' in assignment ? assignment.leave : assignment.remove;
}

function assigned(row: Item, assignment: Assignment): Item {
  const path = pathOf(assignment);
  const current = valueAt(row, path);
  if ('remove' in assignment) return replaced(row, membersOf(path), undefined);
  if ('init' in assignment && current !== undefined) return row;
  if ('join' in assignment || 'leave' in assignment)
    throw new Error('A put and an update of a set cannot be merged.');
  const value = 'add' in assignment ? Number(current ?? 0) + assignment.by : assignment.to;
  return replaced(row, membersOf(path), value);
}

function replaced(row: Item, [name, ...rest]: readonly string[], value: Value): Item {
  if (name === undefined) return row;
  const inner = rest.length > 0 ? replaced((row[name] ?? {}) as Item, rest, value) : value;
  const { [name]: _, ...others } = row;
  return (inner === undefined ? others : { ...others, [name]: inner }) as Item;
}
