/** Sorts empty values first, texts by locale, and equal values by age, so that pages do not overlap. */
import { once } from '../../platform/once.ts';
import type { Entry } from '../declare/fields.ts';

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

export function comparator(sort: readonly Sort[]) {
  return (left: Entry, right: Entry): number => {
    for (const { field, descending } of sort) {
      const order = compare(left.fields[field] ?? null, right.fields[field] ?? null);
      if (order !== 0) return descending ? -order : order;
    }
    return compareIds(left.id, right.id);
  };
}

/** Created on first use, because that takes 8 ms. */
const collator = /* @__PURE__ */ once(() => new Intl.Collator('en', { sensitivity: 'base', numeric: false }));

function compare(left: unknown, right: unknown): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const a = String(left);
  const b = String(right);
  return collator().compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Ids grow with creation time. */
export const compareIds = (left: string, right: string): number =>
  left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
