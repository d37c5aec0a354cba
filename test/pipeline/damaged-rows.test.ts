/** Rows that something damages and an operator mends: the stream goes on, and no event is lost or sent twice. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as webhooks } from '../../functions/webhooks/handler.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { type Key, recordKey } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { newRelease } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { CHANGE_DEAD_LETTERS } from '../support/planned-queues.ts';
import { stopReceivers, trustReceivers } from '../support/receivers.ts';
import { eventsOnBus, followStream } from './stream-stage.ts';
import { pass, queue, useWorkStage } from './work-stage.ts';

useWorkStage({ consumers: {}, streams: true });

let ada: Person;
let endpointId: string;
let key: Key;
beforeAll(async () => {
  process.env['CHANGE_DEAD_LETTER_URL'] = queue().urlOf(CHANGE_DEAD_LETTERS);
  process.env['QUEUE_NAMES'] = '{}';
  trustReceivers();
  ada = await newAdmin();
  const attributes = { url: 'https://127.0.0.1:1/', events: ['album.status_changed'] };
  endpointId = await post('/webhook-endpoints', { data: { type: 'webhook-endpoints', attributes } }, 201);
  return stopReceivers;
});
beforeEach(async () => {
  key = recordKey('albums', (await newRelease(ada)).album);
  await followStream();
  queue().lose();
  queue().queue(CHANGE_DEAD_LETTERS).purge();
});

async function post(path: string, body?: object, status = 202): Promise<string> {
  const request = { method: 'POST', path, token: ada.token, ...(body && { body }) };
  return (await call(webhooks, status, request)).body.data.id;
}

const askForTest = () => post(`/webhook-endpoints/${endpointId}/test`);

async function albumRow(): Promise<Item> {
  const row = await new Table().get(key);
  if (!row) throw new Error('The album is gone.');
  return row;
}

/** As by hand, past all checks of the service. */
const write = (row: Item) => new Table().commit([{ put: { ...row, ...key } }]);

const without = (row: Item, member: string): Item =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== member));

const withStatus = (row: Item, status: string): Item => {
  const version = Number(row['version']) + 1;
  const place = 'last-status' in Object(row['slim']) ? 'slim' : 'rest';
  return { ...row, version, [place]: { ...Object(row[place]), 'last-status': status } };
};

const published = () => eventsOnBus<{ id: string; type: string; data: object }>();
const letters = () => queue().queue(CHANGE_DEAD_LETTERS).oldest(10);
/** The clock goes on, because reading dead letters ends with a long poll. */
async function redrive(given: object = {}): Promise<object> {
  const clock = setInterval(() => pass(1), 20);
  return command('redrive-changes', { ...given }).finally(() => clearInterval(clock));
}
const stayed = async (): Promise<string> => Object(await redrive()).failures[0].reason;

describe.each([
  ['has a text as slim', (row: Item): Item => ({ ...row, slim: 'x' })],
  ['lacks rest', (row: Item): Item => without(row, 'rest')],
])('a row that %s', (_, damage) => {
  it('is set aside once and named, and its repair and all other changes are published', async () => {
    const row = await albumRow();
    const first = await askForTest();
    await write(damage(row));
    const second = await askForTest();
    await write(row);
    const third = await askForTest();
    await followStream();
    expect(published().map(({ id }) => id)).toEqual([first, second, third]);
    expect(letters()).toHaveLength(1);
    const failing = [{ row: `${key.pk} #`, reason: expect.stringContaining('cannot be read') }];
    expect(await redrive({ look: true })).toMatchObject({ letters: [{ changes: 1, failing }] });
    const { stream } = Object(await command('status', {}));
    const ofRow = stream.failing.filter((each: { row: string }) => each.row === `${key.pk} #`);
    expect(ofRow).toMatchObject([{ attempts: 1, 'set-aside': true }]);
  });

  it('keeps its letter until the row is repaired, and has caused no events', async () => {
    const row = await albumRow();
    await write(damage(row));
    await followStream();
    expect(await stayed()).toMatch(
      /cannot be read\. It lacks .* Repair the row and run the command again\.$/,
    );
    await write(row);
    expect(await redrive()).toMatchObject({ letters: 1, events: 0, failures: [] });
    expect([letters(), published()]).toEqual([[], []]);
  });

  it('announces a change that damaged the row after the row is repaired', async () => {
    const row = await albumRow();
    const taken = withStatus(row, 'approved');
    await write(damage(taken));
    await write(taken);
    await followStream();
    expect(published()).toEqual([]);
    for (const events of [1, 0]) expect(await redrive()).toMatchObject({ letters: events, events });
    expect(published()).toMatchObject([{ type: 'album.status_changed', data: { status: 'approved' } }]);
  });

  it('must be discarded if the row has another version now', async () => {
    const row = await albumRow();
    await write(damage(withStatus(row, 'approved')));
    await write({ ...row, version: Number(row['version']) + 7 });
    await followStream();
    const [{ id } = { id: '' }] = letters();
    const { failures } = Object(await redrive());
    expect(failures).toHaveLength(2);
    expect(failures).toContainEqual({ id, reason: expect.stringContaining(`Add --discard --id ${id} to`) });
    expect(await redrive({ discard: true, id })).toEqual({ discarded: 1, finished: true });
    expect([letters().length, published()]).toEqual([1, []]);
  });
});

it('a change that cannot be set aside is attempted again', async () => {
  const row = await albumRow();
  await write(without(row, 'rest'));
  const later = await askForTest();
  queue().isDown = true;
  await followStream();
  queue().isDown = false;
  expect([letters(), published()]).toEqual([[], []]);
  await followStream();
  expect([letters().length, published().map(({ id }) => id)]).toEqual([1, [later]]);
  await write(row);
});
