import { describe, expect, it } from 'vitest';
import { imageHeadIn } from '../../../../shared/catalogue/artwork/image-head.ts';
import { jpeg, png } from '../../../support/images.ts';

function damagedPng(position: number, byte: number): Buffer {
  const bytes = png(1400, 1400);
  bytes[position] = byte;
  return bytes;
}

const RGB = { colors: 'rgb', bits: 8 };

describe('the size of an image', () => {
  it.each([
    ['a PNG', png(3000, 2990), { format: 'png', width: 3000, height: 2990, ...RGB }],
    ['a baseline JPEG', jpeg(3000, 2990), { format: 'jpeg', width: 3000, height: 2990, ...RGB }],
    [
      'a progressive JPEG',
      jpeg(640, 480, { frame: 0xc2 }),
      { format: 'jpeg', width: 640, height: 480, ...RGB },
    ],
    [
      'a JPEG with long profiles',
      jpeg(1400, 1400, { profileBytes: 200_000 }),
      { format: 'jpeg', width: 1400, height: 1400, ...RGB },
    ],
  ])('is in the head: %s', (_, head, size) => expect(imageHeadIn(head)).toEqual(size));

  it.each([
    ['a JPEG in CMYK', jpeg(8, 8, { components: 4 }), { colors: 'cmyk', bits: 8 }],
    ['a JPEG in gray', jpeg(8, 8, { components: 1 }), { colors: 'gray', bits: 8 }],
    ['a JPEG of 12 bits', jpeg(8, 8, { frame: 0xc1, bits: 12 }), { colors: 'rgb', bits: 12 }],
    ['a PNG in gray', png(8, 8, { type: 0 }), { colors: 'gray', bits: 1 }],
    ['a PNG of 16 bits', png(8, 8, { type: 2, bits: 16 }), { colors: 'rgb', bits: 16 }],
    ['a PNG with transparency', png(8, 8, { type: 6, bits: 8 }), { colors: 'rgb', bits: 8 }],
    ['a PNG with a palette', png(8, 8, { type: 3, bits: 1 }), { colors: 'rgb', bits: 8 }],
  ])('comes with the colors: %s', (_, head, colors) => expect(imageHeadIn(head)).toMatchObject(colors));

  it.each([
    ['lossless', 0xc3],
    ['hierarchical', 0xc5],
    ['arithmetic-coded', 0xc9],
  ])('is not read from a %s JPEG', (_, frame) => {
    expect(imageHeadIn(jpeg(640, 480, { frame }))).toBe('unusual');
  });

  it.each([
    ['a JPEG that ends in a profile', jpeg(1400, 1400, { profileBytes: 200_000 }).subarray(0, 65_536)],
    ['a PNG that ends early', png(1400, 1400).subarray(0, 25)],
    ['an empty file', Buffer.alloc(0)],
  ])('is further on: %s', (_, head) => expect(imageHeadIn(head)).toBe('further'));

  it('is further on if a JPEG ends before its number of colors', () => {
    const whole = jpeg(1400, 1300, { profileBytes: 100 });
    const ends = whole.indexOf(Buffer.from([0x05, 0x78])) + 3;
    for (let length = 0; length < whole.length; length++)
      expect(imageHeadIn(whole.subarray(0, length)), String(length)).toEqual(
        length < ends ? 'further' : { format: 'jpeg', width: 1400, height: 1300, ...RGB },
      );
  });

  it.each([
    ['a JPEG without a frame', Buffer.concat([jpeg(1, 1).subarray(0, 20), Buffer.alloc(100, 7)])],
    ['a JPEG whose scan comes first', Buffer.from('ffd8ffda00080000000000000000', 'hex')],
    ['a JPEG without lines', jpeg(1400, 0)],
    ['a PNG without pixels', png(0, 1400)],
    ['a PNG of a color that there is not', damagedPng(25, 7)],
    ['a PNG of a depth that its color does not have', damagedPng(24, 3)],
    ['a PNG without its header', Buffer.concat([png(1, 1).subarray(0, 8), Buffer.alloc(40, 0x41)])],
  ])('cannot be read: %s', (_, head) => expect(imageHeadIn(head)).toBe('damaged'));

  it.each([
    ['a GIF', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(40)])],
    ['a WebP', Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 '), Buffer.alloc(40)])],
    ['a page', Buffer.from('<!doctype html><title>Not found</title>')],
  ])('is not read: %s', (_, head) => expect(imageHeadIn(head)).toBe('other'));

  it('is found after fill bytes between JPEG segments', () => {
    const whole = jpeg(640, 480);
    const filled = Buffer.concat([whole.subarray(0, 20), Buffer.alloc(3, 0xff), whole.subarray(20)]);
    expect(imageHeadIn(filled)).toEqual({ format: 'jpeg', width: 640, height: 480, ...RGB });
  });
});
