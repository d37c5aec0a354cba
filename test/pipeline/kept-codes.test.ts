/** Codes that stores have keep their money: what the lines of reports earn follows them, whatever their track does. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as albums } from '../../functions/albums/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { SeededRandom } from '../support/catalogue/random.ts';
import { albumAttributes, errorsOf } from '../support/catalogue-calls.ts';
import { isLong } from '../support/long-run.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { importReport, usageSums, useUsage } from './usage.ts';

useUsage();
let ada: Person;
let eve: Person;
let number = 0;
beforeAll(async () => {
  [ada, eve] = await Promise.all([newAdmin(), newAdmin()]);
});

const newCode = (): string => `DEAB126${String(++number).padStart(5, '0')}`;
const patchTrack = (id: string, attributes: object) =>
  call(tracks, 200, {
    method: 'PATCH',
    path: `/tracks/${id}`,
    token: ada.token,
    body: { data: { type: 'tracks', id, attributes } },
  });
const deleteTrack = (id: string) =>
  call(tracks, 204, { method: 'DELETE', path: `/tracks/${id}`, token: ada.token });
const line = (isrc: string, revenue: number) => `2026-01-05,1,US,${isrc},1,${revenue},EUR`;
const report = async (name: string, lines: readonly string[]) =>
  (await importReport({ name, content: lines })).counts;
/** What the month has earned, in the unit of sums. */
const earned = async (owner = ada): Promise<number> =>
  Number((await usageSums()).revenue[`${owner.userId} EUR 2026-01`] ?? 0n);
const UNIT = 1e12;

describe.each([
  ['gets another code', (id: string) => patchTrack(id, { 'isrc-code': newCode() })],
  ['loses its code', (id: string) => patchTrack(id, { 'isrc-code': null })],
  ['is deleted', deleteTrack],
])('a track that %s after a store has received it', (what, change) => {
  it('keeps the lines of corrected and later reports with its former code', async () => {
    const code = newCode();
    const { trackIds } = await newDeliveredRelease(ada, [
      { title: 'Kept', isrc: code },
      { title: 'Other', isrc: newCode() },
    ]);
    const id = trackIds[0] ?? '';
    const before = await earned();
    const name = `${what}.csv`;
    expect(await report(name, [line(code, 10)])).toMatchObject({ imported: 1, unmatched: 0 });
    await change(id);
    expect(await report(name, [line(code, 12)])).toMatchObject({ imported: 1, unmatched: 0 });
    expect(await report(`later ${name}`, [line(code, 3)])).toMatchObject({ imported: 1, unmatched: 0 });
    expect(await earned()).toBe(before + 15 * UNIT);
    const { lines } = await usageSums();
    expect(Object.keys(lines).filter((key) => key.includes(` ${code} ${id} `))).not.toEqual([]);
  });
});

describe('a code', () => {
  it('matches neither of two owners whose stores got it, even if one has changed it', async () => {
    const code = newCode();
    const { trackIds } = await newDeliveredRelease(ada, [{ title: 'One', isrc: code }]);
    await newDeliveredRelease(eve, [{ title: 'Two', isrc: code }]);
    await patchTrack(trackIds[0] ?? '', { 'isrc-code': null });
    expect(await report('two.csv', [line(code, 10)])).toMatchObject({ imported: 1, unmatched: 1 });
  });
});

it('random changes of delivered tracks do not change past earnings', async () => {
  const random = new SeededRandom(isLong ? Date.now() : 11);
  const sums = new Map<string, number>();
  const start = await earned();
  const live: { id: string; codes: string[]; album: string }[] = [];
  const known: string[] = [];
  for (let step = 0; step < (isLong ? 400 : 40); step++) {
    const pick = live.length > 0 ? random.pick(live) : undefined;
    const action = pick
      ? random.pick(['deliver', 'change', 'empty', 'delete', 'report', 'report', 'correct'])
      : 'deliver';
    if (action === 'deliver' || !pick) {
      const codes = [newCode(), newCode()];
      const { trackIds, albumId } = await newDeliveredRelease(
        ada,
        codes.map((isrc) => ({ title: isrc, isrc })),
      );
      for (const [at, id] of trackIds.entries()) live.push({ id, codes: [codes[at] ?? ''], album: albumId });
      known.push(...codes);
    } else if (action === 'change') await patchTrack(pick.id, { 'isrc-code': newCode() });
    else if (action === 'empty') await patchTrack(pick.id, { 'isrc-code': null });
    else if (action === 'delete') {
      await deleteTrack(pick.id);
      live.splice(live.indexOf(pick), 1);
    } else {
      const names = [...sums.keys()];
      const name = action === 'correct' && names.length > 0 ? random.pick(names) : `random ${step}.csv`;
      const some = Array.from({ length: 3 }, () => random.pick(known));
      const lines = some.map((code, at) => line(code, step + at + 1));
      expect(await report(name, lines), `step ${step}`).toMatchObject({ unmatched: 0 });
      sums.set(name, 3 * step + 6);
    }
    const expected = [...sums.values()].reduce((sum, each) => sum + each, 0);
    expect(await earned(), `step ${step}: ${action}`).toBe(start + expected * UNIT);
  }
});

describe('the product code of an album that a store has', () => {
  const setUpc = (person: Person, status: number, id: string, upc: string | null) =>
    call(albums, status, {
      method: 'PATCH',
      path: `/albums/${id}`,
      token: person.token,
      body: { data: { type: 'albums', id, attributes: { 'upc-code': upc } } },
    });
  const newAlbum = (person: Person, status: number, upc: string | null) =>
    call(albums, status, {
      method: 'POST',
      path: '/albums',
      token: person.token,
      body: { data: { type: 'albums', attributes: { ...albumAttributes, 'upc-code': upc } } },
    });

  const taken = ['value_taken /data/attributes/upc-code'];

  it('is unavailable to every other album even after the album loses it', async () => {
    const { albumId, upc } = await newDeliveredRelease(ada, [{ title: 'Song', isrc: newCode() }]);
    await setUpc(ada, 200, albumId, null);
    expect(errorsOf(await newAlbum(ada, 422, upc))).toEqual(taken);
    expect(errorsOf(await newAlbum(eve, 422, upc))).toEqual(taken);
    const other = (await newAlbum(eve, 201, null)).body.data.id;
    expect(errorsOf(await setUpc(eve, 422, other, upc))).toEqual(taken);
  });

  it('is unavailable to albums of other owners even after the album is deleted', async () => {
    const { albumId, upc, trackIds } = await newDeliveredRelease(ada, [{ title: 'Song', isrc: newCode() }]);
    for (const id of trackIds) await deleteTrack(id);
    await call(albums, 204, { method: 'DELETE', path: `/albums/${albumId}`, token: ada.token });
    expect(errorsOf(await newAlbum(eve, 422, upc))).toEqual(taken);
    await newAlbum(ada, 201, upc);
  });

  it('can be given back to the album', async () => {
    const { albumId, upc } = await newDeliveredRelease(ada, [{ title: 'Song', isrc: newCode() }]);
    await setUpc(ada, 200, albumId, null);
    await setUpc(ada, 200, albumId, upc);
  });
});
