/** Delivers a release to four stores while each write meets transaction conflicts. */

import { beforeAll, expect, it } from 'vitest';
import { reviewWork } from '../../shared/distribution/work/review-work.ts';
import { storeWork } from '../../shared/distribution/work/store-work.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { withConflicts } from '../support/conflicts.ts';
import { ask, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { toldOnce, useDistribution, workFor } from './distribution.ts';

useDistribution({ qaMode: 'auto', qaWaitSeconds: 0, sandboxReportSeconds: 2 });
const conflicts = withConflicts();

const STORES = ['1', '2', '9', '16'];
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

it('a release reaches each of four stores once although every write conflicts twice', async () => {
  const { album } = await newRelease(ada, { tracks: 1, dsps: STORES });
  conflicts.perWrite = 2;
  const id = await request(ada, album);
  await workFor(3, { copies: 2 });
  conflicts.perWrite = 0;
  const { status, deliveries } = (await command('show-request', { id })) as {
    status: string;
    deliveries: readonly { id: string; status: string; report: string | null }[];
  };
  expect(status).toBe('sent');
  expect(deliveries.map((each) => `${each.status} ${each.report}`)).toEqual(
    STORES.map(() => 'sent completed'),
  );
  const { attributes } = (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data;
  expect(attributes['last-status']).toBe('delivered');
  const told = toldOnce(album);
  for (const dsp of STORES)
    expect(told.filter((each) => each === `store_delivery.completed ${dsp}`)).toHaveLength(1);
  const work = [reviewWork.key(id), ...deliveries.map((delivery) => storeWork.key(delivery.id))];
  expect(await new Table().getMany(work, true)).toEqual([]);
  expect(faultsOf(definitions, await allRows())).toEqual([]);
  expect([...conflicts.met.keys()]).toEqual(expect.arrayContaining(['UpdateItem', 'TransactWriteItems']));
});
