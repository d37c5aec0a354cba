/** Writes that are merged into one have the effect of all. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Assignment } from '../../../../shared/kit/table/expressions.ts';
import type { Key } from '../../../../shared/kit/table/keys.ts';
import { mergeWrites } from '../../../../shared/kit/table/merge.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import type { Write } from '../../../../shared/kit/table/write.ts';
import { checkProperty } from '../../../support/check-property.ts';
import { withTable } from '../../../support/table.ts';

withTable();

const assignment: fc.Arbitrary<Assignment> = fc.oneof(
  fc.record({ set: fc.constantFrom('a', 'b'), to: fc.constantFrom(1, 'x') }),
  fc.record({ add: fc.constantFrom('n', ['counts', 'n'] as const), by: fc.integer({ min: -3, max: 3 }) }),
  fc.record({ init: fc.constantFrom('i', 'j'), to: fc.constantFrom(1, 2) }),
  fc.record({ remove: fc.constantFrom('c', 'd') }),
);
const updates = fc.array(
  fc.uniqueArray(assignment, {
    minLength: 1,
    maxLength: 3,
    selector: (each) => JSON.stringify(Object.values(each)[0]),
  }),
  { minLength: 2, maxLength: 4 },
);

describe('a merged write', () => {
  it.each([
    ['a row that is there', false],
    ['a new row', true],
  ])('has the same effect on %s as its writes in sequence', async (_, isPut) => {
    const table = new Table();
    let rows = 0;
    let compared = 0;
    const start = (at: Key): Write => ({ put: { ...at, counts: { n: 1 }, c: 'gone', i: 'there' } });
    await checkProperty(
      fc.asyncProperty(updates, async (all) => {
        const [together, apart] = [`together-${isPut}#${++rows}`, `apart-${isPut}#${rows}`].map((pk) => ({
          pk,
          sk: '#',
        }));
        if (!together || !apart) return;
        const writes = (at: Key): Write[] => all.map((assignments) => ({ update: at, with: assignments }));
        const once = isPut ? [start(together), ...writes(together)] : writes(together);
        try {
          mergeWrites(once);
        } catch {
          return;
        }
        compared += 1;
        if (!isPut) await table.commit([start(together)]);
        await table.commit(once);
        await table.commit([start(apart)]);
        for (const write of writes(apart)) await table.commit([write]);
        expect({ ...(await table.get(together)), pk: '' }).toEqual({ ...(await table.get(apart)), pk: '' });
      }),
      { runs: 100 },
    );
    expect(compared).toBeGreaterThan(25);
  });
});
