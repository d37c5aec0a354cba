/** Warnings of validations. */
import { beforeAll, describe, expect, it } from 'vitest';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { artworkWork } from '../../../shared/catalogue/artwork/artwork-work.ts';
import { recordArtwork } from '../../../shared/catalogue/artwork/record-artwork.ts';
import { pendingArtwork } from '../../../shared/catalogue/rules/album-artwork.ts';
import { findRecord, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { one } from '../../support/catalogue-calls.ts';
import { ask, create, request } from '../../support/distribution/release.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import {
  change,
  files,
  owner,
  releaseOf,
  useValidations,
  validate,
} from '../../support/distribution/validations.ts';
import { newUpc } from '../../support/examples.ts';
import { jpeg, png } from '../../support/images.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
useValidations();
let ada: Person;
let eve: Person;
beforeAll(async () => {
  ada = owner();
  eve = await newAdmin();
});

/** A PNG whose header states another size. */
function pngOfSize(width: number, height: number): Buffer {
  const bytes = png(8, 8);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const recordOf = async (album: string) =>
  required(await findRecord({ table: new Table() }, albums, album), 'It was made.');
const warningsOf = async (album: string, type?: string) =>
  (await validate(album, type)).warnings.map(({ code }) => code);

describe('a validation warns', () => {
  it.each([
    [png(2999, 3010), ['artwork_too_small'], { width: 2999, height: 3010 }],
    [png(1200, 900), ['artwork_not_square', 'artwork_too_small'], { width: 1200, height: 900 }],
    [Buffer.from('GIF89a'.padEnd(40)), ['artwork_unreadable'], { width: null, height: null }],
    [jpeg(3000, 3000).subarray(0, 9000), ['artwork_damaged'], { width: 3000, content: 'damaged' }],
    [jpeg(3000, 3000, { components: 4 }), ['artwork_not_rgb'], { colors: 'cmyk', content: 'whole' }],
    [jpeg(3000, 3000, { components: 1 }), ['artwork_not_rgb'], { colors: 'gray', content: 'whole' }],
    [png(3000, 3000, { type: 2, bits: 16 }), ['artwork_over_8_bits'], { bits: 16, content: 'whole' }],
    [jpeg(3000, 3000, { frame: 0xc3 }), ['artwork_unreadable'], { status: 'failed', width: null }],
    [
      pngOfSize(10_001, 10_001),
      ['artwork_too_large'],
      { width: 10_001, content: 'unchecked', error: 'It has more than 10000 pixels on a side.' },
    ],
    [
      pngOfSize(0x7f_ff_ff_ff, 3000),
      ['artwork_not_square', 'artwork_too_large'],
      { width: 0x7f_ff_ff_ff, content: 'unchecked' },
    ],
  ])('of artwork that stores do not accept, and keeps what it has read: %#', async (file, codes, size) => {
    files().served.set('/other', file);
    const { album } = await releaseOf(ada, { artwork: files().url('/other') });
    expect(await warningsOf(album)).toEqual(codes);
    const { meta } = (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data;
    expect(meta.artwork).toMatchObject(size);
  });

  it('of a damaged cover with the reason', async () => {
    files().served.set('/cut', png(3000, 3000).subarray(0, 600));
    const { album } = await releaseOf(ada, { artwork: files().url('/cut') });
    expect((await validate(album)).warnings).toEqual([
      {
        code: 'artwork_damaged',
        detail: 'The album has artwork that is damaged. The file ends before its picture does.',
        pointer: '/data/meta/artwork',
        record: { type: 'albums', id: album },
      },
    ]);
  });

  it('of a cover whose server breaks off, which is then read in the background', async () => {
    const file = jpeg(3000, 3000);
    files().served.set('/broken-off', (_, response) => {
      response.writeHead(200, { 'content-length': file.length });
      response.write(file.subarray(0, 90_000), () => response.destroy());
    });
    const { album } = await releaseOf(ada, { artwork: files().url('/broken-off') });
    expect(await warningsOf(album)).toEqual(['artwork_not_checked']);
    expect(await warningsOf(album)).toEqual(['artwork_not_checked']);
    const { meta } = (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data;
    expect(meta.artwork).toMatchObject({ status: 'pending', content: null });
    expect(await new Table().get(artworkWork.key(album))).toMatchObject({ position: 0 });
  });

  it('of artwork whose server does not respond, and then keeps nothing', async () => {
    files().served.set('/failing', (_, response) => void response.writeHead(503).end());
    const { album } = await releaseOf(ada, { artwork: files().url('/failing') });
    const { warnings } = await validate(album);
    expect(warnings).toMatchObject([
      {
        code: 'artwork_unreadable',
        detail: 'The album has artwork that cannot be read. The server responded with status 503.',
        pointer: '/data/attributes/artwork',
      },
    ]);
    const { meta } = (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data;
    expect(meta.artwork).toBeNull();
  });

  it('of the artwork that the server has now, whose file is read again only if it is another', async () => {
    const sent: number[] = [];
    let file = png(3000, 3000);
    files().served.set('/changing', (_, response) => {
      sent.push(file.length);
      const etag = `"${file.readUInt32BE(16)}"`;
      response.writeHead(200, { 'content-length': file.length, etag }).end(file);
    });
    const { album } = await releaseOf(ada, { artwork: files().url('/changing') });
    expect(await warningsOf(album)).toEqual([]);
    const version = async () => (await ask(ada, 200, 'GET', `/albums/${album}`)).headers['ETag'];
    const before = await version();
    expect(await warningsOf(album)).toEqual([]);
    expect(await version()).toBe(before);
    file = png(1500, 1500);
    expect(await warningsOf(album)).toEqual(['artwork_too_small']);
    expect(sent).toHaveLength(3);
    expect(await version()).not.toBe(before);
  });

  it('of artwork once for many that validate the album, and keeps no ETag that is long', async () => {
    const file = png(3000, 3000);
    const headers = { 'content-length': file.length, etag: `"${'x'.repeat(12_000)}"` };
    files().served.set('/tagged', (_, response) => void response.writeHead(200, headers).end(file));
    const { album } = await releaseOf(ada, { artwork: files().url('/tagged') });
    const { version } = await recordOf(album);
    await Promise.all(Array.from({ length: 8 }, () => validate(album)));
    const record = await recordOf(album);
    expect(record.version).toBe(version + 1);
    expect(record.fields['artwork-read']).toMatchObject({ width: 3000, etag: null });
  });

  it('of the file that it has read, but does not replace what was recorded in the meantime', async () => {
    const file = png(1200, 900);
    const url = files().url('/slow');
    const newer = { ...pendingArtwork(url), status: 'completed', width: 3000, height: 3000 } as const;
    files().served.set('/slow', async (_, response) => {
      const store = storeOf(api, { table: new Table(), now: new Date() });
      await recordArtwork(store, { album: await recordOf(album), artwork: newer });
      response.writeHead(200, { 'content-length': file.length }).end(file);
    });
    const { album } = await releaseOf(ada, { artwork: url });
    expect(await warningsOf(album)).toEqual(['artwork_not_square', 'artwork_too_small']);
    expect((await recordOf(album)).fields['artwork-read']).toEqual(newer);
  });

  it('of a release date in the past, until the album was delivered', async () => {
    const { album } = await releaseOf(ada, { release_date: '2024-02-29' });
    const { warnings } = await validate(album);
    expect(warnings).toEqual([
      {
        code: 'release_date_past',
        detail: 'The album has a release date in the past, and was never delivered.',
        pointer: '/data/attributes/release_date',
        record: { type: 'albums', id: album },
      },
    ]);
    expect((await validate(album, 'update')).warnings).toEqual([]);
    await approve(await request(ada, album));
    await runStores();
    expect(await warningsOf(album)).toEqual([]);
  });

  it('of a release time in the past, which is earlier in Tokyo than in New York', async () => {
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

  it('of main artists of a compilation, which stores do not show', async () => {
    const { album } = await releaseOf(ada, { 'is-compilation': true });
    expect((await validate(album)).warnings).toEqual([
      {
        code: 'compilation_with_main_artist',
        detail:
          'The album is a compilation with a main artist, who is not given to stores. They show "Various Artists" in its language.',
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

  it('of pre-orders that none of its stores is told of', async () => {
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
  ])('of a title that says explicit on a clean track: %j', async (track, isWarned) => {
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
  ])('of a version that says explicit until it is another: %j and version %j', async (text, id, codes) => {
    const track = { 'version-description': 'Explicit' };
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track });
    expect(await warningsOf(album)).toEqual(['explicit_title']);
    await change('tracks', String(tracks[0]), text, {
      version: id === null ? { data: null } : one('versions', id),
    });
    expect(await warningsOf(album)).toEqual(codes);
  });

  it('of titles that end with their version, until the title or the version is another', async () => {
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

  it('of years of rights after the next, and of orders above 10,000', async () => {
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

  it('of lyrics with times after the end of their track, until one of both changes', async () => {
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

  it('of featured artists in a title who are not among the artists, until they are', async () => {
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

  it('of an isrc-code that is not an ISRC, and says what stores get instead', async () => {
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track: { 'isrc-code': 'pending' } });
    const [track = ''] = tracks;
    expect((await validate(album)).warnings).toMatchObject([
      { code: 'isrc_not_valid', detail: expect.stringContaining('Messages to stores omit it.') },
    ]);
    await change('tracks', track, { 'isrc-code': 'DEAB12690001' });
    expect(await warningsOf(album)).toEqual([]);
    await change('tracks', track, { 'isrc-code': 'DEAB1269000' });
    expect(await warningsOf(album)).toEqual(['isrc_not_valid']);
    await change('tracks', track, { 'isrc-code': null });
    expect(await warningsOf(album)).toEqual([]);
  });

  it('of the ISRC of an earlier track of the album', async () => {
    const { album, tracks } = await releaseOf(ada, { tracks: 3, track: { 'isrc-code': 'DEAB12690002' } });
    await change('tracks', String(tracks[1]), { 'isrc-code': 'DEAB12690003' });
    expect((await validate(album)).warnings).toMatchObject([
      {
        code: 'isrc_repeated',
        detail: expect.stringContaining('Track 1 on disc 1 has it, too.'),
        record: { type: 'tracks', id: tracks[2] },
      },
    ]);
  });

  it('of codes other than those with which stores have the release', async () => {
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track: { 'isrc-code': 'DEAB12690004' } });
    const [track = ''] = tracks;
    await approve(await request(ada, album));
    await runStores();
    expect(await warningsOf(album, 'update')).toEqual([]);
    await change('tracks', track, { 'isrc-code': 'DEAB12690005' });
    await change('albums', album, { 'upc-code': newUpc() });
    expect((await validate(album, 'update')).warnings).toMatchObject([
      { code: 'code_differs_from_stores', record: { id: album }, pointer: '/data/attributes/upc-code' },
      { code: 'code_differs_from_stores', record: { id: track }, pointer: '/data/attributes/isrc-code' },
    ]);
    await approve(await request(ada, album, 'update'));
    await runStores();
    expect(await warningsOf(album, 'update')).toEqual([]);
    await approve(await request(ada, album, 'takedown'));
    await runStores();
    await change('tracks', track, { 'isrc-code': null });
    expect(await warningsOf(album, 'update')).toEqual([]);
  });

  it('of the ISRC of a track that another owner has delivered', async () => {
    const isrc = 'DEAB12680001';
    const others = await releaseOf(eve, { tracks: 1, track: { 'isrc-code': isrc } });
    const { album, tracks } = await releaseOf(ada, { tracks: 1, track: { 'isrc-code': 'de-ab1-26-80001' } });
    expect(await warningsOf(album)).toEqual([]);
    await approve(await request(eve, others.album));
    await runStores();
    expect((await validate(album)).warnings).toMatchObject([
      { code: 'isrc_of_another_owner', record: { type: 'tracks', id: tracks[0] } },
    ]);
    // Its owner delivers it on a second album.
    await command('set-capabilities', { 'user-id': eve.userId, preapproval: 'off' });
    const again = await releaseOf(eve, { tracks: 1, track: { 'isrc-code': isrc } });
    const { body } = await ask(eve, 200, 'POST', `/albums/${again.album}/validate`);
    expect(body.meta.validation.warnings).toEqual([]);
  });

  it('of such a track also if the owner has delivered many with the ISRC', async () => {
    const tracks = (isrc: string, count: number) => ({ tracks: count, track: { 'isrc-code': isrc } });
    const release = async (person: Person, isrc: string, count: number) => {
      await command('approve-request', {
        id: await request(person, (await releaseOf(person, tracks(isrc, count))).album),
      });
      await runStores();
    };
    for (const [isrc, first, second] of [
      ['DEAB12670001', ada, eve],
      ['DEAB12670002', eve, ada],
    ] as const) {
      await release(first, isrc, first === ada ? 5 : 1);
      const { album } = await releaseOf(ada, tracks(isrc, 1));
      expect(await warningsOf(album)).toEqual(first === ada ? [] : ['isrc_of_another_owner']);
      await release(second, isrc, second === ada ? 5 : 1);
      expect(await warningsOf(album)).toEqual(['isrc_of_another_owner']);
    }
  });

  it('that only the ISRCs of the first tracks are compared, and the first titles with featured artists', async () => {
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
