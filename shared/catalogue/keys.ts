/** Keys of the catalogue's records and of the rows beside them. */
import { type Key, type KeyRow, ownerKey, sortableId, WHOLE } from '../kit/table/keys.ts';
import { required } from '../kit/values/required.ts';
import { profileListOf } from './rules/artist-availability.ts';
import { comparableIsrc, isrcList, isrcLists, isrcYear } from './rules/isrc.ts';

export const catalogueKeyRows = {
  labels: { journaled: true, covering: true, unique: { name: 'owner' } },
  artists: { journaled: true, unique: { name: 'owner' } },
  // One profile per artist and DSP.
  'artist-dsp-availabilities': {
    journaled: true,
    covering: true,
    links: { artist: { max: 10, by: 'dsp' } },
    listed: { lists: ['new'], listOf: profileListOf },
  },
  // Album-dsps are found through the list of albums.
  albums: {
    journaled: true,
    links: { label: {} },
    unique: { gtin: 'platform' },
    indexed: ['dsps'],
    causes: 'always',
  },
  'album-dsps': { within: true, covering: true, links: { album: {} } },
  'album-artists': {
    journaled: true,
    links: { album: { max: 40, by: 'artist+artist-role' }, artist: {}, 'artist-role': {} },
  },
  'album-tracks': {
    journaled: true,
    links: {
      // Rules check whether all tracks are videos, and whether all are ready, and requests whether all are
      // complete, without reading the tracks. Validations warn without reading them.
      album: {
        max: 1000,
        by: 'disc+order',
        // A short lack in each entry, which shows that others would be listed (see `lacksIn`).
        notes: ['ai'],
        rareNotes: ['lacks', 'warnings', 'rights-year', 'sound'],
        tallies: {
          songs: ({ kind }) => kind === 'song',
          'unready-videos': ({ kind }) => kind === 'unready_video',
        },
      },
      track: { max: 20, by: 'album' },
    },
  },
  // Store reports identify tracks by ISRC, and codes that a track has are not given to others.
  tracks: {
    journaled: true,
    foundBy: {
      field: 'isrc-code',
      form: comparableIsrc,
      rangeOf: isrcYear,
      lists: isrcLists,
      listOf: isrcList,
    },
  },
  'track-artists': {
    journaled: true,
    links: { track: { max: 40, by: 'artist+artist-role' }, artist: {}, 'artist-role': {} },
  },
  // All credits of a track are in one row (shared/catalogue/credits).
  'track-credits': { within: true, journaled: true },
  // One master per type.
  'track-assets': { journaled: true, links: { track: { max: 2, by: 'asset-type' } } },
} as const satisfies Record<string, KeyRow>;

/**
 * The owner of a code that the stage gave to a record that was deleted.
 * @param code in comparable form, or '*' in patterns of keys.
 */
export const givenCodeKey = (kind: 'isrc' | 'upc' | '*', code: string): Key => ({
  pk: `given-code#${kind}#${code}`,
  sk: WHOLE,
});

/** Partitions of former ISRCs (former-isrcs.ts), and the name under which the index lists those of an owner. */
const FORMER_ISRCS = 'former-isrcs';
const FORMER_UPCS = 'former-upcs';

/** @param range of ISRCs (`isrcYear`), or '*' in patterns of keys. */
const formerIsrcs = (range: string): string => `${FORMER_ISRCS}#${range}`;

/** For patterns of keys. */
export const anyFormerIsrc = formerIsrcs('*');

/** @param code an ISRC in comparable form. */
const rangeOf = (code: string): string => required(isrcYear(code), `${code} is not an ISRC.`);

const formerSort = (code: string): string => `${code}#`;

interface FormerOf {
  readonly owner: string;
  readonly track: string;
}

/** A track that stores have got with a code, sorted by code, owner and age, and listed for its owner. */
export const formerIsrcKeys = (code: string, { owner, track }: FormerOf) => ({
  pk: formerIsrcs(rangeOf(code)),
  sk: `${formerSort(code)}${sortableId(owner)}#${sortableId(track)}`,
  ownerKey: ownerKey(owner, FORMER_ISRCS),
  ownerSort: `${formerSort(code)}${sortableId(track)}`,
});

/** @returns a query for the tracks with a code from one to another of the same range. */
export const formerIsrcRange = ([first, last]: readonly [first: string, last: string]) => ({
  partition: formerIsrcs(rangeOf(first)),
  from: formerSort(first),
  upTo: `${formerSort(last)}~`,
});

/** @returns a query for those of one owner. */
export const formerIsrcsOfOwner = (code: string, ownerId: string) => ({
  partition: formerIsrcs(rangeOf(code)),
  prefix: `${formerSort(code)}${sortableId(ownerId)}#`,
});

/** @returns queries for those of other owners, before and after those of this one. */
export const formerIsrcsOfOthers = (code: string, ownerId: string) => {
  const { partition, from, upTo } = formerIsrcRange([code, code]);
  const own = `${formerSort(code)}${sortableId(ownerId)}`;
  return [
    { partition, from, upTo: own },
    { partition, from: `${own}~`, upTo },
  ];
};

/** @param gtin a product code in comparable form, or '*' in patterns of keys. */
export const formerUpcKey = (gtin: string): Key => ({ pk: `${FORMER_UPCS}#${gtin}`, sk: WHOLE });

/** Lists the former product codes of an owner. */
export const formerUpcOwner = (gtin: string, owner: string) => ({
  ownerKey: ownerKey(owner, FORMER_UPCS),
  ownerSort: gtin,
});

type FormerCodes = typeof FORMER_ISRCS | typeof FORMER_UPCS;

/** @param after the `ownerSort` of the last one that was read. @returns a query for the former codes of an owner. */
export const formerCodesOf = (kind: FormerCodes, owner: string, after = '') =>
  ({ index: 'by-owner', partition: ownerKey(owner, kind), from: `${after}!`, upTo: '~' }) as const;
