/** Events of albums, requests and deliveries, with the exact payloads of specification 6.3 and 6.4. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { eventsOf } from '../../../shared/service/events.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import { newUpc } from '../../support/examples.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

type Row = Item | undefined;
const rowOf = (type: string, id: string): Promise<Row> => new Table().get(recordKey(type, id));

/** @returns the events that one change of a row causes. */
const eventsBetween = (before: Row, after: Row) =>
  eventsOf({
    ...(before && { OldImage: marshall(before, { removeUndefinedValues: true }) }),
    ...(after && { NewImage: marshall(after, { removeUndefinedValues: true }) }),
  });

const EVENT_ID = /^evt_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const deliveryOf = async (album: string): Promise<string> =>
  (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}&sort=-created-at`)).body.data[0].id;

/** Approves a delivery of a new album to Beta. */
async function approved(upc: string | null) {
  const { album } = await newRelease(ada, { dsps: ['4'], 'upc-code': upc });
  const id = await request(ada, album);
  await approve(id);
  const delivery = await deliveryOf(album);
  return { album, id, delivery, waiting: await rowOf('deliveries', delivery) };
}

const handing = (handover: Handover) => ({ storeFor: () => ({ hand: async () => handover }) });

describe('an event', () => {
  it("has the album's old and new status", async () => {
    const { album } = await newRelease(ada, { dsps: ['4'], 'upc-code': null });
    const draft = await rowOf('albums', album);
    await request(ada, album);
    const reviewed = await rowOf('albums', album);
    expect(eventsBetween(draft, reviewed)).toEqual([
      {
        id: expect.stringMatching(EVENT_ID),
        type: 'album.status_changed',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        ownerId: ada.userId,
        data: {
          album: { id: Number(album), upc: null, title: 'Release' },
          previous_status: 'draft',
          status: 'in_review',
        },
      },
    ]);
    expect(eventsBetween(undefined, draft)).toEqual([]);
    expect(eventsBetween(reviewed, reviewed)).toEqual([]);
    expect(eventsBetween(reviewed, undefined)).toEqual([]);
  });

  it('is caused by the creation and each status change of a request', async () => {
    const { album } = await newRelease(ada, { dsps: ['4'] });
    const id = await request(ada, album);
    const pending = await rowOf('distribution-requests', id);
    const facts = { id: Number(id), type: 'delivery', album_id: Number(album) };
    expect(eventsBetween(undefined, pending)).toMatchObject([
      {
        type: 'distribution_request.status_changed',
        data: { distribution_request: facts, previous_status: null, status: 'pending' },
      },
    ]);
    await approve(id);
    const [event] = eventsBetween(pending, await rowOf('distribution-requests', id));
    expect(event?.data).toEqual({ distribution_request: facts, previous_status: 'pending', status: 'sent' });
  });

  it.each([
    { handover: { is: 'accepted' }, type: 'store_delivery.sent', shown: { status: 'sent', errors: null } },
    { handover: { is: 'skipped' }, type: 'store_delivery.skipped', shown: { status: 'sent', errors: null } },
    {
      handover: { is: 'rejected', reason: 'No such releases.' },
      type: 'store_delivery.failed',
      shown: { status: 'error', errors: 'No such releases.' },
      reason: 'The store rejected the release.',
    },
    {
      handover: { is: 'impossible', reason: 'A file is missing.' },
      type: 'store_delivery.failed',
      shown: { status: 'error', errors: 'A file is missing.' },
      reason: 'The release could not be sent to the store.',
    },
  ] as const)(
    'is delivery.created, together with $type, for a delivery',
    async ({ handover, type, shown, ...rest }) => {
      const upc = newUpc();
      const { album, delivery, waiting } = await approved(upc);
      expect(eventsBetween(undefined, waiting)).toEqual([]);
      await runStores(handing(handover));
      const after = await rowOf('deliveries', delivery);
      const store = { id: 4, name: 'Beta' };
      const [created, told, ...others] = eventsBetween(waiting, after);
      expect(others).toEqual([]);
      expect([created?.type, created?.data]).toEqual([
        'delivery.created',
        {
          delivery: { id: Number(delivery), album_id: Number(album), dsp: store, type: 'delivery', ...shown },
        },
      ]);
      expect([told?.type, told?.data]).toEqual([
        type,
        {
          album: { id: Number(album), upc, title: 'Release' },
          store,
          store_delivery: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), type: 'delivery' },
          ...rest,
        },
      ]);
      expect(eventsBetween(waiting, after)).toEqual([created, told]);
      expect(created?.id).not.toBe(told?.id);
    },
  );

  it('has the store-delivery-id of a report, and a reason only for a rejection', async () => {
    for (const { outcome, reason, said } of [
      { outcome: 'completed', said: undefined },
      { outcome: 'rejected', reason: 'Wrong territory', said: 'Wrong territory' },
      { outcome: 'rejected', said: 'The store rejected the release.' },
    ]) {
      const { delivery, waiting } = await approved(null);
      await runStores(handing({ is: 'accepted' }));
      const sent = await rowOf('deliveries', delivery);
      await command('report-store', { 'delivery-id': delivery, outcome, ...(reason && { reason }) });
      const reported = await rowOf('deliveries', delivery);
      const [told, ...others] = eventsBetween(sent, reported);
      expect(others).toEqual([]);
      expect(told?.type).toBe(`store_delivery.${outcome}`);
      const before = eventsBetween(waiting, sent)[1]?.data;
      expect(told?.data).toEqual({ ...before, ...(said !== undefined && { reason: said }) });
      expect(eventsBetween(reported, reported)).toEqual([]);
    }
  });

  it('names the album as it was sent, even if it has changed since', async () => {
    const upc = newUpc();
    const { album, delivery, waiting } = await approved(upc);
    await ask(ada, 200, 'PATCH', `/albums/${album}`, {
      data: { type: 'albums', id: album, attributes: { title: 'Renamed', 'upc-code': null } },
    });
    await runStores(handing({ is: 'accepted' }));
    const [, told] = eventsBetween(waiting, await rowOf('deliveries', delivery));
    expect(told?.data).toMatchObject({ album: { upc, title: 'Release' } });
  });
});
