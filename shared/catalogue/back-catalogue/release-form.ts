/** A release as import-catalogue and export-catalogue move it: as in the API, with names instead of ids. */
import * as v from 'valibot';
import { assetTypes } from '../rules/catalogue.ts';

/** Names and values of attributes, which the declaration of their type checks. */
const attributes = v.record(v.string(), v.unknown());
/** Ids of reference data, by the name of the relationship. */
const links = v.record(v.string(), v.nullable(v.string()));
const whole = v.pipe(v.number(), v.safeInteger());

/** @param role id of an artist role. */
const artist = v.strictObject({ name: v.string(), role: v.string(), order: v.nullable(whole) });

/** In any spelling; null if unknown. */
const identifiers = v.strictObject({
  name: v.string(),
  isni: v.nullable(v.string()),
  ipi: v.nullable(v.string()),
});

const credit = v.strictObject({
  role: v.string(),
  name: v.string(),
  position: v.nullable(whole),
  /** Name of the artist that the credit links to. */
  artist: v.nullable(v.string()),
});

const master = v.strictObject({ type: v.picklist(assetTypes), url: v.string() });

const track = v.strictObject({
  attributes,
  links,
  disc: whole,
  order: whole,
  artists: v.array(artist),
  /** Names of the artists that the track links to directly. */
  direct: v.array(v.string()),
  credits: v.array(credit),
  masters: v.array(master),
});

/** A place of a track that is also on another release, which has it in full. */
const sharedTrack = v.strictObject({
  disc: whole,
  order: whole,
  of: v.strictObject({ upc: v.string(), disc: whole, order: whole }),
});

export const releaseForm = v.strictObject({
  attributes,
  links,
  /** The name of the label. */
  label: v.nullable(v.string()),
  /** Ids. */
  countries: v.array(v.string()),
  dsps: v.array(v.string()),
  artists: v.array(artist),
  /** The codes of artists of the release and its tracks, each once. */
  identifiers: v.optional(v.array(identifiers), []),
  tracks: v.array(track),
  shared: v.array(sharedTrack),
});

export type Release = v.InferOutput<typeof releaseForm>;
export type ReleaseTrack = Release['tracks'][number];
export type ReleaseArtist = Release['artists'][number];
export type ArtistIdentifiers = Release['identifiers'][number];
export type ReleaseCredit = ReleaseTrack['credits'][number];

/** @returns the `upc-code` as it was given. */
export const upcOf = ({ attributes: { 'upc-code': upc } }: Pick<Release, 'attributes'>): string =>
  typeof upc === 'string' ? upc : '';

/** The place of a track, as link lists of albums name it. */
export const placeOf = ({ disc, order }: { readonly disc: number; readonly order: number }): string =>
  `${disc}+${order}`;

/** @returns the names of all artists that the release and its tracks link to, which can repeat. */
export const artistNamesOf = ({ artists, tracks }: Pick<Release, 'artists' | 'tracks'>): string[] => [
  ...artists.map(({ name }) => name),
  ...tracks.flatMap(({ artists: ofTrack, direct, credits }) => [
    ...ofTrack.map(({ name }) => name),
    ...direct,
    ...credits.flatMap(({ artist: linked }) => linked ?? []),
  ]),
];
