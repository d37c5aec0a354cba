/** Codes that stores have, or may be getting, stay with their owners when albums and tracks change or are deleted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isrcsOfOthers, usedIsrcs, usedUpcs } from '../../../shared/catalogue/used-codes.ts';
import type { Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import type { Parcel } from '../../../shared/ern/write/parcel.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { findTracks } from '../../../shared/usage/import/find-tracks.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { albumAttributes, errorsOf } from '../../support/catalogue-calls.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { approve, approveAutomatically, runStores, useStores } from '../../support/distribution/stores.ts';
import { newUpc } from '../../support/examples.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
let eve: Person;
let number = 0;
beforeAll(async () => {
  [ada, eve] = await Promise.all([newAdmin(), newAdmin()]);
});

const newIsrc = (): string => `DEAB127${String(++number).padStart(5, '0')}`;
const find = async (code: string) => (await findTracks(new Table(), [code])).get(code);
const change = (type: string, id: string, attributes: object, status = 200) =>
  ask(ada, status, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } });
const taken = ['value_taken /data/attributes/upc-code'];

interface Requested {
  readonly album: string;
  readonly track: string;
  readonly isrc: string;
  readonly upc: string;
}

/** A release with one track for one store. */
async function newSingle({ isrc = newIsrc(), upc = newUpc() } = {}): Promise<Requested> {
  const { album, tracks } = await newRelease(ada, {
    ...{ tracks: 1, dsps: ['4'], 'upc-code': upc },
    track: { 'isrc-code': isrc },
  });
  return { album, track: tracks[0] ?? '', isrc, upc };
}

async function approved(album: string, type?: string): Promise<void> {
  await approve(await request(ada, album, type));
}

/** @param hand what the store does with the release. */
async function delivered(
  album: string,
  { type, hand }: { type?: string; hand?: (parcel: Parcel) => Promise<Handover> } = {},
): Promise<void> {
  await approved(album, type);
  await runStores(hand && { storeFor: () => ({ hand }) });
}

const newAlbum = (person: Person, status: number, upc: string) =>
  ask(person, status, 'POST', '/albums', {
    data: { type: 'albums', attributes: { ...albumAttributes, 'upc-code': upc } },
  });

describe('the ISRC of a track', () => {
  it('stays with the track if changed while a store is getting the release', async () => {
    const { album, track, isrc } = await newSingle();
    const other = newIsrc();
    await delivered(album, {
      async hand() {
        await change('tracks', track, { 'isrc-code': other });
        return { is: 'accepted' };
      },
    });
    expect(await find(isrc)).toMatchObject({ id: track, owner: ada.userId });
  });

  it('stays with the track if changed before an attempt of unknown outcome is repeated', async () => {
    const { album, track, isrc } = await newSingle();
    const [second, third] = [newIsrc(), newIsrc()];
    await approveAutomatically(await request(ada, album));
    await change('tracks', track, { 'isrc-code': second });
    await change('tracks', track, { 'isrc-code': third });
    await runStores();
    for (const code of [isrc, second, third]) expect(await find(code)).toMatchObject({ id: track });
  });

  it('is deleted with a track that no store has or is getting', async () => {
    const { album, track, isrc } = await newSingle();
    await change('tracks', track, { 'isrc-code': newIsrc() });
    expect(await find(isrc)).toBe('unknown');
    await delivered(album);
    const never = newIsrc();
    await change('tracks', track, { 'isrc-code': never });
    await change('tracks', track, { 'isrc-code': null });
    expect(await find(never)).toBe('unknown');
  });

  it("belongs to its owner's new track once a store has it, and until then to the deleted one", async () => {
    const first = await newSingle();
    await delivered(first.album);
    await delivered(first.album, { type: 'takedown' });
    await ask(ada, 204, 'DELETE', `/tracks/${first.track}`);
    expect(await find(first.isrc)).toMatchObject({ id: first.track });
    const second = await newSingle({ isrc: first.isrc });
    expect(await find(first.isrc)).toMatchObject({ id: first.track });
    await delivered(second.album);
    expect(await find(first.isrc)).toMatchObject({ id: second.track });
  });

  it('belongs to its current track after two tracks swap codes', async () => {
    const [one, two] = [await newSingle(), await newSingle()];
    for (const { album } of [one, two]) await delivered(album);
    await change('tracks', one.track, { 'isrc-code': two.isrc });
    await change('tracks', two.track, { 'isrc-code': one.isrc });
    for (const { album } of [one, two]) await delivered(album, { type: 'update' });
    expect(await find(one.isrc)).toMatchObject({ id: two.track });
    expect(await find(two.isrc)).toMatchObject({ id: one.track });
  });

  it('keeps the album and artists of a deleted track', async () => {
    const { album, track, isrc } = await newSingle();
    await delivered(album);
    const before = await find(isrc);
    expect(before).toHaveProperty('artists.length', 1);
    await delivered(album, { type: 'takedown' });
    await ask(ada, 204, 'DELETE', `/tracks/${track}`);
    expect(await find(isrc)).toEqual(before);
  });

  it('finds a track by an earlier code even after its deletion', async () => {
    const { album, track, isrc } = await newSingle();
    await delivered(album);
    const second = newIsrc();
    await change('tracks', track, { 'isrc-code': second });
    await delivered(album, { type: 'update' });
    await delivered(album, { type: 'takedown' });
    await ask(ada, 204, 'DELETE', `/tracks/${track}`);
    for (const code of [isrc, second]) expect(await find(code)).toMatchObject({ id: track });
  });
});

describe('the product code of an album', () => {
  it('stays taken if changed while a store is getting the release', async () => {
    const { album, upc } = await newSingle();
    await delivered(album, {
      async hand() {
        await change('albums', album, { 'upc-code': newUpc() });
        return { is: 'accepted' };
      },
    });
    expect(errorsOf(await newAlbum(eve, 422, upc))).toEqual(taken);
  });

  it('is free again if no store has the album with it', async () => {
    const { album, upc } = await newSingle();
    await delivered(album);
    const typo = newUpc();
    await change('albums', album, { 'upc-code': typo });
    await change('albums', album, { 'upc-code': upc });
    await newAlbum(eve, 201, typo);
  });

  it("can be reused by its owner after the album's deletion, even an earlier one", async () => {
    const { album, track, upc } = await newSingle();
    await delivered(album);
    const second = newUpc();
    await change('albums', album, { 'upc-code': second });
    await delivered(album, { type: 'update' });
    for (const code of [upc, second]) expect(errorsOf(await newAlbum(ada, 422, code))).toEqual(taken);
    await delivered(album, { type: 'takedown' });
    await ask(ada, 204, 'DELETE', `/tracks/${track}`);
    await ask(ada, 204, 'DELETE', `/albums/${album}`);
    for (const code of [upc, second]) {
      expect(errorsOf(await newAlbum(eve, 422, code))).toEqual(taken);
      await newAlbum(ada, 201, code);
    }
  });
});

it('codes in stores are never given again, and other owners are warned of them', async () => {
  const { album, track, isrc, upc } = await newSingle();
  await delivered(album);
  await change('albums', album, { 'upc-code': null });
  await change('tracks', track, { 'isrc-code': null });
  const table = new Table();
  const [free, unused] = [newIsrc(), newUpc()];
  expect(await usedIsrcs(table, [isrc, free])).toEqual(new Set([isrc]));
  expect(await usedUpcs(table, [upc, unused])).toEqual(new Set([upc]));
  expect(await isrcsOfOthers(table, eve.userId, [isrc, free])).toEqual(new Set([isrc]));
  expect(await isrcsOfOthers(table, ada.userId, [isrc, free])).toEqual(new Set());
});

it('a takedown uses the codes under which stores have the release', async () => {
  const { album, track, isrc, upc } = await newSingle();
  await delivered(album);
  await change('albums', album, { 'upc-code': null });
  await change('tracks', track, { 'isrc-code': newIsrc() });
  const handed: Parcel[] = [];
  await delivered(album, {
    type: 'takedown',
    async hand(parcel) {
      handed.push(parcel);
      return { is: 'accepted' };
    },
  });
  expect(handed.map(({ release }) => [release.upc, ...release.tracks.map((each) => each.isrc)])).toEqual([
    [upc, isrc],
  ]);
});
