/** Unique values and quotas as rows of their own, written in the transaction of the record they guard. */
import type { Resource } from '../api/define/resource.ts';
import type { Problem } from '../domain/problems.ts';
import { absent, type Write } from '../table/commit.ts';
import { guardKey, quotaKey } from '../table/keys.ts';
import type { StoredRecord } from '../table/records.ts';
import { type Context, keyRowOf } from './context.ts';

/** Values are compared without surrounding blanks, composed, and whatever their case. */
export const comparable = (value: unknown): string => String(value).trim().normalize('NFC').toLowerCase();

export interface Guard {
  readonly field: string;
  readonly write: Write;
}

/** The guards to take and to free when a record changes from `before` to `after` (undefined: none). */
export function guardWrites(
  context: Context,
  resource: Resource,
  { before, after }: { before: StoredRecord | undefined; after: StoredRecord | undefined },
): { taken: Guard[]; freed: Write[] } {
  const taken: Guard[] = [];
  const freed: Write[] = [];
  for (const [field, scope] of Object.entries(keyRowOf(context, resource).unique ?? {})) {
    const keyFor = (record: StoredRecord | undefined) => {
      const value = record?.fields[field];
      if (!record || value === null || value === undefined) return undefined;
      return guardKey(
        resource.type,
        `${scope === 'owner' ? record.ownerId : scope}#${field}`,
        comparable(value),
      );
    };
    const [old, wanted] = [keyFor(before), keyFor(after)];
    if (old?.pk === wanted?.pk) continue;
    if (wanted && after)
      taken.push({ field, write: { put: { ...wanted, id: after.id }, condition: absent } });
    if (old) freed.push({ delete: old });
  }
  return { taken, freed };
}

/** One more, or one less, of what the owner may have a limited number of. */
export function quotaWrite({ type, quota }: Resource, ownerId: string, change: 1 | -1): Write | undefined {
  if (!quota) return undefined;
  const count = { '#count': 'count' };
  return {
    update: quotaKey(type, ownerId),
    with: { expression: 'ADD #count :change', names: count, values: { ':change': change } },
    condition:
      change === 1
        ? {
            expression: 'attribute_not_exists(#count) OR #count < :most',
            names: count,
            values: { ':most': quota.most },
          }
        : undefined,
  };
}

export const valueTaken = (field: string): Problem => ({
  code: 'value_taken',
  detail: `This ${field} is already taken.`,
  pointer: `/data/attributes/${field}`,
});
