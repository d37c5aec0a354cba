/** Exact table costs of credits, so that an added call is noticed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { creditCalls, naming, violin } from '../../support/credit-calls.ts';
import type { Call } from '../../support/event-of.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const calls = creditCalls(() => ada);
const { change, newArtists, newTrack } = calls;

type Units = [calls: number, readUnits: number, writeUnits: number];

async function cost(request: Call, status = 200): Promise<Units> {
  const { calls, readUnits, writeUnits } = await costOf(tracks, status, { token: ada.token, ...request });
  return [calls, readUnits, writeUnits];
}

/** @returns by how much one request costs more than the other. */
async function more(request: Call, than: Call): Promise<Units> {
  const one = await cost(request);
  const other = await cost(than);
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
}

const replacing = (id: string, credits: readonly object[]) => change(id, { 'extended-credits': credits });
const onlyTitle = (request: Call): Call => ({ ...request, path: `${request.path}?fields[tracks]=title` });

describe('the additional table cost of credits', () => {
  it('is one read for a PATCH that omits them, and nothing without credits', async () => {
    const none = await newTrack();
    const some = await newTrack(naming(await newArtists(3)));
    const patch = (id: string) => change(id, { title: 'Other' });
    expect(await more(patch(some), patch(none))).toEqual([1, 1, 0]);
    expect(await more(onlyTitle(patch(some)), patch(none))).toEqual([0, 0, 0]);
  });

  it('is seven read units and 24 write units for three new artists', async () => {
    const id = await newTrack();
    const patch = replacing(id, naming(await newArtists(3)));
    // The list, its guard and its journal; the artists; their references. Nothing is read to show them.
    expect(await more(patch, change(id, { title: 'Other' }))).toEqual([2, 7, 24]);
  });

  it('is two reads and no write for a PATCH that does not change them', async () => {
    const credits = naming(await newArtists(3));
    const id = await newTrack(credits);
    expect(await more(replacing(id, credits), change(id, { title: 'Other' }))).toEqual([0, 2, -6]);
  });

  it('is one batch for a list of 20 tracks', async () => {
    const album = await calls.newAlbum();
    for (let count = 0; count < 20; count++) await newTrack([violin('Ann'), violin('Bob')], album);
    const list = { path: `/tracks?filter[album]=${album}` };
    expect(await more(list, { path: `${list.path}&fields[tracks]=title` })).toEqual([1, 10, 0]);
  });
});

describe('the table cost of credits', () => {
  it('is bounded for replacing 200 credits with artists', async () => {
    const from = await newArtists(200);
    const to = await newArtists(200);
    const id = await newTrack(naming(from, 'Old'));
    const [requests, readUnits, writeUnits] = await cost(replacing(id, naming(to, 'New')));
    // Each artist and its reference is read; 400 references and counts are written, in ten transactions.
    expect(requests).toBeLessThanOrEqual(24);
    expect(readUnits).toBeLessThanOrEqual(420);
    expect(writeUnits).toBeLessThanOrEqual(2140);
    const [, readBack, written] = await cost({ method: 'DELETE', path: `/tracks/${id}` }, 204);
    expect(readBack).toBeLessThanOrEqual(20);
    expect(writtenPerArtist(written)).toBeLessThanOrEqual(6);
  });

  it('is bounded for the largest credits, which fit into a row and a response', async () => {
    const name = (index: number) => `${'\u{1f3bb}'.repeat(251)}${String(index).padStart(4, '0')}`;
    const credits = Array.from({ length: 200 }, (_, index) => ({
      role: 'assistant_recording_engineer',
      name: name(index),
    }));
    const id = await newTrack(credits);
    const [, readUnits] = await cost({ path: `/tracks/${id}` });
    expect(readUnits).toBeGreaterThan(50);
    expect(readUnits).toBeLessThan(70);
    const { data } = await calls.trackCredits(`filter[track]=${id}&page[size]=100`);
    expect(data).toHaveLength(100);
    expect((await calls.remove(id)).status).toBe(204);
  });

  it('depends only on the filter for a list of track-credits', async () => {
    ada = await newAdmin();
    const [artist = 0] = await newArtists(1);
    const album = await calls.newAlbum();
    const made: string[] = [];
    for (let count = 0; count < 5; count++)
      made.push(await newTrack([violin('Ann', { 'artist-id': artist }), violin('Bob')], album));
    const list = (query: string) => cost({ path: `/track-credits?${query}` });
    // Besides admission: one query of the owner's index, and at first one for a snapshot.
    expect((await list(''))[0]).toBe(3);
    expect((await list('filter[role]=violin'))[0]).toBe(2);
    expect(await list(`filter[track]=${made.join()}`)).toEqual([2, 5, 1]);
    // The list of the album, then the credits of five tracks.
    expect(await list(`filter[album]=${album}`)).toEqual([3, 13, 1]);
    // A snapshot, and the tracks of the artist, then their credits.
    expect(await list(`filter[artist]=${artist}`)).toEqual([4, 6.5, 1]);
    // The list of the album, then the credits of one track, whichever is asked for first.
    const one = `filter[track]=${made[0]}`;
    const all = `filter[album]=${album}`;
    expect(await list(`${all}&${one}`)).toEqual(await list(`${one}&${all}`));
    const [credit] = (await calls.trackCredits(`filter[artist]=${artist}`)).data;
    expect(await cost({ path: `/track-credits/${credit.id}` })).toEqual([3, 2, 1]);
  });

  it("is limited for an artist's credits even if their tracks have many others", async () => {
    const [artist = 0] = await newArtists(1);
    const credits = Array.from({ length: 200 }, (_, index) => ({
      role: 'assistant_recording_engineer',
      name: `${'\u{1f3bb}'.repeat(251)}${index}`,
      ...(index === 0 && { 'artist-id': artist }),
    }));
    for (let count = 0; count < 30; count++) await newTrack(credits);
    const path = `/track-credits?filter[artist]=${artist}&include=track`;
    for (const query of ['&page[size]=10', '&page[size]=30&fields[tracks]=title']) {
      const { response, readUnits } = await costOf(tracks, 200, { path: path + query, token: ada.token });
      expect(response.body.meta.page.total).toBe(30);
      expect(response.body.included).toHaveLength(response.body.data.length);
      expect(readUnits).toBeLessThanOrEqual(1500);
    }
  });
});

const writtenPerArtist = (units: number): number => Math.ceil(units / 200);
