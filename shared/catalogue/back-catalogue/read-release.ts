/** Reads albums with everything of them into the form in which they are exported. */
import * as v from 'valibot';
import { isWritable } from '../../kit/declare/attribute.ts';
import type { Definitions } from '../../kit/declare/definitions.ts';
import type { ShownRecord, Stored } from '../../kit/declare/fields.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import { linkedRecordsOf } from '../../kit/records/linked-records.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import {
  type ArtistsById,
  artistsById,
  type CreditedArtist,
  namedArtists,
  type ReleaseFacts,
  releaseFacts,
} from '../release-facts.ts';
import { creditForms } from '../rules/credits.ts';
import type { ArtistIdentifiers, Release, ReleaseArtist, ReleaseTrack } from './release-form.ts';

export interface ReleaseSource extends Store {
  readonly api: Definitions;
}

type AlbumTrack = Stored<typeof albumTracks>;

interface Facts extends ReleaseFacts {
  readonly places: ReadonlyMap<string, readonly AlbumTrack[]>;
  readonly tracks: ReadonlyMap<string, Track>;
  /** Albums that tracks show, by id. */
  readonly shownOn: ReadonlyMap<string | null, Album>;
  readonly artists: ArtistsById;
}

/**
 * @param some albums of one owner.
 * @returns their releases. A track of an older album is also in `shared`.
 */
export async function readReleases(store: ReleaseSource, some: readonly Album[]): Promise<Release[]> {
  const facts = await factsOf(store, some);
  return some.map((album) => releaseOf(album, facts));
}

async function factsOf(store: ReleaseSource, some: readonly Album[]): Promise<Facts> {
  const places = await linkedRecordsOf(store, some, { resource: albumTracks, by: 'album' });
  const trackIds = [...places.values()].flat().map(({ fields }) => fields.track);
  const onAlbums = await findRecords(store, tracks, trackIds);
  const facts = await releaseFacts(store, { albums: some, tracks: onAlbums });
  const credits = [...facts.wholeTracks.values()].flatMap(creditsOf);
  const others = [
    ...onAlbums.flatMap(({ fields }) => fields.artists),
    ...credits.flatMap(({ 'artist-id': id }) => (id === null ? [] : String(id))),
  ];
  const shownIds = onAlbums.flatMap(({ fields }) => fields['oldest-album'] ?? []);
  return {
    ...facts,
    places,
    tracks: new Map(onAlbums.map((track) => [track.id, track])),
    shownOn: new Map((await findRecords(store, albums, shownIds)).map((album) => [album.id, album])),
    artists: await artistsById(store, facts, others),
  };
}

function releaseOf(album: Album, facts: Facts): Release {
  const { fields } = album;
  const places = (facts.places.get(album.id) ?? []).toSorted(
    ({ fields: left }, { fields: right }) => left.disc - right.disc || left.order - right.order,
  );
  return {
    attributes: attributesOf(albums, facts.wholeAlbums.get(album.id) ?? album),
    links: {
      'primary-genre': fields['primary-genre'],
      'secondary-genre': fields['secondary-genre'],
      language: fields.language,
      version: fields.version,
    },
    label: facts.labels.get(fields.label) ?? null,
    countries: [...fields.countries],
    dsps: [...fields.dsps],
    artists: artistsIn(facts.albumArtists.get(album.id), facts),
    identifiers: identifiersOf(album, places, facts),
    tracks: places.flatMap((place) => trackOf(place, facts)),
    shared: places.flatMap((place) => sharedOf(place, facts)),
  };
}

function trackOf({ fields: { track: id, disc, order } }: AlbumTrack, facts: Facts): ReleaseTrack[] {
  const track = facts.tracks.get(id);
  const whole = facts.wholeTracks.get(id);
  if (!track || !whole) return [];
  const { fields } = track;
  const { order: _, 'extended-credits': __, ...attributes } = attributesOf(tracks, whole);
  // A version has the text as its name, and a text that is sent takes precedence.
  const { 'version-description': text, ...others } = attributes;
  return [
    {
      attributes: fields.version === null ? { ...others, 'version-description': text } : others,
      links: {
        'primary-genre': fields['primary-genre'],
        'secondary-genre': fields['secondary-genre'],
        language: fields.language,
        version: fields.version,
      },
      disc,
      order,
      artists: artistsIn(facts.trackArtists.get(id), facts),
      direct: fields.artists.flatMap((artist) => facts.artists.get(artist)?.name ?? []),
      credits: creditsOf(whole).map(({ role, name, position, 'artist-id': artist }) => ({
        role,
        name,
        position,
        artist: facts.artists.get(String(artist))?.name ?? null,
      })),
      masters: (facts.masters.get(id) ?? []).map((master) => ({
        type: master.fields['asset-type'],
        url: master.fields.url,
      })),
    },
  ];
}

const artistsIn = (credited: readonly CreditedArtist[] | undefined, { artists }: Facts): ReleaseArtist[] =>
  namedArtists(credited, artists).map(({ name, role, order }) => ({ name, role, order }));

/** The codes of everyone whom the release links to. */
function identifiersOf(album: Album, places: readonly AlbumTrack[], facts: Facts): ArtistIdentifiers[] {
  const on = places.map(({ fields }) => fields.track);
  const credited = [album.id, ...on].flatMap((id) => [
    ...(facts.albumArtists.get(id) ?? []),
    ...(facts.trackArtists.get(id) ?? []),
  ]);
  const ids = [
    ...credited.map(({ fields }) => fields.artist),
    ...on.flatMap((id) => facts.tracks.get(id)?.fields.artists ?? []),
    ...on.flatMap((id) => {
      const whole = facts.wholeTracks.get(id);
      return whole ? creditsOf(whole).map(({ 'artist-id': artist }) => String(artist)) : [];
    }),
  ];
  return [...new Set(ids)].flatMap((id) => {
    const { name, isni = null, ipi = null } = facts.artists.get(id) ?? {};
    return name === undefined || (isni ?? ipi) === null ? [] : [{ name, isni, ipi }];
  });
}

/** The track shows its place on its oldest album. */
function sharedOf(
  { fields: { album, track: id, disc, order } }: AlbumTrack,
  facts: Facts,
): Release['shared'] {
  const track = facts.tracks.get(id);
  if (!track || track.fields['oldest-album'] === album) return [];
  const upc = facts.shownOn.get(track.fields['oldest-album'])?.fields['upc-code'];
  if (upc == null) return [];
  const { fields } = track;
  return [{ disc, order, of: { upc, disc: fields.disc, order: fields.order } }];
}

/** The credits as the view of tracks shows them. */
const creditsOf = ({ fields }: ShownRecord) => v.parse(creditForms.shown, fields['extended-credits'] ?? []);

/** @returns the attributes that a client can write. */
const attributesOf = ({ attributes }: Resource, { fields }: ShownRecord): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { writable }]) =>
      isWritable(writable, 'create') ? [[name, fields[name] ?? null] as const] : [],
    ),
  );
