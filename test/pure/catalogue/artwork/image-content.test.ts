/** Whether the data of covers is whole. Those in the folder of pictures are from `cjpeg`, in CMYK from ImageMagick. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageContent } from '../../../../shared/catalogue/artwork/content/image-content.ts';
import { checkProperty } from '../../../support/check-property.ts';
import { chunk, jpeg, png, segment } from '../../../support/images.ts';
import { isLong } from '../../../support/long-run.ts';

const folder = join(import.meta.dirname, '../../../support/pictures');
type Named = readonly [name: string, bytes: Buffer];
const pictures: Named[] = readdirSync(folder)
  .filter((name) => name.endsWith('.jpg'))
  .map((name) => [name, readFileSync(join(folder, name))]);

const found = (bytes: Buffer, isOver = () => false) =>
  imageContent(bytes, { format: bytes[0] === 0xff ? 'jpeg' : 'png' }, isOver);
const WHOLE = { content: 'whole', error: null };
const CUT = { content: 'damaged', error: 'The file ends before the image is complete.' };
const BROKEN = { content: 'damaged', error: 'The image data is damaged.' };

/** @returns the file with another byte. @param from the end, if it is negative. */
function changed(bytes: Buffer, position: number, byte: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[position < 0 ? copy.length + position : position] = byte;
  return copy;
}

/** @returns the file without some bytes. */
const without = (bytes: Buffer, position: number, count: number): Buffer =>
  Buffer.concat([bytes.subarray(0, position), bytes.subarray(position + count)]);

/** @returns the file with the segment before its frame, or before the marker. */
function withSegment(bytes: Buffer, added: Buffer, before = 0xda): Buffer {
  const position = bytes.indexOf(Buffer.from([0xff, before]));
  return Buffer.concat([bytes.subarray(0, position), added, bytes.subarray(position)]);
}

/** @returns a PNG of these chunks after its header. */
const pngOf = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([png(8, 8, { type: 2, bits: 8 }).subarray(0, 33), ...chunks, chunk('IEND', Buffer.alloc(0))]);
const pixels = (bytes: number, filter = 0) => deflateSync(Buffer.alloc(bytes, filter));
const idat = (data: Buffer) => chunk('IDAT', data);

describe('the data of a picture', () => {
  it.each<Named>([
    ...pictures,
    ['a cover of 3,000 pixels', jpeg(3000, 3000)],
    ['a JPEG with restarts', jpeg(301, 303, { interval: 7 })],
    ['a progressive JPEG', jpeg(301, 303, { frame: 0xc2 })],
    ['a JPEG in gray', jpeg(301, 303, { components: 1 })],
    ['a JPEG in CMYK', jpeg(301, 303, { components: 4 })],
    ['a JPEG with profiles', jpeg(301, 303, { profileBytes: 200_000 })],
    ['a JPEG with a picture after its end', Buffer.concat([jpeg(301, 303), jpeg(8, 8)])],
    ['a PNG of 3,000 pixels', png(3000, 3000)],
    ['a PNG of 16 bits', png(301, 303, { type: 2, bits: 16 })],
    ['an interlaced PNG', png(301, 303, { type: 6, bits: 8, isInterlaced: true })],
    ['an interlaced PNG without pixels in most passes', png(1, 1, { isInterlaced: true })],
    ['a PNG in gray', png(301, 303, { type: 0, bits: 8 })],
    ['a PNG with chunks that can be ignored', pngOf(chunk('tEXt', Buffer.alloc(40)), idat(pixels(200)))],
    ['a PNG with bytes after its end', Buffer.concat([png(8, 8), Buffer.alloc(100)])],
  ])('is complete: %s', async (_, bytes) => expect(await found(bytes)).toEqual(WHOLE));

  it.each([
    ['a byte is missing in a scan', without(jpeg(301, 303), -60, 1), BROKEN],
    ['a byte is added to a scan', withSegment(jpeg(301, 303), Buffer.from([0]), 0xd9), BROKEN],
    ['a code is unknown', changed(jpeg(301, 303), -60, 0x80), BROKEN],
    ['a restart has another number', changed(jpeg(40, 8, { interval: 1 }), -4, 0xd5), BROKEN],
    ['a restart is missing', without(jpeg(40, 8, { interval: 1 }), -5, 2), BROKEN],
    ['a table is missing', without(jpeg(8, 8), jpeg(8, 8).indexOf(Buffer.from([0xff, 0xc4])), 20), BROKEN],
    ['it has two frames', withSegment(jpeg(8, 8), segment(0xc0, Buffer.alloc(9)), 0xda), BROKEN],
    ['it has no scan', Buffer.concat([jpeg(8, 8).subarray(0, -18), Buffer.from([0xff, 0xd9])]), BROKEN],
    ['a PNG has another check sum', changed(png(8, 8), -15, 7), BROKEN],
    ['a PNG has no pixels', pngOf(), BROKEN],
    ['a PNG has too few rows', pngOf(idat(pixels(175))), BROKEN],
    ['a PNG has too many rows', pngOf(idat(pixels(225))), BROKEN],
    ['a PNG has an unknown filter', pngOf(idat(pixels(200, 5))), BROKEN],
    ['a PNG has data that is not compressed', pngOf(idat(Buffer.alloc(200))), BROKEN],
    ['a PNG has less compressed data', pngOf(idat(pixels(200).subarray(0, -5))), BROKEN],
    ['a PNG has an unknown chunk', pngOf(chunk('ABCD', Buffer.alloc(4)), idat(pixels(200))), BROKEN],
    [
      'a PNG has chunks within its data',
      pngOf(idat(pixels(200).subarray(0, 5)), chunk('tEXt', Buffer.alloc(4)), idat(pixels(200).subarray(5))),
      BROKEN,
    ],
    ['a PNG has no palette', without(png(8, 8), 33, 18), BROKEN],
  ])('is damaged if %s', async (_, bytes, fault) => expect(await found(bytes)).toEqual(fault));

  it.each<Named>([...pictures, ['a PNG', png(9, 9, { type: 2, bits: 8, isInterlaced: true })]])(
    'is truncated wherever the file ends: %s',
    async (_, bytes) => {
      for (let length = 30; length < bytes.length; length++)
        expect(await found(bytes.subarray(0, length)), String(length)).toEqual(CUT);
    },
  );

  it('is damaged if any byte of a PNG differs', async () => {
    const bytes = png(9, 9, { type: 2, bits: 8 });
    for (let position = 8; position < bytes.length; position++) {
      const differs = changed(bytes, position, (bytes[position] ?? 0) ^ 0x10);
      expect(await found(differs), String(position)).toMatchObject({ content: 'damaged' });
    }
  });
});

/** Files that are made to take long. Each must end by what it has, not by the clock. */
describe('the data of a hostile file', () => {
  const withScans = (count: number) => {
    const bytes = jpeg(8, 8);
    const scan = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xda])), -2);
    return Buffer.concat([
      bytes.subarray(0, -2),
      ...Array.from({ length: count - 1 }, () => scan),
      bytes.subarray(-2),
    ]);
  };

  const table = segment(0xc4, Buffer.from([0x00, 1, ...Array.from({ length: 15 }, () => 0), 0]));

  it('is not checked beyond a hundred scans', async () => {
    expect(await found(withScans(100))).toEqual(WHOLE);
    expect(await found(withScans(101))).toEqual({
      content: 'unchecked',
      error: 'The picture has more than 100 scans.',
    });
  });

  it('is not checked beyond 100,000 chunks', async () => {
    const empty = Array.from({ length: 100_000 }, () => chunk('tEXt', Buffer.alloc(0)));
    expect(await found(pngOf(...empty, idat(pixels(200))))).toMatchObject({ content: 'unchecked' });
  });

  it('is unpacked only as far as the picture has rows', async () => {
    const bomb = pngOf(idat(pixels(200_000_000)));
    expect(bomb.length).toBeLessThan(250_000);
    let looks = 0;
    const content = await found(bomb, () => ++looks > 100);
    expect(content).toEqual(BROKEN);
    expect(looks).toBe(1);
  });

  it.each([
    ['a JPEG', jpeg(10_000, 10_000, { frame: 0xc2 })],
    [
      'a JPEG of many tables',
      withSegment(jpeg(8, 8), Buffer.concat(Array.from({ length: 99 }, () => table))),
    ],
    ['a PNG', png(10_000, 10_000, { type: 2, bits: 8 })],
  ])('is abandoned when time runs out: %s', async (_, bytes) => {
    let looks = 0;
    expect(await found(bytes, () => ++looks > 20)).toBe('late');
    expect(looks).toBe(21);
  });
});

it('a file with random changes is complete or damaged, without other errors', async () => {
  const sources = [...pictures.map(([, bytes]) => bytes), png(9, 9, { isInterlaced: true }), png(40, 3)];
  const change = fc.record({
    at: fc.nat(),
    removed: fc.integer({ min: 0, max: 30 }),
    added: fc.uint8Array({ maxLength: 20 }),
  });
  const file = fc.record({
    source: fc.constantFrom(...sources),
    changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  });
  const applied = ({
    source,
    changes,
  }: {
    source: Buffer;
    changes: readonly { at: number; removed: number; added: Uint8Array }[];
  }) =>
    changes.reduce((bytes, { at, removed, added }) => {
      const position = Math.min(bytes.length, 20 + (at % bytes.length));
      return Buffer.concat([bytes.subarray(0, position), added, bytes.subarray(position + removed)]);
    }, source);
  const property = fc.asyncProperty(file, async (made) => {
    expect(await found(applied(made))).toEqual({
      content: expect.stringMatching(/^(whole|damaged|unchecked)$/),
      error: expect.toBeOneOf([null, expect.any(String)]),
    });
  });
  await checkProperty(property, { runs: isLong ? 2_000 : 300 });
});
