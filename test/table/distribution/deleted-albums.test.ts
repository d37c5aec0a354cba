/** Distribution requests and deliveries of an album that was deleted. */

import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliveries } from '../../../shared/distribution/api/deliveries.ts';
import { distributionRequests } from '../../../shared/distribution/api/distribution-requests.ts';
import { storeWork } from '../../../shared/distribution/work/store-work.ts';
import { deciding } from '../../../shared/kit/records/deciding.ts';
import { newRecord, save, storeOf } from '../../../shared/kit/records/store.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { eventsOf } from '../../../shared/service/events.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import {
  approve,
  command,
  rejectedCommand,
  runStores,
  useStores,
} from '../../support/distribution/stores.ts';
import { newUpc } from '../../support/examples.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { finishDeletions, interruptedDeletion } from '../../support/left-of-deletions.ts';
import { neededFields } from '../../support/needed-fields.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const rowOf = (type: string, id: string) => new Table().get(recordKey(type, id));
const accepting = { storeFor: () => ({ hand: async () => ({ is: 'accepted' }) as const }) };
const rejecting = {
  storeFor: () => ({ hand: async () => ({ is: 'rejected', reason: 'No.' }) as const }),
};

interface Distributed {
  readonly album: string;
  readonly tracks: readonly string[];
  /** Oldest first. */
  readonly requests: readonly string[];
  readonly delivery: string;
}

/** Delivered to DSP 4 and taken down again. */
async function takenDown(attributes: object = {}): Promise<Distributed> {
  const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['4'], ...attributes });
  const requests: string[] = [];
  for (const type of ['delivery', 'takedown']) {
    const id = await request(ada, album, type);
    await approve(id);
    await runStores(accepting);
    requests.push(id);
  }
  const listed = await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}&sort=created-at`);
  return { album, tracks, requests, delivery: listed.body.data[0].id };
}

async function remove({ album, tracks }: Pick<Distributed, 'album' | 'tracks'>): Promise<void> {
  for (const track of tracks) await ask(ada, 204, 'DELETE', `/tracks/${track}`);
  await ask(ada, 204, 'DELETE', `/albums/${album}`);
}

describe('the requests of a deleted album', () => {
  it('can be read by id with deleted-at and without an album, but are not listed', async () => {
    const distributed = await takenDown();
    const [id = ''] = distributed.requests;
    await remove(distributed);
    const { data } = (await ask(ada, 200, 'GET', `/distribution-requests/${id}?include=album`)).body;
    expect(data.attributes).toMatchObject({ status: 'sent', 'deleted-at': expect.stringMatching(/^\d{4}-/) });
    expect(data.relationships.album.data).toBeNull();
    expect((await ask(ada, 200, 'GET', `/distribution-requests/${id}/album`)).body.data).toBeNull();
    const lists = [
      `?page[size]=100`,
      `?filter[status]=sent&page[size]=100`,
      `?filter[album]=${distributed.album}`,
    ];
    for (const list of lists) {
      const { body } = await ask(ada, 200, 'GET', `/distribution-requests${list}`);
      expect(body.data.map((each: { id: string }) => each.id)).not.toContain(id);
    }
    await ask(await newAdmin(), 403, 'GET', `/distribution-requests/${id}`);
  });

  it('can no longer be decided or changed', async () => {
    const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['4'] });
    const id = await request(ada, album);
    await approve(id);
    await runStores(rejecting);
    await remove({ album, tracks });
    for (const name of ['requeue-request', 'approve-request'])
      expect(await rejectedCommand(name, { id })).toBe('distribution_request_not_open');
    const data = { type: 'distribution-requests', id, attributes: { 'request-type': 'update' } };
    const { body } = await ask(ada, 422, 'PATCH', `/distribution-requests/${id}`, { data });
    expect(body.errors[0].code).toBe('distribution_request_not_open');
    expect(await command('show-request', { id })).toMatchObject({ status: 'error', album: null });
  });

  it('cannot be decided by the owner', async () => {
    const bob = await newAdmin();
    await command('set-capabilities', { 'user-id': bob.userId, preapproval: true });
    const { album, tracks } = await newRelease(bob, { tracks: 1, dsps: ['4'] });
    const id = await request(bob, album);
    await ask(bob, 200, 'POST', `/distribution-requests/${id}/reject`);
    for (const track of tracks) await ask(bob, 204, 'DELETE', `/tracks/${track}`);
    await ask(bob, 204, 'DELETE', `/albums/${album}`);
    for (const verb of ['preapprove', 'reject']) {
      const { body } = await ask(bob, 422, 'POST', `/distribution-requests/${id}/${verb}`);
      expect(body.errors[0].code).toBe('distribution_request_not_preapproved');
    }
  });
});

describe('the deliveries of a deleted album', () => {
  it('are listed without an album', async () => {
    const distributed = await takenDown();
    await remove(distributed);
    const { album, delivery: id } = distributed;
    const listed = await ask(
      ada,
      200,
      'GET',
      `/deliveries?filter[type]=delivery&page[size]=100&include=album`,
    );
    const shown = listed.body.data.find((each: { id: string }) => each.id === id);
    expect(shown).toMatchObject({ attributes: { status: 'sent' }, relationships: { album: { data: null } } });
    const single = await ask(ada, 200, 'GET', `/deliveries/${id}?include=album,dsp,distribution-request`);
    expect(single.body.included.map(({ type }: { type: string }) => type)).toEqual([
      'dsps',
      'distribution-requests',
    ]);
    expect((await ask(ada, 200, 'GET', `/deliveries/${id}/album`)).body.data).toBeNull();
    expect((await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}`)).body.data).toEqual([]);
    await ask(await newAdmin(), 403, 'GET', `/deliveries/${id}`);
  });

  it('keep the time of their report', async () => {
    const distributed = await takenDown();
    const path = `/deliveries/${distributed.delivery}`;
    await command('report-store', { 'delivery-id': distributed.delivery, outcome: 'completed' });
    const before = (await ask(ada, 200, 'GET', path)).body.data;
    expect(before.meta.report).toMatchObject({ outcome: 'completed', at: before.attributes['updated-at'] });
    await remove(distributed);
    const { attributes, meta } = (await ask(ada, 200, 'GET', path)).body.data;
    expect(attributes['updated-at']).not.toBe(before.attributes['updated-at']);
    expect(meta.report).toEqual(before.meta.report);
  });

  it("accept store reports and announce them with the album's last id, title and UPC", async () => {
    const upc = newUpc();
    const distributed = await takenDown();
    const { album: id, delivery } = distributed;
    const attributes = { title: 'Last title', 'upc-code': upc };
    await ask(ada, 200, 'PATCH', `/albums/${id}`, { data: { type: 'albums', id, attributes } });
    const standing = await rowOf('deliveries', delivery);
    await remove(distributed);
    const before = await rowOf('deliveries', delivery);
    const image = (row: object | undefined) => marshall(row ?? {}, { removeUndefinedValues: true });
    expect(eventsOf({ OldImage: image(standing), NewImage: image(before) })).toEqual([]);
    await command('report-store', { 'delivery-id': delivery, outcome: 'rejected', reason: 'Too late.' });
    const after = await rowOf('deliveries', delivery);
    expect(eventsOf({ OldImage: image(before), NewImage: image(after) })).toMatchObject([
      {
        type: 'store_delivery.rejected',
        ownerId: ada.userId,
        data: { album: { id: Number(id), upc, title: 'Last title' }, reason: 'Too late.' },
      },
    ]);
  });

  it('end in error when they are still pending', async () => {
    const { album, tracks } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'] });
    await approve(await request(ada, album));
    const waiting = { is: 'failed', reason: 'The store does not respond.' } as const;
    const halfway = {
      storeFor: (dsp: string) => ({
        hand: async () => (dsp === '1' ? waiting : ({ is: 'accepted' } as const)),
      }),
    };
    // The retry is due a minute later than the takedown.
    await runStores({ ...halfway, now: () => new Date(Date.now() + 60_000) });
    const dsps = { dsps: { data: [{ type: 'dsps', id: '4' }] } };
    const takedown = await ask(ada, 201, 'POST', '/distribution-requests', {
      data: {
        type: 'distribution-requests',
        attributes: { 'request-type': 'takedown' },
        relationships: { album: { data: { type: 'albums', id: album } }, ...dsps },
      },
    });
    await approve(takedown.body.data.id);
    await runStores(accepting);
    const listed = await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}&filter[status]=pending`);
    const [{ id }] = listed.body.data;
    await remove({ album, tracks });
    const before = await rowOf('deliveries', id);
    await runStores({ ...accepting, now: () => new Date(Date.now() + 3_600_000) });
    const { data } = (await ask(ada, 200, 'GET', `/deliveries/${id}`)).body;
    expect(data.attributes).toMatchObject({ status: 'error', errors: 'The album was deleted.' });
    expect(await new Table().get(storeWork.key(id))).toBeUndefined();
    const images = {
      OldImage: marshall(before ?? {}),
      NewImage: marshall((await rowOf('deliveries', id)) ?? {}),
    };
    expect(eventsOf(images)[0]).toMatchObject({
      type: 'delivery.created',
      data: { delivery: { album_id: Number(album), status: 'error' } },
    });
  });
});

describe('an album with more deliveries or requests than fit into a transaction', () => {
  const COUNT = 130;

  it('is deleted with one request after all its distribution requests were sent', async () => {
    const distributed = await takenDown();
    const store = storeOf(api, { table: new Table(), now: new Date() });
    const fields = { album: distributed.album, status: 'sent', 'request-type': 'update' } as const;
    for (let index = 0; index < 2 * COUNT; index += 10) {
      const some = Array.from({ length: 10 }, () =>
        newRecord(store, distributionRequests, {
          ownerId: ada.userId,
          fields: { ...neededFields(distributionRequests), ...fields },
        }),
      );
      await save(
        deciding(store),
        some.map((after) => ({ resource: distributionRequests, after })),
      );
    }
    await remove(distributed);
    await ask(ada, 404, 'GET', `/albums/${distributed.album}`);
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });

  it('is deleted in parts, which continue after a crash', async () => {
    const distributed = await takenDown();
    const [distribution = '', takedown = ''] = distributed.requests;
    const store = storeOf(api, { table: new Table(), now: new Date() });
    const sent = { album: distributed.album, status: 'sent', dsp: '4', 'album-title': 'Title' } as const;
    for (let index = 0; index < COUNT; index += 10) {
      const cause = index < COUNT / 2 ? distribution : takedown;
      const fields = { ...neededFields(deliveries), ...sent, 'distribution-request': cause };
      const some = Array.from({ length: 10 }, () =>
        newRecord(store, deliveries, { ownerId: ada.userId, fields }),
      );
      await save(
        deciding(store),
        some.map((after) => ({ resource: deliveries, after })),
      );
    }
    for (const track of distributed.tracks) await ask(ada, 204, 'DELETE', `/tracks/${track}`);
    await interruptedDeletion(() => ask(ada, 204, 'DELETE', `/albums/${distributed.album}`));
    await ask(ada, 404, 'GET', `/albums/${distributed.album}`);
    expect(await finishDeletions()).toBe(1);
    expect(faultsOf(definitions, await allRows())).toEqual([]);
    const rows = (await allRows()).filter(({ slim, rest }) =>
      JSON.stringify([slim, rest]).includes(distributed.album),
    );
    expect(rows.length).toBeGreaterThan(COUNT);
    expect(rows.filter(({ slim }) => (slim as { album?: string }).album === distributed.album)).toEqual([]);
    await ask(ada, 200, 'GET', `/distribution-requests/${distribution}`);
  });
});
