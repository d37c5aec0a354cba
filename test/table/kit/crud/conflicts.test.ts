/** Requests with transaction conflicts succeed when the conflicts end, and change nothing otherwise. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person, send } from '../../../support/calls.ts';
import { catalogueFaults } from '../../../support/catalogue/faults.ts';
import {
  catalogueCalls,
  idsIn,
  many,
  one,
  servesPath,
  trackAttributes,
  trackLinks,
} from '../../../support/catalogue-calls.ts';
import { withConflicts } from '../../../support/conflicts.ts';
import { allRows } from '../../../support/invariants.ts';
import { withTable } from '../../../support/table.ts';

withTable();
const conflicts = withConflicts();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
afterEach(() => {
  conflicts.perWrite = 0;
});

const { ask, get, newAlbum, newArtist, newLabel, newTrack, patch, remove } = catalogueCalls(() => ada);

describe('a write that conflicts with transactions', () => {
  it('is retried until the conflicts end, for every kind of request', async () => {
    conflicts.perWrite = 2;
    const label = await newLabel('Busy');
    const artist = await newArtist('Busy');
    const album = await newAlbum({}, { label: one('labels', label) });
    const other = await newAlbum();
    const track = await newTrack([album], {
      lyrics: 'La',
      'extended-credits': [{ role: 'violin', name: 'Ann', 'artist-id': Number(artist) }],
    });
    await patch(200, 'tracks', track, { attributes: { title: 'Other', order: 7 } });
    await ask('POST', 200, `/tracks/${track}/relationships/albums`, many('albums', [other]));
    await ask('DELETE', 200, `/tracks/${track}/relationships/albums`, many('albums', [album]));
    expect(idsIn(await get(`/tracks?filter[album]=${other}`))).toEqual([track]);
    expect(idsIn(await get(`/albums/${album}/tracks`))).toEqual([]);
    await remove(204, 'albums', album);
    await remove(204, 'tracks', track);
    expect(await catalogueFaults(await allRows())).toEqual([]);
    expect([...conflicts.met.keys()].toSorted()).toEqual(
      expect.arrayContaining(['TransactWriteItems', 'UpdateItem']),
    );
  });

  it('ends in a 503 without changes if the conflicts do not end', async () => {
    const album = await newAlbum();
    const label = await newLabel('Unchanged');
    const track = await newTrack([album]);
    const rows = async () => (await allRows()).filter(({ pk }) => !/^access#/.test(String(pk)));
    const before = await rows();
    const requests = [
      ['PATCH', `/labels/${label}`, { data: { type: 'labels', id: label, attributes: { name: 'Other' } } }],
      ['PATCH', `/tracks/${track}`, { data: { type: 'tracks', id: track, attributes: { order: 4 } } }],
      ['DELETE', `/tracks/${track}`, undefined],
      [
        'POST',
        '/tracks',
        {
          data: {
            type: 'tracks',
            attributes: { ...trackAttributes, order: 9 },
            relationships: trackLinks([album]),
          },
        },
      ],
    ] as const;
    // Each request is admitted.
    Object.assign(conflicts, { perWrite: 1000, except: 'access#' });
    const responses = await Promise.all(
      requests.map(([method, path, body]) =>
        send(servesPath(path), { method, path, token: ada.token, ...(body && { body }) }),
      ),
    );
    conflicts.perWrite = 0;
    expect(responses.map(({ status }) => status)).toEqual(requests.map(() => 503));
    for (const { headers } of responses) expect(headers['Retry-After']).toMatch(/^[1-9]\d*$/);
    expect(await rows()).toEqual(before);
  });
});
