/** Warnings of validations about artwork, which is read for them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { artworkWork } from '../../../shared/catalogue/artwork/artwork-work.ts';
import { recordArtwork } from '../../../shared/catalogue/artwork/record-artwork.ts';
import { pendingArtwork } from '../../../shared/catalogue/rules/album-artwork.ts';
import { findRecord, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';
import type { Person } from '../../support/calls.ts';
import { ask } from '../../support/distribution/release.ts';
import { useStores } from '../../support/distribution/stores.ts';
import { files, owner, releaseOf, useValidations, validate } from '../../support/distribution/validations.ts';
import { jpeg, png } from '../../support/images.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
useValidations();
let ada: Person;
beforeAll(() => {
  ada = owner();
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
const warningsOf = async (album: string) => (await validate(album)).warnings.map(({ code }) => code);

describe('a validation', () => {
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
  ])('warns of artwork that stores reject and keeps what it read: %#', async (file, codes, size) => {
    files().served.set('/other', file);
    const { album } = await releaseOf(ada, { artwork: files().url('/other') });
    expect(await warningsOf(album)).toEqual(codes);
    const { meta } = (await ask(ada, 200, 'GET', `/albums/${album}`)).body.data;
    expect(meta.artwork).toMatchObject(size);
  });

  it('warns of a damaged cover with the reason', async () => {
    files().served.set('/cut', png(3000, 3000).subarray(0, 600));
    const { album } = await releaseOf(ada, { artwork: files().url('/cut') });
    expect((await validate(album)).warnings).toEqual([
      {
        code: 'artwork_damaged',
        detail: 'The album has artwork that is damaged. The file ends before the image is complete.',
        pointer: '/data/meta/artwork',
        record: { type: 'albums', id: album },
      },
    ]);
  });

  it('warns of a cover whose server breaks off, which is reread in the background', async () => {
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

  it('warns of artwork whose server does not respond, and keeps nothing', async () => {
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

  it('warns of the current artwork, and rereads only a changed file', async () => {
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

  it('reads artwork once for many validations, and keeps no long ETag', async () => {
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

  it('judges the file it read without replacing newer results', async () => {
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
});
