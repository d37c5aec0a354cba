import { describe, expect, it } from 'vitest';
import {
  type AlbumArtwork,
  artworkFault,
  artworkWarnings,
  failedArtwork,
  isUnread,
  pendingArtwork,
  sizeOfArtwork,
} from '../../../../shared/catalogue/rules/album-artwork.ts';

const URL = 'https://files.example/cover.jpg';
const artwork = (width: number, height: number): AlbumArtwork => ({
  status: 'completed',
  error: null,
  width,
  height,
  format: 'jpeg',
  bytes: 400_000,
  url: URL,
  etag: '"1"',
});
const failed = failedArtwork(URL, 'The file is neither a JPEG nor a PNG image.');

describe('the size of artwork', () => {
  const size = { width: 3000, height: 2999, format: 'jpeg', bytes: 400_000 };

  it("is known once the file at the album's address is measured", () =>
    expect(sizeOfArtwork(artwork(3000, 2999), URL)).toEqual(size));

  it.each([
    ['was not read', null, URL],
    ['is being read', pendingArtwork(URL), URL],
    ['cannot be read', failedArtwork(URL, 'The file is empty.'), URL],
    ['is at another address by now', artwork(3000, 3000), `${URL}?v=2`],
    ['is removed', artwork(3000, 3000), null],
  ])('is unknown if it %s', (_, read, url) => expect(sizeOfArtwork(read, url)).toBeNull());
});

describe('the warnings of artwork', () => {
  it.each([
    [3000, 3000, [], true],
    [4000, 3960, [], true],
    [3960, 4000, [], true],
    [4000, 3959, ['artwork_not_square'], false],
    [2999, 2999, ['artwork_too_small'], true],
    [3020, 2999, ['artwork_too_small'], true],
    [1400, 1400, ['artwork_too_small'], true],
    [1399, 1399, ['artwork_too_small'], false],
    [1400, 1399, ['artwork_too_small'], false],
    [1200, 900, ['artwork_not_square', 'artwork_too_small'], false],
  ])('follow from its size: %i by %i pixels get %j', (width, height, warnings, isUsable) => {
    expect(artworkWarnings(artwork(width, height))).toEqual(warnings);
    const fault = artworkFault(artwork(width, height));
    expect(fault).toBe(
      isUsable
        ? undefined
        : `The artwork of the album has ${width} by ${height} pixels. It must be square, with at least 1400 by 1400.`,
    );
  });

  it.each([
    [{ content: 'damaged', error: 'It is broken.' }, ['artwork_damaged'], 'It is broken.'],
    [{ content: 'unchecked', error: 'It takes too long.' }, ['artwork_not_checked'], undefined],
    [{ content: 'whole', colors: 'rgb', bits: 8 }, [], undefined],
    [{ content: 'whole', colors: 'cmyk', bits: 8 }, ['artwork_not_rgb'], undefined],
    [{ content: 'whole', colors: 'gray', bits: 1 }, ['artwork_not_rgb'], undefined],
    [{ content: 'whole', colors: 'rgb', bits: 16 }, ['artwork_over_8_bits'], undefined],
    [{ width: 10_000, height: 10_000 }, [], undefined],
    [
      { width: 10_001, height: 10_001, content: 'unchecked', error: 'It is large.' },
      ['artwork_too_large'],
      undefined,
    ],
  ] as const)('follow from its properties: %j gets %j', (differing, warnings, fault) => {
    const read: AlbumArtwork = { ...artwork(3000, 3000), ...differing };
    expect(artworkWarnings(read)).toEqual(warnings);
    expect(artworkFault(read)).toBe(fault && `The artwork of the album cannot be used. ${fault}`);
  });

  it('include one for unreadable artwork, and a fault that says why', () => {
    expect(artworkWarnings(failed)).toEqual(['artwork_unreadable']);
    expect(artworkFault(failed)).toBe(
      'The artwork of the album cannot be used. The file is neither a JPEG nor a PNG image.',
    );
    expect(isUnread(failed)).toBe(false);
  });

  it.each([[null], [pendingArtwork(URL)]])('are none for unread artwork: %j', (unread) => {
    expect(artworkWarnings(unread)).toEqual([]);
    expect(artworkFault(unread)).toBeUndefined();
    expect(isUnread(unread)).toBe(true);
  });
});
