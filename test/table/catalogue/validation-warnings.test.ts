/** Warnings of validations. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../support/calls.ts';
import { one } from '../../support/catalogue-calls.ts';
import { ask, create, request } from '../../support/distribution/release.ts';
import { approve, runStores, useStores } from '../../support/distribution/stores.ts';
import {
  change,
  owner,
  releaseOf,
  useValidations,
  validate,
} from '../../support/distribution/validations.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
useValidations();
let ada: Person;
beforeAll(() => {
  ada = owner();
});

const warningsOf = async (album: string) => (await validate(album)).warnings.map(({ code }) => code);

describe('a validation', () => {
  it('warns of a past release date until the album is delivered', async () => {
    const { album } = await releaseOf(ada, { release_date: '2024-02-29' });
    const { warnings } = await validate(album);
    expect(warnings).toEqual([
      {
        code: 'release_date_past',
        detail: 'The album has a release date in the past and was never delivered.',
        pointer: '/data/attributes/release_date',
        record: { type: 'albums', id: album },
      },
    ]);
    expect((await validate(album, 'update')).warnings).toEqual([]);
    await approve(await request(ada, album));
    await runStores();
    expect(await warningsOf(album)).toEqual([]);
  });

  it('warns of a past release time, which comes earlier in Tokyo than in New York', async () => {
    const { album } = await releaseOf(ada, {});
    const now = new Date();
    const moment = new Date(now.getTime() - 7_200_000);
    const set = (zone: string, offsetHours: number) => {
      const shown = new Date(moment.getTime() + offsetHours * 3_600_000).toISOString();
      return change('albums', album, {
        ...{ release_date: shown.slice(0, 10), 'release-time': shown.slice(11, 16) },
        'release-time-zone': zone,
      });
    };
    await set('Etc/GMT-9', 9);
    expect(await warningsOf(album)).toEqual(['release_date_past']);
    // Four hours later.
    await set('Etc/GMT+5', -1);
    expect(await warningsOf(album)).toEqual([]);
  });

  it('warns of main artists on a compilation, which stores do not show', async () => {
    const { album } = await releaseOf(ada, { 'is-compilation': true });
    expect((await validate(album)).warnings).toEqual([
      {
        code: 'compilation_with_main_artist',
        detail:
          'The album is a compilation with a main artist. Stores do not get the artist and show "Various Artists" in its language.',
        pointer: '/data/relationships/album-artists',
        record: { type: 'albums', id: album },
      },
    ]);
    const { data } = (await ask(ada, 200, 'GET', `/album-artists?filter[album]=${album}`)).body;
    for (const { id } of data) await ask(ada, 204, 'DELETE', `/album-artists/${id}`);
    expect(await validate(album)).toMatchObject({ 'is-complete': true, problems: [], warnings: [] });
    await change('albums', album, { 'is-compilation': false });
    expect((await validate(album)).problems).toMatchObject([{ detail: 'The album has no main artist.' }]);
  });

  it('warns of pre-orders that no store is told about', async () => {
    const { album } = await releaseOf(ada, { 'pre-order-date': '2026-12-01', release_date: '2027-03-05' });
    expect(await warningsOf(album)).toEqual([]);
    const { data } = (await ask(ada, 200, 'GET', `/album-dsps?filter[album]=${album}`)).body;
    await create(ada, 'album-dsps', {
      relationships: { album: one('albums', album), dsp: one('dsps', '16') },
    });
    for (const { id } of data) await ask(ada, 204, 'DELETE', `/album-dsps/${id}`);
    expect((await validate(album)).warnings).toMatchObject([
      { code: 'pre_order_not_given', pointer: '/data/attributes/pre-order-date' },
    ]);
  });

  it.each([
    [{ title: 'So Where (Explicit)' }, true],
    [{ 'version-description': 'Explicit Version' }, true],
    [{ title: 'So Where (Explicit)', 'is-explicit': true }, false],
    [{ title: 'Inexplicitly' }, false],
  ])('warns of an explicit title on a clean track: %j', async (track, isWarned) => {
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track });
    const { warnings } = await validate(album);
    expect(warnings).toEqual(
      isWarned
        ? [
            {
              code: 'explicit_title',
              detail:
                'Track 1 on disc 1 says in its title or version that it is explicit, but is-explicit is false.',
              pointer: '/data/attributes/is-explicit',
              record: { type: 'tracks', id: tracks[0] },
            },
          ]
        : [],
    );
  });

  it.each([
    [{ 'version-description': 'Explicit' }, '6', []],
    [{ 'version-description': ' ' }, '6', []],
    [{}, '6', []],
    [{ 'version-description': ' ' }, null, ['explicit_title']],
    [{ 'version-description': 'Clean' }, '6', []],
  ])('warns of an explicit version until it changes: %j and version %j', async (text, id, codes) => {
    const track = { 'version-description': 'Explicit' };
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track });
    expect(await warningsOf(album)).toEqual(['explicit_title']);
    await change('tracks', String(tracks[0]), text, {
      version: id === null ? { data: null } : one('versions', id),
    });
    expect(await warningsOf(album)).toEqual(codes);
  });

  it('warns of titles that repeat their version, until either changes', async () => {
    const track = { title: 'So Where (Live)' };
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track, title: 'Room [LIVE]' });
    expect(await warningsOf(album)).toEqual([]);
    await change('albums', album, {}, { version: one('versions', '6') });
    await change('tracks', String(tracks[0]), {}, { version: one('versions', '6') });
    const says =
      'ends its title with its version in brackets. Stores add the version, so omit it from the title.';
    const pointer = '/data/attributes/title';
    const code = 'version_repeated';
    expect((await validate(album)).warnings).toEqual([
      { code, detail: `The album ${says}`, pointer, record: { type: 'albums', id: album } },
      { code, detail: `Track 1 on disc 1 ${says}`, pointer, record: { type: 'tracks', id: tracks[0] } },
    ]);
    await change('albums', album, { title: 'Room' });
    await change('tracks', String(tracks[0]), { 'version-description': 'Live in Paris' });
    expect(await warningsOf(album)).toEqual([]);
  });

  it('warns of rights after next year and of orders above 10,000', async () => {
    const next = new Date().getUTCFullYear() + 1;
    const track = { 'rights-owner-year': 99_999, order: 10_001 };
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track, 'rights-owner-year': next + 1 });
    const ofTrack = { type: 'tracks', id: tracks[0] };
    expect((await validate(album)).warnings).toMatchObject([
      { code: 'rights_year_late', record: { type: 'albums', id: album } },
      { code: 'rights_year_late', pointer: '/data/attributes/rights-owner-year', record: ofTrack },
      { code: 'order_too_high', pointer: '/data/attributes/order', record: ofTrack },
    ]);
    await change('albums', album, { 'rights-owner-year': next });
    await change('tracks', String(tracks[0]), { 'rights-owner-year': next, order: 10_000 });
    expect(await warningsOf(album)).toEqual([]);
    await change('tracks', String(tracks[0]), { 'rights-owner-year': next + 1 });
    expect(await warningsOf(album)).toEqual(['rights_year_late']);
  });

  it('warns of lyrics that run past the end of their track, until either changes', async () => {
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track: { length: '00:03:00' } });
    await change('tracks', String(tracks[0]), { 'synced-lyrics': '[03:01.00]La\n[03:01.01]la' });
    const { warnings } = await validate(album);
    expect(warnings).toEqual([
      {
        code: 'lyrics_after_end',
        detail: 'Track 1 on disc 1 has synced-lyrics with times after its end.',
        pointer: '/data/attributes/synced-lyrics',
        record: { type: 'tracks', id: tracks[0] },
      },
    ]);
    for (const [attributes, codes] of [
      [{ length: '00:03:01' }, []],
      [{ 'synced-lyrics': '[04:00]La' }, ['lyrics_after_end']],
      [{ 'synced-lyrics': '[offset:60000]\n[04:00]La' }, []],
      [{ length: '00:02:00' }, ['lyrics_after_end']],
      [{ length: null }, []],
      [{ length: '00:02:00' }, ['lyrics_after_end']],
      [{ 'synced-lyrics': null }, []],
    ] as const) {
      await change('tracks', String(tracks[0]), attributes);
      expect(await warningsOf(album)).toEqual(codes);
    }
  });

  it('warns of featured artists in a title until they are among the artists', async () => {
    const { album, tracks } = await releaseOf(ada, {
      tracks: 1,
      track: { title: 'So Where (feat. Zoë Ray & The Release Artist)' },
    });
    expect(await warningsOf(album)).toEqual(['featured_artist_missing']);
    const artist = await create(ada, 'artists', { attributes: { name: 'Zoe Ray' } });
    const of = { track: one('tracks', String(tracks[0])), artist: one('artists', artist) };
    const credit = await create(ada, 'track-artists', {
      relationships: { ...of, 'artist-role': one('artist-roles', '2') },
    });
    expect(await warningsOf(album)).toEqual([]);
    await change('artists', artist, { name: 'Zoe Bay' });
    expect(await warningsOf(album)).toEqual(['featured_artist_missing']);
    await ask(ada, 204, 'DELETE', `/track-artists/${credit}`);
    await change('tracks', String(tracks[0]), { title: 'So Where' });
    expect(await warningsOf(album)).toEqual([]);
  });

  it('warns that only the first ISRCs and featured artists are compared', async () => {
    const track = { 'isrc-code': null, title: 'So Where (feat. Zoë Ray)' };
    const { album, tracks } = await releaseOf(ada, { tracks: 21, track });
    const record = { type: 'albums', id: album };
    const { warnings } = await validate(album);
    expect(warnings.slice(0, 2)).toMatchObject([
      { code: 'isrcs_not_compared', record },
      { code: 'titles_not_compared', record },
    ]);
    expect(warnings.slice(2)).toMatchObject(
      tracks.slice(0, 5).map((id) => ({ code: 'featured_artist_missing', record: { id } })),
    );
  });
});
