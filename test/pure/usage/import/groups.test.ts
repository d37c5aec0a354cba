import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  contributionLine,
  decodeGroup,
  encodeGroup,
  readContribution,
} from '../../../../shared/usage/import/groups.ts';
import { checkProperty } from '../../../support/check-property.ts';

const id = fc.integer({ min: 0 }).map(String);
const plays = fc.record({
  type: fc.constantFrom('tracks', 'albums'),
  id,
  month: id,
  dsp: id,
  album: fc.option(id).map((one) => one ?? ''),
});
const lines = fc.record({ owner: id, dsp: id, date: id });
const revenue = fc.record({
  owner: id,
  month: id,
  currency: fc.string().map((text) => text.replaceAll('\t', ' ')),
});

it('each contribution group is decoded as encoded, and its lines are read as written', () =>
  checkProperty(
    fc.property(plays, lines, revenue, (...groups) => {
      for (const [index, kind] of (['plays', 'lines', 'revenue'] as const).entries()) {
        const text = encodeGroup<typeof kind>(kind, groups[index] as never);
        expect(decodeGroup(kind, text)).toEqual(groups[index]);
        const line = contributionLine({ group: text, item: 'one\ttwo' });
        expect(readContribution(line)).toEqual({ group: text, kind, item: 'one\ttwo' });
      }
    }),
  ));
