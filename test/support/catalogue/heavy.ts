/** A catalogue as heavy as it may be: long lists of links, and large texts. */
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { artists } from '../../../shared/catalogue/api/artists.ts';
import { albumArtists, trackArtists } from '../../../shared/catalogue/api/credited-artists.ts';
import { labels } from '../../../shared/catalogue/api/labels.ts';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { creditLists } from '../../../shared/catalogue/credits/credit-lists.ts';
import { deliveries } from '../../../shared/distribution/api/deliveries.ts';
import { distributionRequests } from '../../../shared/distribution/api/distribution-requests.ts';
import type { StoredRecord } from '../../../shared/kit/declare/fields.ts';
import { newRecord } from '../../../shared/kit/records/store.ts';
import { IDS_PER_BLOCK, newBlock } from '../../../shared/kit/table/ids.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { rowsOf, writeRows } from '../rows-of.ts';

const now = new Date();
const LONG = '\u{1f3bb}'.repeat(50_000);
const ARTISTS = 60;
const ROLES = 40;
const TRACKS = 1000;
const HEAVY_TRACKS = 40;
/** Tracks of the large album with as many artists as there may be; the others have one. */
const CROWDED_TRACKS = 120;
const ALBUMS = 100;
const REQUESTS = 100;
const DELIVERIES = 40;

export interface Heavy {
  readonly album: string;
  readonly track: string;
  readonly artist: string;
  readonly label: string;
  readonly request: string;
}

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));

/**
 * An album of 1,000 tracks with 40 artists each; 99 albums of 10 tracks with one; texts and credits of the
 * greatest length.
 */
export async function fillHeavily(ownerId: string): Promise<Heavy> {
  const made = { ownerId };
  const label = newRecord({ now }, labels, { ...made, fields: { name: 'Heavy' } });
  const people = times(ARTISTS, (number) =>
    withTexts(newRecord({ now }, artists, { ...made, fields: { name: `Artist ${number}` } }), { bio: LONG }),
  );
  const releases = times(ALBUMS, (number) => newAlbum(ownerId, { label: label.id, number }));
  const songs = releases.flatMap((album, number) =>
    times(number === 0 ? TRACKS : 10, (order) => newSong(ownerId, { album: album.id, order: order + 1 })),
  );
  const heavy = songs.slice(0, HEAVY_TRACKS).map((song) => ({
    ...song,
    fields: { ...song.fields, lyrics: LONG, 'credits-count': 200, 'credits-size': 220_000 },
  }));
  const all = [...heavy, ...songs.slice(HEAVY_TRACKS)];
  const places = all.map(({ id: track, fields: { order, 'oldest-album': album } }) =>
    newRecord({ now }, albumTracks, { ...made, fields: { track, album: album ?? '', order } }),
  );
  const named = (count: number, on: object) =>
    people.slice(0, count).map(({ id: artist }) => ({ ...on, artist, 'artist-role': '1' }));
  const roles = all.flatMap(({ id: track }, number) =>
    named(number < CROWDED_TRACKS ? ROLES : 1, { track }).map((fields) =>
      newRecord({ now }, trackArtists, { ...made, fields }),
    ),
  );
  const albumRoles = releases.flatMap(({ id: album }) =>
    named(ROLES, { album }).map((fields) => newRecord({ now }, albumArtists, { ...made, fields })),
  );
  const album = releases[0]?.id ?? '';
  const artist = people[0]?.id ?? '';
  const track = heavy[0]?.id ?? '';
  const asked = newRequests(ownerId, album);
  const records: StoredRecord[] = [label, ...people, ...releases, ...all, ...places, ...roles, ...albumRoles];
  await writeRows([
    ...rowsOf(definitions, [...records, ...asked]),
    ...heavy.flatMap(({ id }) => creditRows(ownerId, id)),
  ]);
  return { album, track, artist, label: label.id, request: asked[0]?.id ?? '' };
}

function newAlbum(ownerId: string, { label, number }: { label: string; number: number }) {
  const fields = {
    title: `Album ${number}`,
    release_date: '2026-11-30',
    'is-explicit': false,
    'rights-owner-year': 2026,
    'rights-owner-name': 'Heavy',
    dsps: ['1', '3', '4', '6', '9'],
    label,
  };
  return withTexts(newRecord({ now }, albums, { ownerId, fields }), { description: LONG.slice(0, 10_000) });
}

/** Attributes that are kept apart are none of the fields of a new record. */
const withTexts = <R extends StoredRecord>(record: R, texts: Readonly<Record<string, string>>): R => ({
  ...record,
  fields: { ...record.fields, ...texts },
});

function newSong(ownerId: string, { album, order }: { album: string; order: number }) {
  const fields = {
    title: `Track ${order}`,
    'is-explicit': false,
    'rights-owner-year': 2026,
    'rights-owner-name': 'Heavy',
    'primary-genre': '1',
    language: '118',
    order,
    'oldest-album': album,
  };
  return newRecord({ now }, tracks, { ownerId, fields });
}

function newRequests(ownerId: string, album: string): StoredRecord[] {
  return times(REQUESTS, () => {
    const asked = { 'request-type': 'update', status: 'sent', date: '2026-11-22', album } as const;
    const request = newRecord({ now }, distributionRequests, { ownerId, fields: asked });
    const of = { album, 'distribution-request': request.id, dsp: '4', status: 'sent' } as const;
    const told = { date: now.toISOString(), 'store-delivery-id': 'x', 'album-title': 'Album 0' };
    const made = times(DELIVERIES, () =>
      newRecord({ now }, deliveries, { ownerId, fields: { ...of, ...told } }),
    );
    return [request, ...made];
  }).flat();
}

/** 200 credits with the longest names. */
function creditRows(ownerId: string, trackId: string): (Item & Key)[] {
  const block = newBlock(now);
  const credits = times(200, (number) => ({
    id: block * IDS_PER_BLOCK + number,
    role: 'assistant_recording_engineer',
    name: `${LONG.slice(0, 500)}${number}`,
    'artist-id': null,
    position: number + 1,
  }));
  const list = { parentId: trackId, ownerId, items: credits, changes: 1 };
  return creditLists.movedRows(list, { owner: ownerId });
}
