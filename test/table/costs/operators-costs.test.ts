/** What the operators' commands that look cost at the table, with many records. */
import { beforeAll, expect, it } from 'vitest';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import type { Units } from '../../support/costs.ts';
import { newRelease } from '../../support/distribution/release.ts';
import { command, useStores } from '../../support/distribution/stores.ts';
import { listen } from '../../support/log.ts';
import { seed } from '../../support/seed.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
let album: string;
beforeAll(async () => {
  process.env['CHANGE_DEAD_LETTER_URL'] = process.env['STORE_QUEUE_URL'];
  process.env['QUEUE_NAMES'] = '{}';
  ada = await newAdmin();
  album = (await newRelease(ada)).album;
  const { userId: ownerId } = ada;
  const of = { ownerId, count: 1000 };
  await seed(definitions, { ...of, type: 'distribution-requests', fieldsOf: () => ({ album }) });
  await seed(definitions, {
    ...of,
    type: 'deliveries',
    fieldsOf: () => ({ dsp: '1', album, status: 'error', errors: 'No.' }),
  });
  await seed(definitions, { ...of, type: 'artists', fieldsOf: (number) => ({ name: `Artist ${number}` }) });
});

async function costOf(name: string, given: object): Promise<Units> {
  const { lines, stop } = listen();
  await command(name, { ...given }).finally(stop);
  const [line] = lines;
  expect(line).toMatchObject({ event: 'command', command: name, durationMs: expect.any(Number) });
  return Object(line)['table'];
}

it.each<[string, () => object, calls: number, readUnits: number]>([
  ['status', () => ({}), 40, 110],
  ['list-organizations', () => ({}), 9, 5],
  ['list-requests', () => ({}), 28, 140],
  ['list-requests', () => ({ status: 'pending' }), 12, 140],
  ['list-requests', () => ({ organization: ada.organizationId }), 11, 110],
  ['list-reviews', () => ({}), 20, 250],
  ['list-reviews', () => ({ sort: 'release-date' }), 40, 1500],
  ['list-reviews', () => ({ state: 'approved' }), 20, 140],
  ['count-reviews', () => ({}), 40, 620],
  ['show-release', () => ({ id: album }), 16, 60],
  ['show-organization', () => ({ id: ada.organizationId }), 8, 20],
  ['list-balances', () => ({ organization: ada.organizationId }), 6, 10],
  ['list-deliveries', () => ({}), 16, 120],
  ['list-deliveries', () => ({ failing: true }), 8, 100],
  ['list-stores', () => ({}), 15, 60],
  ['list-waiting', () => ({}), 79, 207],
  ['list-waiting', () => ({ limit: '100' }), 79, 322],
  ['find-user', () => ({ user: ada.email }), 5, 6],
  ['show-album', () => ({ id: album }), 12, 50],
  // All records may have the same time, and are then read whole.
  ['history', () => ({ organization: ada.organizationId }), 40, 1200],
  ['list-imports', () => ({}), 1, 1],
])('%s stays within its limits of table calls and read units', async (name, given, calls, units) => {
  const cost = await costOf(name, given());
  const most = { calls: Math.min(cost.calls, calls), readUnits: Math.min(cost.readUnits, units) };
  expect(cost).toMatchObject(most);
});
