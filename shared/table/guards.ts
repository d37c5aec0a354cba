/** Guard rows: who holds a value of a unique field. A set, so that taking and freeing need no read before. */
import { createHash } from 'node:crypto';
import type { Expression, Write } from './commit.ts';
import type { Item } from './item.ts';
import { guardKey, type Key } from './keys.ts';

/** Values are compared without surrounding blanks, composed, and whatever their case. */
export const comparable = (value: unknown): string => String(value).trim().normalize('NFC').toLowerCase();

/** @param scope an owner's id, or 'platform'. The value as a digest: composed, it can be longer than a key may be. */
export const guardOf = (
  type: string,
  { scope, field, value }: { scope: string; field: string; value: unknown },
): Key =>
  guardKey(type, `${scope}#${field}`, createHash('sha256').update(comparable(value)).digest('base64url'));

const holders = { '#holders': 'holders' };

/** The condition that nobody holds the value. */
export const unheld: Expression = { expression: 'attribute_not_exists(#holders)', names: holders };

/** The value becomes this record's: alone, when nobody holds it yet, or together with those who do. */
export const takeGuard = (key: Key, id: string, how: 'alone' | 'together'): Write => ({
  update: key,
  with: { expression: 'ADD #holders :id', names: holders, values: { ':id': new Set([id]) } },
  condition: how === 'alone' ? unheld : undefined,
});

/** Whoever else holds the value keeps it; an emptied set leaves the row without holders, and free. */
export const freeGuard = (key: Key, id: string): Write => ({
  update: key,
  with: { expression: 'DELETE #holders :id', names: holders, values: { ':id': new Set([id]) } },
});

/** @returns the oldest record that holds the value: ids grow with time. */
export function holderOf(row: Item | undefined): string | undefined {
  const ids = row?.['holders'] as unknown as Set<string> | undefined;
  return [...(ids ?? [])].toSorted((left, right) => Number(left) - Number(right))[0];
}
