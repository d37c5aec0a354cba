/** Unique values and quotas as rows of their own, written in the transaction of the record they guard. */
import type { Resource } from '../api/define/resource.ts';
import type { Problem } from '../domain/problems.ts';
import type { Write } from '../table/commit.ts';
import { freeGuard, guardOf, takeGuard } from '../table/guards.ts';
import { type Key, quotaKey } from '../table/keys.ts';
import type { StoredRecord } from '../table/records.ts';
import { type Context, keyRowOf } from './context.ts';

export interface Guard {
  readonly field: string;
  readonly key: Key;
  readonly write: Write;
}

/** A record before and after a change (undefined: it was not, or will not be). */
export interface Change {
  readonly before: StoredRecord | undefined;
  readonly after: StoredRecord | undefined;
  /** Others may hold the same value. */
  readonly sharing: boolean;
}

/** The guards to take and to free when a record changes. */
export function guardWrites(
  context: Context,
  resource: Resource,
  { before, after, sharing }: Change,
): { taken: Guard[]; freed: Write[] } {
  const taken: Guard[] = [];
  const freed: Write[] = [];
  for (const [field, scope] of Object.entries(keyRowOf(context, resource).unique ?? {})) {
    const keyFor = (record: StoredRecord | undefined) => {
      const values = field.split('+').map((each) => record?.fields[each] ?? null);
      if (!record || values.includes(null)) return undefined;
      const value = values.join('+');
      return guardOf(resource.type, { scope: scope === 'owner' ? record.ownerId : scope, field, value });
    };
    const [old, wanted] = [keyFor(before), keyFor(after)];
    if (old?.pk === wanted?.pk) continue;
    if (wanted && after)
      taken.push({ field, key: wanted, write: takeGuard(wanted, after.id, sharing ? 'together' : 'alone') });
    if (old && before) freed.push(freeGuard(old, before.id));
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

/** What a value is that another record holds: the declaration's own word for it, or a general one. */
export const valueTaken = ({ taken }: Resource, field: string): Problem =>
  taken?.[field] ?? {
    code: 'value_taken',
    detail: `This ${field} is already taken.`,
    pointer: `/data/attributes/${field}`,
  };
