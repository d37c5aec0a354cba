/** A record that a write newly refers to must still be there when it is written: a condition, not a read before it. */
import { resourceOf } from '../api/define/api.ts';
import { present, type Write } from '../table/commit.ts';
import { recordKey } from '../table/keys.ts';
import type { Context } from './context.ts';
import type { Draft } from './hooks.ts';

export function linkedChecks({ api }: Context, { linked, before, fields, writes }: Draft): Write[] {
  const checks = new Map<string, Write>();
  for (const [name, records] of linked) {
    const known = new Set([before?.fields[name] ?? []].flat());
    for (const { type, id } of records) {
      // Reference data stays; what the record referred to before has been checked then.
      if (resourceOf(api, type).owner === 'platform' || known.has(id) || !isNamed(fields[name], id)) continue;
      const key = recordKey(type, id);
      checks.set(key.pk, { check: key, condition: present });
    }
  }
  // A transaction may name a row once: who writes it has a condition of its own.
  for (const write of writes) checks.delete(keyOf(write));
  return [...checks.values()];
}

const isNamed = (value: unknown, id: string): boolean => [value].flat().includes(id);

function keyOf(write: Write): string {
  if ('put' in write) return write.put.pk;
  if ('update' in write) return write.update.pk;
  return 'delete' in write ? write.delete.pk : write.check.pk;
}
