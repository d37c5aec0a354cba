/** Reads albums with everything of them into the form in which they are exported. */
import * as v from 'valibot';
import { completed } from '../../kit/crud/read/views.ts';
import { isWritable } from '../../kit/declare/attribute.ts';
import type { Definitions } from '../../kit/declare/definitions.ts';
import type { ShownRecord, Stored } from '../../kit/declare/fields.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import { linkedRecordsOf } from '../../kit/records/linked-records.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { albumArtists, trackArtists } from '../api/credited-artists.ts';
import { labels } from '../api/labels.ts';
import { type TrackAsset, trackAssets } from '../api/track-assets.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { type ArtistNames, artistNames, type CreditedArtist, namedArtists } from '../artist-names.ts';
import { creditForms } from '../rules/credits.ts';
import type { Release, ReleaseTrack } from './release-form.ts';

export interface Reading extends Store {
  readonly api: Definitions;
}

type AlbumTrack = Stored<typeof albumTracks>;

/** The records that the albums link to. */
interface Facts {
  readonly labels: ReadonlyMap<string | null, string>;
  readonly artists: ArtistNames;
  /** Albums that tracks show, by id. */
  readonly shownOn: ReadonlyMap<string | null, Album>;
  readonly albums: ReadonlyMap<string, ShownRecord>;
  readonly tracks: ReadonlyMap<string, { readonly track: Track; readonly whole: ShownRecord }>;
  readonly albumArtists: ReadonlyMap<string, readonly CreditedArtist[]>;
  readonly trackArtists: ReadonlyMap<string, readonly CreditedArtist[]>;
  readonly places: ReadonlyMap<string, readonly AlbumTrack[]>;
  readonly masters: ReadonlyMap<string, readonly TrackAsset[]>;
}

/**
 * @param some albums of one owner.
 * @returns their releases. A track of an older album is also in `shared`.
 */
export async function readReleases(store: Reading, some: readonly Album[]): Promise<Release[]> {
  const facts = await factsOf(store, some);
  return some.map((album) => releaseOf(album, facts));
}

async function factsOf(store: Reading, some: readonly Album[]): Promise<Facts> {
  const places = await linkedRecordsOf(store, some, { resource: albumTracks, by: 'album' });
  const tracksOnAlbums = await findRecords(
    store,
    tracks,
    [...places.values()].flat().map(({ fields }) => fields.track),
  );
  const whole = (resource: Resource, records: readonly ShownRecord[]) =>
    completed(store, resource, { records, fields: new Map(), isSingle: true });
  const [wholeAlbums, wholeTracks, ofAlbums, ofTracks, masters, labelled] = await Promise.all([
    whole(albums, some),
    whole(tracks, tracksOnAlbums),
    linkedRecordsOf(store, some, { resource: albumArtists, by: 'album' }),
    linkedRecordsOf(store, tracksOnAlbums, { resource: trackArtists, by: 'track' }),
    linkedRecordsOf(store, tracksOnAlbums, { resource: trackAssets, by: 'track' }),
    findRecords(
      store,
      labels,
      some.flatMap(({ fields }) => fields.label ?? []),
    ),
  ]);
  const artistIds = [
    ...[...ofAlbums.values(), ...ofTracks.values()].flat().map(({ fields }) => fields.artist),
    ...tracksOnAlbums.flatMap(({ fields }) => fields.artists),
    ...wholeTracks.flatMap(creditsOf).flatMap(({ 'artist-id': id }) => (id === null ? [] : String(id))),
  ];
  const oldest = await findRecords(
    store,
    albums,
    tracksOnAlbums.flatMap(({ fields }) => fields['oldest-album'] ?? []),
  );
  return {
    labels: new Map(labelled.map(({ id, fields }) => [id, fields.name])),
    artists: await artistNames(store, artistIds),
    shownOn: new Map(oldest.map((album) => [album.id, album])),
    albums: new Map(wholeAlbums.map((album) => [album.id, album])),
    tracks: new Map(
      tracksOnAlbums.flatMap((track, index) => {
        const shown = wholeTracks[index];
        return shown ? [[track.id, { track, whole: shown }] as const] : [];
      }),
    ),
    albumArtists: ofAlbums,
    trackArtists: ofTracks,
    places,
    masters,
  };
}

function releaseOf(album: Album, facts: Facts): Release {
  const { fields } = album;
  const places = (facts.places.get(album.id) ?? []).toSorted(
    ({ fields: left }, { fields: right }) => left.disc - right.disc || left.order - right.order,
  );
  return {
    attributes: attributesOf(albums, facts.albums.get(album.id) ?? album),
    links: {
      'primary-genre': fields['primary-genre'],
      'secondary-genre': fields['secondary-genre'],
      language: fields.language,
      version: fields.version,
    },
    label: facts.labels.get(fields.label) ?? null,
    countries: [...fields.countries],
    dsps: [...fields.dsps],
    artists: namedArtists(facts.albumArtists.get(album.id) ?? [], facts.artists),
    tracks: places.flatMap((place) => trackOf(place, facts)),
    shared: places.flatMap((place) => sharedOf(place, facts)),
  };
}

function trackOf({ fields: { track: id, disc, order } }: AlbumTrack, facts: Facts): ReleaseTrack[] {
  const placed = facts.tracks.get(id);
  if (!placed) return [];
  const { fields } = placed.track;
  const { order: _, 'extended-credits': __, ...attributes } = attributesOf(tracks, placed.whole);
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
      ...{ disc, order },
      artists: namedArtists(facts.trackArtists.get(id) ?? [], facts.artists),
      direct: fields.artists.flatMap((artist) => facts.artists.get(artist) ?? []),
      credits: creditsOf(placed.whole).map(({ role, name, position, 'artist-id': artist }) => ({
        ...{ role, name, position },
        artist: facts.artists.get(String(artist)) ?? null,
      })),
      masters: (facts.masters.get(id) ?? []).map((master) => ({
        type: master.fields['asset-type'],
        url: master.fields.url,
      })),
    },
  ];
}

/** The track shows its place on its oldest album. */
function sharedOf(
  { fields: { album, track: id, disc, order } }: AlbumTrack,
  facts: Facts,
): Release['shared'] {
  const track = facts.tracks.get(id)?.track;
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
