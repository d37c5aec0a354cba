/** Slices of a month: whole first members, in their order, with every line once. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SliceSums } from '../../../../shared/royalties/statements/slice-sums.ts';
import { LineSums, type StatementLine } from '../../../../shared/royalties/statements/statement-lines.ts';
import { checkProperty } from '../../../support/check-property.ts';

const line = fc.record({
  member: fc
    .tuple(fc.integer({ min: 1, max: 120 }), fc.constantFrom('BR', 'DE', 'US'))
    .map((parts) => parts.join(' ')),
  plays: fc.nat(1000),
  revenue: fc.bigInt({ min: -1000n, max: 1000n }),
  isrc: fc.constantFrom('A', 'B'),
  currency: fc.constantFrom('EUR', 'USD'),
  importId: fc.constant('import'),
  run: fc.constant('run'),
});

test('slices of any length have the lines of the whole, in order', async () => {
  await checkProperty(
    fc.property(fc.array(line, { maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (lines, maxLines) => {
      const whole = new LineSums();
      whole.add(lines);
      const sliced: StatementLine[] = [];
      let after: string | undefined;
      do {
        const sums = new SliceSums({ after, maxLines });
        for (const each of lines) sums.add(each);
        const slice = sums.slice();
        const firsts = new Set(slice.lines.map(({ member }) => member.split(' ')[0]));
        expect(slice.lines.length <= maxLines || firsts.size === 1).toBe(true);
        for (const first of firsts) expect(sums.has(String(first))).toBe(true);
        sliced.push(...slice.lines);
        after = slice.rest;
      } while (after !== undefined);
      expect(sliced).toEqual(whole.lines());
    }),
  );
});
