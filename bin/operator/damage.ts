/** What a stage reports about rows that it cannot read: a warning with a list, and the end of an export. */
import * as v from 'valibot';
import { DAMAGE, type Damage } from '../../shared/kit/commands/damage.ts';
import { Rejection } from './rejection.ts';

const damageSchema = v.object({
  count: v.number(),
  rows: v.array(v.object({ type: v.string(), id: v.string(), why: v.string() })),
});

const damageIn = (result: object): Damage | undefined =>
  DAMAGE in result ? v.parse(damageSchema, result[DAMAGE]) : undefined;

const RUNBOOK = 'docs/runbook.md#rows-unreadable';

/** @returns a warning for a result that lacks rows. */
export function damageWarning(result: object): string | undefined {
  const damage = damageIn(result);
  if (!damage) return undefined;
  const said =
    damage.count === 1
      ? 'One row cannot be read, so the result lacks its data. It is named'
      : `${damage.count} rows cannot be read, so the result lacks their data. They are named`;
  return `${said} under ${DAMAGE}. See ${RUNBOOK}.`;
}

/** Collects what the pages of an export lack. An export without it could replace what is still there. */
export class ExportDamage {
  readonly #details = new Set<string>();
  #count = 0;

  collect(result: object): void {
    const damage = damageIn(result);
    if (!damage) return;
    this.#count += damage.count;
    for (const { type, id, why } of damage.rows) this.#details.add(`${type} ${id}: ${why}`);
  }

  /** @throws Rejection that names all rows. */
  requireNone(): void {
    if (this.#count === 0) return;
    const detail = `The export is not complete, and cannot be imported. Rows cannot be read. Repair them (${RUNBOOK}) and export again to another folder:`;
    const named = [...this.#details].map((each) => ({ code: 'unreadable_rows', detail: each }));
    throw new Rejection([{ code: 'unreadable_rows', detail }, ...named]);
  }
}
