/** Searches of long texts: thousands are read, and those that would take too many units are rejected before. */
import { expect, it } from 'vitest';
import { handler } from '../../../../functions/artists/handler.ts';
import { artists } from '../../../../shared/catalogue/api/artists.ts';
import { newRecord } from '../../../../shared/kit/records/store.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { newAdmin } from '../../../support/calls.ts';
import { costOf } from '../../../support/costs.ts';
import { rowsOf, writeRows } from '../../../support/rows-of.ts';
import { seed } from '../../../support/seed.ts';
import { withTable } from '../../../support/table.ts';

withTable();

it('2,000 artists with 3 KB texts can be searched, in pages of any size', async () => {
  const { userId: ownerId, token } = await newAdmin();
  const now = new Date();
  const records = Array.from({ length: 2000 }, (_, number) => {
    const { fields, ...record } = newRecord({ now }, artists, {
      ownerId,
      fields: { name: `Name ${number}` },
    });
    return {
      ...record,
      fields: { ...fields, bio: `${number % 2 === 0 ? 'Even' : 'Odd'}. ${'x'.repeat(3000)}` },
    };
  });
  await writeRows(rowsOf(definitions, records));
  const { response, readUnits } = await costOf(handler, 200, {
    path: '/artists?filter[bio]=even&page[size]=100',
    token,
  });
  expect(response.body.meta.page.total).toBe(1000);
  expect(response.body.data).toHaveLength(100);
  expect(response.body.data[0].attributes.bio).toMatch(/^Even/);
  // Half a unit for each record, and half for each text; the others are for the list.
  expect(readUnits).toBeLessThanOrEqual(2115);
});

it('a search of far more text than 6,000 units is rejected for at most 30 of them', async () => {
  const { userId: ownerId, token } = await newAdmin();
  const bio = '\u{1f3bb}'.repeat(50_000);
  await seed(definitions, {
    type: 'artists',
    ownerId,
    count: 350,
    fieldsOf: (number) => ({ name: `Name ${number}`, bio }),
  });
  const { response, readUnits } = await costOf(handler, 400, { path: '/artists?filter[bio]=x', token });
  expect(response.body.errors[0]).toMatchObject({
    code: 'search_too_large',
    source: { parameter: 'filter[bio]' },
  });
  expect(readUnits).toBeLessThanOrEqual(30);
});
