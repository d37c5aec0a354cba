/** Responses near the limit of 6 MB: those that fit are read, and those that do not are rejected before their texts are. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { artists as artistType } from '../../../shared/catalogue/api/artists.ts';
import { trackArtists } from '../../../shared/catalogue/api/credited-artists.ts';
import { tracks as declaration } from '../../../shared/catalogue/api/tracks.ts';
import { newRecord } from '../../../shared/kit/records/store.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { rowsOf, writeRows } from '../../support/rows-of.ts';
import { withTable } from '../../support/table.ts';

withTable();
const now = new Date();
const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };

/** An owner with an album of 100 tracks with these lyrics. */
async function ownerOf(lyrics: string): Promise<string> {
  const { userId: ownerId, token } = await newAdmin();
  const album = newRecord({ now }, albums, {
    ownerId,
    fields: { ...rights, title: 'Large', release_date: '2027-01-01' },
  });
  const songs = Array.from({ length: 100 }, (_, index) => {
    const song = newRecord({ now }, declaration, {
      ownerId,
      fields: {
        ...rights,
        title: 'Song',
        order: index + 1,
        'oldest-album': album.id,
        'primary-genre': '1',
        language: '1',
      },
    });
    return { ...song, fields: { ...song.fields, lyrics } };
  });
  const places = songs.map(({ id: track, fields: { order } }) =>
    newRecord({ now }, albumTracks, { ownerId, fields: { album: album.id, track, order } }),
  );
  await writeRows(rowsOf(definitions, [album, ...songs, ...places]));
  return token;
}

const QUERY = '/album-tracks?page[size]=100&include=album,track';
const REJECTED_UNITS = 300;

describe('a page with large texts', () => {
  let wide: string;
  let quoted: string;
  let fitting: string;
  beforeAll(async () => {
    // Each takes 62 KB, or as many once they are escaped.
    wide = await ownerOf('\u{1f3bb}'.repeat(15_500));
    quoted = await ownerOf('"'.repeat(17_000));
    fitting = await ownerOf('\u{1f3bb}'.repeat(13_000));
  });

  it.each([
    ['takes 6.2 MB', () => wide],
    ['takes 6.8 MB once it is escaped', () => quoted],
  ])('is rejected for at most 300 read units if it %s', async (_, token) => {
    const { response, readUnits } = await costOf(tracks, 400, { path: QUERY, token: token() });
    expect(response.body.errors).toMatchObject([
      {
        code: 'response_too_large',
        detail: expect.stringContaining('omit lyrics'),
        source: { parameter: 'include' },
      },
    ]);
    expect(readUnits).toBeLessThanOrEqual(REJECTED_UNITS);
  });

  it('is shown at 5.2 MB', async () => {
    const { response, readUnits } = await costOf(tracks, 200, { path: QUERY, token: fitting });
    expect(response.body.included).toHaveLength(101);
    expect(readUnits).toBeGreaterThan(REJECTED_UNITS);
  });

  it('is shown without the texts', async () => {
    const path = `${QUERY}&fields[tracks]=title`;
    for (const token of [wide, quoted]) await costOf(tracks, 200, { path, token });
  });
});

it('a page is shown if finding all its links costs no more than some of them', async () => {
  const { userId: ownerId, token } = await newAdmin();
  const people = Array.from({ length: 100 }, (_, index) =>
    newRecord({ now }, artistType, { ownerId, fields: { name: `Artist ${index}` } }),
  );
  const links = people.flatMap(({ id: artist }) =>
    Array.from({ length: 19 }, (_, index) =>
      newRecord({ now }, trackArtists, {
        ownerId,
        fields: { track: `${index + 1}`, artist, 'artist-role': '1' },
      }),
    ),
  );
  await writeRows(rowsOf(definitions, [...people, ...links]));
  const path = '/artists?page[size]=100&include=track-artists';
  const { response, readUnits } = await costOf(artists, 200, { path, token });
  expect(response.body.included).toHaveLength(1900);
  expect(readUnits).toBeGreaterThan(900);
});
