/** What requests for a release of two hundred tracks cost at the table, and an approval that gives as many codes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as albums } from '../../../functions/albums/handler.ts';
import { handler as distribution } from '../../../functions/distribution/handler.ts';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { fillAlbum } from '../../support/catalogue/fill.ts';
import { costOf, type Units } from '../../support/costs.ts';
import { setCover } from '../../support/distribution/cover.ts';
import { newRelease, requestFor } from '../../support/distribution/release.ts';
import { isrcsShown } from '../../support/distribution/shown.ts';
import { useStores } from '../../support/distribution/stores.ts';
import { listen } from '../../support/log.ts';
import { countLateRounds } from '../../support/rounds.ts';
import { withTable } from '../../support/table.ts';

withTable({ codes: { isrc: 'QZLRG', gs1: null } });
useStores();
const TRACKS = 200;
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin({ preapproval: true });
});

async function filled(areCoded: boolean): Promise<string> {
  const { album, artist } = await newRelease(ada, { tracks: 0 });
  await fillAlbum({ ownerId: ada.userId, album, artists: [artist], count: TRACKS, areCoded });
  return album;
}

async function post(path: string, status: number, body?: object) {
  const request = { method: 'POST', path, token: ada.token, ...(body && { body }) };
  const { response, calls, readUnits } = await costOf(distribution, status, request);
  return { cost: { calls, readUnits }, body: response.body };
}

async function operated(command: string, given: object): Promise<Units & { readonly rounds: number }> {
  const { lines, stop } = listen();
  const rounds = countLateRounds();
  const outcome = await operate({ command, arguments: given, actor: 'test' });
  const counted = rounds();
  stop();
  expect(outcome).toHaveProperty('result');
  const line = lines.find(({ event }) => event === 'command');
  return { ...(line?.['table'] as Units), rounds: counted };
}

describe('a release of two hundred tracks', () => {
  it('is requested, pre-approved and approved without reading its tracks', async () => {
    const album = await filled(true);
    const { cost, body } = await post('/distribution-requests', 201, requestFor(album));
    expect(cost).toEqual({ calls: 8, readUnits: 20 });
    const { id } = body.data;
    const preapproved = await post(`/distribution-requests/${id}/preapprove`, 200);
    expect(preapproved.cost).toEqual({ calls: 7, readUnits: 12 });
    await setCover(album);
    const { rounds, ...approved } = await operated('approve-request', { id });
    expect(approved).toMatchObject({ calls: 14, readUnits: 25 });
    // Three of them find out whether the organization is being erased, and one which stores get packages.
    expect(rounds).toBeLessThanOrEqual(10);
  }, 60_000);

  it('costs hardly more to validate, even if every track has a warning', async () => {
    const { album } = await newRelease(ada, {
      tracks: TRACKS,
      artwork: null,
      track: { title: 'So Where (feat. Zoë Ray)', 'isrc-code': 'DEAB12699999' },
    });
    const validate = { method: 'POST', path: `/albums/${album}/validate`, token: ada.token };
    const { response, readUnits } = await costOf(albums, 200, validate);
    expect(readUnits).toBeLessThanOrEqual(32);
    const { warnings } = response.body.meta.validation;
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'titles_not_compared' }));
  }, 60_000);

  it('is shown to operators in calls of a hundred tracks each', async () => {
    const album = await filled(true);
    const { body } = await post('/distribution-requests', 201, requestFor(album));
    expect(await operated('show-album', { id: album })).toMatchObject({ calls: 14, readUnits: 133 });
    expect(await operated('show-request', { id: body.data.id })).toMatchObject({
      calls: 23,
      readUnits: 246,
    });
  }, 60_000);

  it('is rejected after reading only the incomplete tracks', async () => {
    const album = await filled(true);
    await fillAlbum({ ownerId: ada.userId, album, count: 2, afterOrder: TRACKS, artists: [] });
    const { cost, body } = await post('/distribution-requests', 422, requestFor(album));
    expect(body.errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      'The track "Track 201" has no main artist.',
      'The track "Track 202" has no main artist.',
    ]);
    // What was read is read again, and the access of the caller, because no write checks what a rejection was decided on.
    expect(cost).toEqual({ calls: 11, readUnits: 48 });
  }, 60_000);

  it('gets its codes in blocks that are looked up together', async () => {
    const album = await filled(false);
    const { body } = await post('/distribution-requests', 201, requestFor(album));
    const { id } = body.data;
    await post(`/distribution-requests/${id}/preapprove`, 200);
    await setCover(album);
    const approved = await operated('approve-request', { id });
    expect(approved).toMatchObject({ calls: 25, readUnits: 228 });
    expect(approved.rounds).toBeLessThanOrEqual(18);
    expect(approved.writeUnits).toBeLessThan(5.2 * TRACKS);
    expect(new Set(await isrcsShown(ada, album)).size).toBe(TRACKS);
  }, 60_000);
});
