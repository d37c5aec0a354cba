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
import { artists } from '../api/artists.ts';
import { albumArtists, trackArtists } from '../api/credited-artists.ts';
import { labels } from '../api/labels.ts';
import { type TrackAsset, trackAssets } from '../api/track-assets.ts';
import { type Track, tracks } from '../api/tracks.ts';
import type { Release, ReleaseArtist, ReleaseTrack } from './release-form.ts';

export interface Reading extends Store {
  readonly api: Definitions;
}

type Credited = Stored<typeof albumArtists> | Stored<typeof trackArtists>;
type Place = Stored<typeof albumTracks>;

/** The records that the albums link to. */
interface Facts {
  readonly labels: ReadonlyMap<string, string>;
  /** Names of artists by id. */
  readonly artists: ReadonlyMap<string, string>;
  /** Albums that tracks show, by id. */
  readonly shownOn: ReadonlyMap<string, Album>;
  readonly albums: ReadonlyMap<string, ShownRecord>;
  readonly tracks: ReadonlyMap<string, { readonly track: Track; readonly whole: ShownRecord }>;
  readonly albumArtists: ReadonlyMap<string, readonly Credited[]>;
  readonly trackArtists: ReadonlyMap<string, readonly Credited[]>;
  readonly places: ReadonlyMap<string, readonly Place[]>;
  readonly masters: ReadonlyMap<string, readonly TrackAsset[]>;
}

/** @param some albums of one owner. @returns their releases. Tracks of other albums are in `tracks` and in `shared`. */
export async function readReleases(store: Reading, some: readonly Album[]): Promise<Release[]> {
  const facts = await factsOf(store, some);
  return some.map((album) => releaseOf(album, facts));
}

async function factsOf(store: Reading, some: readonly Album[]): Promise<Facts> {
  const places = await linkedRecordsOf(store, some, { resource: albumTracks, by: 'album' });
  const found = await findRecords(
    store,
    tracks,
    [...places.values()].flat().map(({ fields }) => fields.track),
  );
  const whole = (resource: Resource, records: readonly ShownRecord[]) =>
    completed(store, resource, { records, fields: new Map(), isSingle: true });
  const [wholeAlbums, wholeTracks, ofAlbums, ofTracks, masters, labelled] = await Promise.all([
    whole(albums, some),
    whole(tracks, found),
    linkedRecordsOf(store, some, { resource: albumArtists, by: 'album' }),
    linkedRecordsOf(store, found, { resource: trackArtists, by: 'track' }),
    linkedRecordsOf(store, found, { resource: trackAssets, by: 'track' }),
    findRecords(
      store,
      labels,
      some.flatMap(({ fields }) => fields.label ?? []),
    ),
  ]);
  const named = [...ofAlbums.values(), ...ofTracks.values()].flat().map(({ fields }) => fields.artist);
  const credited = wholeTracks.flatMap((track) =>
    creditsOf(track).flatMap((each) => each['artist-id'] ?? []),
  );
  const direct = found.flatMap(({ fields }) => fields.artists);
  const people = await findRecords(store, artists, [...named, ...direct, ...credited.map(String)]);
  const oldest = await findRecords(
    store,
    albums,
    found.flatMap(({ fields }) => fields['oldest-album'] ?? []),
  );
  return {
    labels: new Map(labelled.map(({ id, fields }) => [id, fields.name])),
    artists: new Map(people.map(({ id, fields }) => [id, fields.name])),
    shownOn: new Map(oldest.map((album) => [album.id, album])),
    albums: new Map(wholeAlbums.map((album) => [album.id, album])),
    tracks: new Map(
      found.flatMap((track, index) => {
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
    label: facts.labels.get(fields.label ?? '') ?? null,
    countries: [...fields.countries],
    dsps: [...fields.dsps],
    artists: artistsOf(facts.albumArtists.get(album.id), facts),
    tracks: places.flatMap((place) => trackOf(place, facts)),
    shared: places.flatMap((place) => sharedOf(place, facts)),
  };
}

function trackOf({ fields: { track: id, disc, order } }: Place, facts: Facts): ReleaseTrack[] {
  const found = facts.tracks.get(id);
  if (!found) return [];
  const { fields } = found.track;
  const { order: _, 'extended-credits': __, ...attributes } = attributesOf(tracks, found.whole);
  // A version has the text as its name, and a text that is sent takes precedence.
  const { 'version-description': text, ...others } = attributes;
  const nameOf = (artist: string) => facts.artists.get(artist) ?? '';
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
      artists: artistsOf(facts.trackArtists.get(id), facts),
      direct: fields.artists.map(nameOf),
      credits: creditsOf(found.whole).map(({ role, name, position, 'artist-id': artist }) => ({
        ...{ role, name, position },
        artist: artist === null ? null : nameOf(String(artist)),
      })),
      masters: (facts.masters.get(id) ?? []).map((master) => ({
        type: master.fields['asset-type'],
        url: master.fields.url,
      })),
    },
  ];
}

/** The track shows its place on its oldest album. */
function sharedOf({ fields: { album, track: id, disc, order } }: Place, facts: Facts): Release['shared'] {
  const { fields } = facts.tracks.get(id)?.track ?? {};
  const upc = facts.shownOn.get(fields?.['oldest-album'] ?? '')?.fields['upc-code'];
  if (!fields || fields['oldest-album'] === album || upc == null) return [];
  return [{ disc, order, of: { upc, disc: fields.disc, order: fields.order } }];
}

const artistsOf = (credited: readonly Credited[] = [], { artists: names }: Facts): ReleaseArtist[] =>
  credited.map(({ fields }) => ({
    name: names.get(fields.artist) ?? '',
    role: fields['artist-role'],
    order: fields.order,
  }));

/** The credits as the view of tracks shows them. */
const creditsSchema = v.array(
  v.object({
    role: v.string(),
    name: v.string(),
    position: v.number(),
    'artist-id': v.nullable(v.number()),
  }),
);

const creditsOf = ({ fields }: ShownRecord) => v.parse(creditsSchema, fields['extended-credits'] ?? []);

/** @returns the attributes that a client can write. */
const attributesOf = ({ attributes }: Resource, { fields }: ShownRecord): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { writable }]) =>
      isWritable(writable, 'create') ? [[name, fields[name] ?? null] as const] : [],
    ),
  );
