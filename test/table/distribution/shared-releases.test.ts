/** The release that the deliveries of a request hand over. The first of them stores it for the others. */
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { deliveries } from '../../../shared/distribution/api/deliveries.ts';
import { parcelFor } from '../../../shared/distribution/deliveries/parcel-for.ts';
import { readRelease } from '../../../shared/distribution/deliveries/read-release.ts';
import type { DspStore, Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import { newReleaseMessage } from '../../../shared/ern/write/new-release-message.ts';
import type { Parcel } from '../../../shared/ern/write/parcel.ts';
import { linkedRecords } from '../../../shared/kit/records/linked-records.ts';
import { findRecord, storeOf } from '../../../shared/kit/records/store.ts';
import { digestOf } from '../../../shared/kit/table/digest.ts';
import type { Assignment } from '../../../shared/kit/table/expressions.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import type { Units } from '../../support/costs.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import {
  approveAutomatically,
  command,
  type Running,
  runStores,
  useStores,
} from '../../support/distribution/stores.ts';
import { allRows } from '../../support/invariants.ts';
import { listen } from '../../support/log.ts';
import { outsideOfRoles } from '../../support/role-checks.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { testSettings, withTable } from '../../support/table.ts';

withTable();
useStores();
const bucket = withBucket();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
beforeEach(() => {
  bucket.rejectsWith = undefined;
});

/** All that are active: two take videos, and two of these fingerprint. */
const DSPS = ['1', '2', '3', '4', '5', '6', '9', '12', '16'];

type Took = (parcel: Parcel) => Promise<unknown> | unknown;

/** A store that accepts everything. */
const taking = (took: Took, result: Handover = { is: 'accepted' }) => ({
  storeFor: (): DspStore => ({
    hand: async (parcel) => {
      await outsideOfRoles(() => took(parcel));
      return result;
    },
  }),
});

/** @returns the parcels in the order of the hand-overs. */
async function parcelsOf(more: Running & { readonly took?: Took } = {}): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  const { took, ...running } = more;
  const stores = taking(async (parcel) => {
    parcels.push(parcel);
    await took?.(parcel);
  });
  await runStores({ ...stores, ...running });
  return parcels;
}

const renamed = (album: string, title: string) =>
  ask(ada, 200, 'PATCH', `/albums/${album}`, { data: { type: 'albums', id: album, attributes: { title } } });

const titlesOf = (parcels: readonly Parcel[]) => parcels.map(({ release }) => release.title);

/** The rows of shared releases of all requests, without those that say which tracks were marked. */
const sharedRows = async (): Promise<Item[]> =>
  (await allRows()).filter(({ sk }) => String(sk).endsWith('#release'));

const sharedObjects = async () => [...(await bucket.files('releases')).keys()];

async function approved(album: string): Promise<string> {
  const id = await request(ada, album);
  await approveAutomatically(id);
  return id;
}

/** Too long for a row, however well it is compressed. */
const lyrics = randomBytes(9000).toString('base64');

/** The digest of the message in a package, for short differences. */
const messageOf = (parcel: Parcel) =>
  `${parcel.dsp.id} ${digestOf(newReleaseMessage(parcel, [], testSettings.packages))}`;

describe('the deliveries of a request', () => {
  it('cost 21 read units each for ten tracks on nine stores, because they share one read', async () => {
    const { album } = await newRelease(ada, { tracks: 10, dsps: DSPS });
    await approved(album);
    const { lines, stop } = listen();
    await runStores({ oneByOne: true });
    stop();
    const tables = lines.flatMap(({ event, table }) => (event === 'store.attempted' ? (table as Units) : []));
    const units = tables.map(({ readUnits }) => readUnits).toSorted((left, right) => right - left);
    expect(units).toHaveLength(DSPS.length);
    const [first = 0, ...others] = units;
    // Each row twice, because it must not change between the reads.
    expect(first).toBeLessThanOrEqual(130);
    expect(Math.max(...others)).toBeLessThanOrEqual(8);
    expect(units.reduce((sum, each) => sum + each) / units.length).toBeLessThanOrEqual(21);
  });

  it('deliver the same bytes as separate reads, and each store gets only its tracks', async () => {
    const { album, tracks } = await newRelease(ada, { tracks: 3, dsps: DSPS });
    const unscanned = { type: 'tracks', id: tracks[1], attributes: { 'allow-fingerprint-scan': false } };
    await ask(ada, 200, 'PATCH', `/tracks/${tracks[1]}`, { data: unscanned });
    await approved(album);
    const store = storeOf(api, { table: new Table(), now: new Date() });
    const record = await findRecord(store, albums, album);
    if (!record) throw new Error('There is no album.');
    const { records } = await linkedRecords(store, record, { resource: deliveries, by: 'album' });
    const separate = records.map(async (delivery) =>
      parcelFor(delivery, await readRelease(store, { delivery, album: record })),
    );
    const expected = (await Promise.all(separate)).flatMap((parcel) => (parcel ? messageOf(parcel) : []));
    const parcels = await parcelsOf();
    expect(parcels.map(messageOf).toSorted()).toEqual(expected.toSorted());
    const counts = parcels.map(({ dsp, release }) => `${dsp.id}: ${release.tracks.length}`);
    expect(counts).toEqual(expect.arrayContaining(['1: 3', '5: 2', '16: 2']));
  });

  it.each([false, true])('leave nothing behind even if the release exceeds a row: %s', async (isLong) => {
    const track = isLong ? { track: { lyrics } } : {};
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'], ...track });
    await approved(album);
    const stored: number[] = [];
    const parcels = await parcelsOf({
      oneByOne: true,
      took: async () => {
        const rows = await sharedRows();
        expect(rows.map(({ expires }) => expires)).toEqual([expect.any(Number)]);
        stored.push((await sharedObjects()).length);
      },
    });
    expect(parcels.map(({ release }) => release.tracks[0]?.lyrics ?? null)).toEqual(
      isLong ? [lyrics, lyrics] : [null, null],
    );
    expect(stored).toEqual(isLong ? [1, 1] : [0, 0]);
    expect([await sharedRows(), await sharedObjects()]).toEqual([[], []]);
  });

  it('tolerate a shared release that cannot be removed, which then expires', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '4'], track: { lyrics } });
    await approved(album);
    let hands = 0;
    const { lines, stop } = listen();
    await parcelsOf({
      oneByOne: true,
      took: () => {
        hands += 1;
        if (hands === 2) bucket.rejectsWith = 503;
      },
    });
    stop();
    expect(lines.map(({ event }) => event)).toContain('release.not_removed');
    const { data } = (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album}`)).body;
    expect(data.map(({ attributes }: { attributes: { status: string } }) => attributes.status)).toEqual([
      'sent',
      'sent',
    ]);
    const [row] = await sharedRows();
    expect(Number(row?.['expires'])).toBeLessThanOrEqual(Date.now() / 1000 + 86_400);
    await new Table().commit([{ delete: { pk: String(row?.['pk']), sk: String(row?.['sk']) } }]);
  });

  it('share nothing if there is only one', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1'] });
    await approved(album);
    await parcelsOf({ took: async () => expect(await sharedRows()).toEqual([]) });
  });
});

/** Makes the work of the deliveries what earlier versions of the service have written. */
async function asWrittenBefore(): Promise<void> {
  const rows = (await allRows()).filter((row) => 'approvedTogether' in row);
  expect(rows.length).toBeGreaterThan(1);
  for (const { pk, sk } of rows) {
    const old = [{ remove: 'approvedTogether' }, { remove: 'albumDeliveries' }];
    await new Table().commit([{ update: { pk: String(pk), sk: String(sk) }, with: old }]);
  }
}

it('deliveries approved by an earlier version read the release separately', async () => {
  const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '2'], title: 'Before' });
  await approved(album);
  await asWrittenBefore();
  const titles = titlesOf(await parcelsOf({ oneByOne: true, took: () => renamed(album, 'Later') }));
  expect(titles).toEqual(['Before', 'Later']);
  expect(await sharedRows()).toEqual([]);
});

describe('a shared release', () => {
  it('stays as the first delivery read it for all first attempts', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '2', '4'], title: 'Before' });
    await approved(album);
    await renamed(album, 'Approved');
    const titles = titlesOf(await parcelsOf({ oneByOne: true, took: () => renamed(album, 'Later') }));
    expect(titles).toEqual(['Approved', 'Approved', 'Approved']);
  });

  it('is not used by later attempts, which deliver repairs', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '2'], title: 'Broken' });
    await approved(album);
    const titles: string[] = [];
    const failing = taking(({ release }) => titles.push(release.title), { is: 'failed', reason: 'Busy.' });
    await runStores(failing);
    await renamed(album, 'Repaired');
    const later = await parcelsOf({ now: () => new Date(Date.now() + 3_600_000) });
    expect(titles).toEqual(['Broken', 'Broken']);
    expect(titlesOf(later)).toEqual(['Repaired', 'Repaired']);
    expect(await sharedRows()).toEqual([]);
  });

  it('is replaced after a new approval, even if the former one was not removed', async () => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '2'], title: 'First' });
    const id = await approved(album);
    const rows: Item[] = [];
    const rejecting = taking(async () => rows.push(...(await sharedRows())), {
      is: 'rejected',
      reason: 'No.',
    });
    await runStores({ ...rejecting, oneByOne: true });
    await new Table().commit(rows.slice(0, 1).map((row) => ({ put: row as Item & Key })));
    await renamed(album, 'Second');
    await command('requeue-request', { id });
    await approveAutomatically(id);
    expect(titlesOf(await parcelsOf())).toEqual(['Second', 'Second']);
    expect(await sharedRows()).toEqual(rows.slice(0, 1));
    await new Table().deleteMany(rows.slice(0, 1) as (Item & Key)[]);
  });

  const gone = { object: 'releases/1/gone', bytes: 4, sha256: '' };
  const spoilt: readonly (readonly [string, Assignment])[] = [
    ['has content that is not a release', { set: 'content', to: { row: 'AAAA' } }],
    ['has an object that does not exist', { set: 'content', to: gone }],
    ['has a form that is not known', { remove: 'content' }],
  ];
  it.each(spoilt)('is reread from the table if its row %s', async (_, assignment) => {
    const { album } = await newRelease(ada, { tracks: 1, dsps: ['1', '2'], title: 'Before' });
    await approved(album);
    const spoil = async () => {
      const [row] = await sharedRows();
      const key = { pk: String(row?.['pk']), sk: String(row?.['sk']) };
      await new Table().commit([{ update: key, with: [assignment] }]);
      await renamed(album, 'As it is now');
    };
    let hands = 0;
    const took = async () => {
      hands += 1;
      if (hands === 1) await spoil();
    };
    expect(titlesOf(await parcelsOf({ oneByOne: true, took }))).toEqual(['Before', 'As it is now']);
    expect(await sharedRows()).toEqual([]);
  });
});
