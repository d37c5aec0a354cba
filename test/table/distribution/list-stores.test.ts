/** The list of stores, with the results of the last deliveries. */
import { beforeAll, expect, it } from 'vitest';
import { dspData } from '../../../shared/reference/data/dsps.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { setCover } from '../../support/distribution/cover.ts';
import { newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, problemsOf, runStores, useStores } from '../../support/distribution/stores.ts';
import { setHeard } from '../../support/heard.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const store = async (id: string, given: object = {}) =>
  Object(await command('list-stores', { ...given })).stores.find((each: { id: string }) => each.id === id);

it('list-stores shows each store with its protocol and recent outcomes', async () => {
  const { stores } = Object(await command('list-stores', {}));
  expect(stores.map(({ id }: { id: string }) => id)).toEqual(dspData.rows().map(({ id }) => id));
  const counts = { succeeded: 0, failed: 0, pending: 0 };
  const beta = { id: '4', name: 'Beta', kind: 'streaming', state: 'active', territories: expect.any(String) };
  expect(await store('4')).toEqual({ ...beta, protocol: 'sandbox', behavior: 'confirm', ...counts });
  expect(await store('7')).toMatchObject({ state: 'inactive' });
  await command('set-store', { 'dsp-id': '4', behavior: 'package' });
  for (const handover of [
    { is: 'accepted' },
    { is: 'rejected', reason: 'No.' },
    { is: 'skipped' },
    { is: 'failed', reason: 'Busy.' },
  ] as const) {
    const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['4'] });
    await setCover(album);
    for (const track of tracks) await setHeard(track, {});
    await approve(await request(ada, album));
    await runStores({ storeFor: () => ({ hand: async () => handover }) });
  }
  expect(await store('4')).toEqual({
    ...beta,
    ...{ protocol: 'package', behavior: 'package', succeeded: 2, failed: 1, pending: 1 },
  });
  expect(await store('1')).toMatchObject(counts);
});

it.each(['0', '31', 'x'])('list-stores rejects %s days', async (days) => {
  const detail = '--days must be from 1 to 30.';
  expect(await problemsOf('list-stores', { days })).toEqual([{ code: 'invalid_value', detail }]);
});
