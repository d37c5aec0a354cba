/** Claims of attempts, over a connection to the table that loses responses. */

import { expect, it } from 'vitest';
import { storeWork } from '../../shared/distribution/work/store-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { claim } from '../../shared/kit/work/claim.ts';
import { withFaultyTable } from '../support/faulty-way.ts';

const way = withFaultyTable();
const now = new Date();

it('a claim whose response is lost is held, and no other attempt gets it', async () => {
  const table = new Table();
  await table.commit([storeWork.start({ deliveryId: '7', ownerId: '1' }, now)]);
  way.fault = { operation: 'UpdateItem', how: 'response lost', times: 1 };
  const request = { kind: storeWork, key: storeWork.key('7'), attempt: 0, now };
  expect(await claim(table, request)).toMatchObject({ deliveryId: '7', position: 0 });
  expect(way.fault.times).toBe(0);
  expect(await claim(table, request)).toBe('taken');
});
