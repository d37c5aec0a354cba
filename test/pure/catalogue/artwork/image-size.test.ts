import { describe, expect, it } from 'vitest';
import { imageSizeIn } from '../../../../shared/catalogue/artwork/image-size.ts';
import { jpeg, png } from '../../../support/images.ts';

describe('the size of an image', () => {
  it.each([
    ['a PNG', png(3000, 2990), { format: 'png', width: 3000, height: 2990 }],
    ['a baseline JPEG', jpeg(3000, 2990), { format: 'jpeg', width: 3000, height: 2990 }],
    ['a progressive JPEG', jpeg(640, 480, { frame: 0xc2 }), { format: 'jpeg', width: 640, height: 480 }],
    [
      'a JPEG with long profiles',
      jpeg(1400, 1400, { profileBytes: 200_000 }),
      { format: 'jpeg', width: 1400, height: 1400 },
    ],
  ])('of %s is in its head', (_, head, size) => expect(imageSizeIn(head)).toEqual(size));

  it.each([
    ['a JPEG that ends in a profile', jpeg(1400, 1400, { profileBytes: 200_000 }).subarray(0, 65_536)],
    ['a PNG that ends early', png(1400, 1400).subarray(0, 23)],
    ['an empty file', Buffer.alloc(0)],
  ])('of %s is further on', (_, head) => expect(imageSizeIn(head)).toBe('further'));

  it('of a JPEG is further on wherever it ends before its width', () => {
    const whole = jpeg(1400, 1300, { profileBytes: 100 });
    const ends = whole.indexOf(Buffer.from([0x05, 0x78])) + 2;
    for (let length = 0; length < whole.length; length++)
      expect(imageSizeIn(whole.subarray(0, length)), String(length)).toEqual(
        length < ends ? 'further' : { format: 'jpeg', width: 1400, height: 1300 },
      );
  });

  it.each([
    ['a JPEG without a frame', Buffer.concat([jpeg(1, 1).subarray(0, 20), Buffer.alloc(100, 7)])],
    ['a JPEG whose scan comes first', Buffer.from('ffd8ffda00080000000000000000', 'hex')],
    ['a JPEG without lines', jpeg(1400, 0)],
    ['a PNG without pixels', png(0, 1400)],
    ['a PNG without its header', Buffer.concat([png(1, 1).subarray(0, 8), Buffer.alloc(40, 0x41)])],
  ])('of %s cannot be read', (_, head) => expect(imageSizeIn(head)).toBe('damaged'));

  it.each([
    ['a GIF', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(40)])],
    ['a WebP', Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 '), Buffer.alloc(40)])],
    ['a page', Buffer.from('<!doctype html><title>Not found</title>')],
  ])('of %s is not read', (_, head) => expect(imageSizeIn(head)).toBe('other'));

  it('of a JPEG is after bytes that fill the space between segments', () => {
    const whole = jpeg(640, 480);
    const filled = Buffer.concat([whole.subarray(0, 20), Buffer.alloc(3, 0xff), whole.subarray(20)]);
    expect(imageSizeIn(filled)).toEqual({ format: 'jpeg', width: 640, height: 480 });
  });
});
