/** `holds`, which evaluates a condition on a row like the engine. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConditionsFailed } from '../../../../shared/kit/table/commit.ts';
import { type Condition, holds } from '../../../../shared/kit/table/expressions.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { checkProperty } from '../../../support/check-property.ts';
import { withTable } from '../../../support/table.ts';

withTable();

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 });
const scalar = fc.oneof(fc.integer({ min: -2, max: 3 }), fc.constantFrom('a', 'b', 'é', 'é'), text);
const elements = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }).map((all) => new Set(all));
const value = fc.oneof(scalar, fc.boolean(), fc.constant(null), elements, fc.array(scalar, { maxLength: 2 }));
const row = fc.record(
  { a: value, b: scalar, s: elements, m: fc.record({ x: value, y: scalar }, { requiredKeys: [] }) },
  { requiredKeys: [] },
);
const path = fc.constantFrom('a', 'b', 's', ['m', 'x'] as const, ['m', 'y'] as const, ['a', 'x'] as const);
const range = fc.oneof(
  fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat(3)).map(([from, more]) => [from, from + more] as const),
  fc.constantFrom(['a', 'b'] as const, ['b', 'é'] as const),
);

const { condition } = fc.letrec<{ condition: Condition; leaf: Condition }>((tie) => ({
  leaf: fc.oneof(
    path.map((exists) => ({ exists })),
    path.map((missing) => ({ missing })),
    fc.record({ path, is: fc.constant('=' as const), value }),
    fc.record({ path, is: fc.constantFrom('<', '<=', '>', '>=') as fc.Arbitrary<'<'>, value: scalar }),
    fc.tuple(path, range).map(([at, [from, to]]) => ({ path: at, from, to })),
    fc.record({ path: fc.constant('s'), contains: fc.constantFrom('a', 'b', 'c') }),
  ),
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('condition').map((not) => ({ not })),
  ),
}));

describe('the evaluator', () => {
  it("returns the engine's result for any row and condition", async () => {
    const table = new Table();
    let rows = 0;
    let held = 0;
    let failed = 0;
    await checkProperty(
      fc.asyncProperty(
        fc.option(row, { freq: 8, nil: undefined }),
        fc.array(condition, { minLength: 10, maxLength: 20 }),
        async (attributes, conditions) => {
          const key = { pk: `expressions#${++rows}`, sk: '#' };
          if (attributes) {
            const sets = Object.entries(attributes).map(([set, to]) => ({ set, to }));
            await table.commit([{ update: key, with: [...sets, { set: 'is-row', to: true }] }]);
          }
          const stored = await table.get(key);
          const responses = await Promise.all(
            conditions.map((each) =>
              table.commit([{ check: key, condition: each }]).then(
                () => true,
                (error: unknown) => {
                  if (error instanceof ConditionsFailed) return false;
                  throw error;
                },
              ),
            ),
          );
          expect(conditions.map((each) => holds(each, stored))).toEqual(responses);
          held += responses.filter(Boolean).length;
          failed += responses.filter((response) => !response).length;
        },
      ),
      { runs: 120 },
    );
    expect(Math.min(held, failed)).toBeGreaterThan(100);
  });
});
