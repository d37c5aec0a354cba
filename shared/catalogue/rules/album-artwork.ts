/** What is known of the artwork of an album by reading it. */
import * as v from 'valibot';

const measured = v.nullable(v.number());

const shown = {
  status: v.picklist(['pending', 'completed', 'failed']),
  /** Why the file could not be read or checked, or what is wrong with its data, a sentence. */
  error: v.nullable(v.string()),
  /** In pixels, as is the height. */
  width: measured,
  height: measured,
  format: v.nullable(v.picklist(['jpeg', 'png'])),
  /** Size of the file; null if the server does not say it. */
  bytes: measured,
} as const;

const colors = v.nullable(v.picklist(['rgb', 'gray', 'cmyk']));
const content = v.nullable(v.picklist(['whole', 'damaged', 'unchecked']));

export const shownArtwork = v.strictObject({
  ...shown,
  colors,
  /** Of each color of a pixel. */
  bits: measured,
  /** Whether the data is all there and what its format prescribes. */
  content,
});

/** What was measured of a file. */
export const artworkSize = v.strictObject({
  width: v.number(),
  height: v.number(),
  format: v.picklist(['jpeg', 'png']),
  /** Null if the server did not say it. */
  bytes: measured,
});

export type ArtworkSize = Readonly<v.InferOutput<typeof artworkSize>>;

/**
 * Valid as long as the album has the address, and the server the same ETag and size. Earlier versions have read only the
 * size, or kept no digest.
 */
export const albumArtwork = v.strictObject({
  ...shown,
  colors: v.exactOptional(colors),
  bits: v.exactOptional(measured),
  content: v.exactOptional(content),
  /** Of the data, in hexadecimal digits; null if it was not read to its end. */
  sha256: v.exactOptional(v.nullable(v.string())),
  url: v.string(),
  etag: v.nullable(v.string()),
});

export type AlbumArtwork = Readonly<v.InferOutput<typeof albumArtwork>>;

const unchecked = { colors: null, bits: null, content: null };
const unmeasured = {
  error: null,
  width: null,
  height: null,
  format: null,
  bytes: null,
  etag: null,
  sha256: null,
  ...unchecked,
};

export const pendingArtwork = (url: string): AlbumArtwork => ({ ...unmeasured, status: 'pending', url });

export const failedArtwork = (url: string, error: string): AlbumArtwork => ({
  ...unmeasured,
  status: 'failed',
  error,
  url,
});

/** In pixels, of each side. */
const SMALLEST_ARTWORK = 1400;
/** From this many on, stores show it without loss. */
export const RECOMMENDED_ARTWORK = 3000;
/** Part of the longer side by which the shorter one may differ. */
const SQUARE_WITHIN = 0.01;

/** In pixels, of each side. Stores take no more, and the data of a larger one is not read. */
export const LARGEST_ARTWORK = 10_000;
/** Of each color of a pixel. */
const MOST_BITS = 8;

/** @returns what clients see. */
export function shownOf(artwork: AlbumArtwork): v.InferOutput<typeof shownArtwork> {
  const { url: _, etag: __, sha256: ___, ...known } = artwork;
  return { ...unchecked, ...known };
}

/** Whether an earlier version has read the file, and has kept less of it. */
export const isReadBefore = ({ status, sha256 }: AlbumArtwork): boolean =>
  status === 'completed' && sha256 === undefined;

/** Whether nothing is known of the file. */
export const isUnread = (artwork: AlbumArtwork | null): artwork is null | UnreadArtwork =>
  artwork === null || artwork.status === 'pending';

/** @param url of the artwork. @returns null if the file at the address was not measured. */
export function sizeOfArtwork(artwork: AlbumArtwork | null, url: string | null): ArtworkSize | null {
  if (artwork?.status !== 'completed' || artwork.url !== url) return null;
  const { width, height, format, bytes } = artwork;
  return width === null || height === null || format === null ? null : { width, height, format, bytes };
}

/**
 * @param url of the artwork.
 * @returns the SHA-256 of its file; null if that was not read, or not to its end; undefined if an earlier version has read
 * it and kept none.
 */
export const digestOfArtwork = (artwork: AlbumArtwork | null, url: string): string | null | undefined =>
  isUnread(artwork) || artwork.url !== url ? null : artwork.sha256;

type UnreadArtwork = AlbumArtwork & { readonly status: 'pending' };

/** In the order of the declaration of warnings. */
export type ArtworkWarning =
  | 'artwork_unreadable'
  | 'artwork_damaged'
  | 'artwork_not_checked'
  | 'artwork_not_square'
  | 'artwork_too_small'
  | 'artwork_too_large'
  | 'artwork_not_rgb'
  | 'artwork_over_8_bits';

/** @returns none while the artwork is not read. */
export function artworkWarnings(artwork: AlbumArtwork | null): ArtworkWarning[] {
  if (isUnread(artwork)) return [];
  if (artwork.status === 'failed') return ['artwork_unreadable'];
  const { content, colors, bits } = artwork;
  const { shorter, longer, isSquare } = sidesOf(artwork);
  const isLarge = longer > LARGEST_ARTWORK;
  const warnings: Readonly<Record<Exclude<ArtworkWarning, 'artwork_unreadable'>, boolean>> = {
    artwork_damaged: content === 'damaged',
    artwork_not_checked: content === 'unchecked' && !isLarge,
    artwork_not_square: !isSquare,
    artwork_too_small: shorter < RECOMMENDED_ARTWORK,
    artwork_too_large: isLarge,
    artwork_not_rgb: colors === 'gray' || colors === 'cmyk',
    artwork_over_8_bits: (bits ?? 0) > MOST_BITS,
  };
  return Object.entries(warnings).flatMap(([code, applies]) => (applies ? [code as ArtworkWarning] : []));
}

/**
 * @returns why stages that require usable artwork reject a delivery, a sentence. Undefined if the artwork is
 * usable, or not read.
 */
export function artworkFault(artwork: AlbumArtwork | null): string | undefined {
  if (isUnread(artwork)) return undefined;
  if (artwork.status === 'failed' || artwork.content === 'damaged')
    return `The artwork of the album cannot be used. ${artwork.error}`;
  const { shorter, isSquare } = sidesOf(artwork);
  if (isSquare && shorter >= SMALLEST_ARTWORK) return undefined;
  return `The artwork of the album has ${artwork.width} by ${artwork.height} pixels. It must be square, with at least ${SMALLEST_ARTWORK} by ${SMALLEST_ARTWORK}.`;
}

function sidesOf({ width, height }: AlbumArtwork) {
  const [shorter = 0, longer = 0] = [width ?? 0, height ?? 0].toSorted((left, right) => left - right);
  return { shorter, longer, isSquare: longer - shorter <= longer * SQUARE_WITHIN };
}
