/** Albums with tracks and main artists. */
import { handler as albums } from '../../functions/albums/handler.ts';
import { handler as artists } from '../../functions/artists/handler.ts';
import { handler as labels } from '../../functions/labels/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { albums as albumRecords } from '../../shared/catalogue/api/albums.ts';
import { tracks as trackRecords } from '../../shared/catalogue/api/tracks.ts';
import { markDelivered } from '../../shared/distribution/deliveries/mark-delivered.ts';
import { changeRecord, findRecords, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { call, type Person } from './calls.ts';
import { saveRelease } from './catalogue/save-release.ts';
import { newUpc, trackAttributes } from './examples.ts';

export interface NewTrack {
  readonly title: string;
  /** Names of the main artists. */
  readonly artists?: readonly string[];
  readonly isrc?: string | null;
  /** Without it, the next on the album. */
  readonly order?: number;
  /** Other attributes. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface Release {
  readonly albumId: string;
  /** In the order of the new tracks. */
  readonly trackIds: readonly string[];
  readonly upc: string;
}

const handlers = { labels, artists, albums, tracks, 'track-artists': tracks } as const;

export async function create(
  { token }: Person,
  type: keyof typeof handlers,
  members: { attributes?: object; relationships?: object },
): Promise<string> {
  const request = { method: 'POST', path: `/${type}`, token, body: { data: { type, ...members } } };
  return (await call(handlers[type], 201, request)).body.data.id;
}

/** @param given attributes of the album that matter, and the name of its label. */
export async function newRelease(
  person: Person,
  newTracks: readonly NewTrack[],
  { label = 'Blue Room', ...given }: { label?: string; title?: string; release_date?: string } = {},
): Promise<Release> {
  const upc = newUpc();
  const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };
  const { album: albumId, tracks: trackIds } = await saveRelease(person, {
    label,
    artists: [],
    fields: { title: 'Kind of Green', release_date: '2026-11-30', 'upc-code': upc, ...rights, ...given },
    tracks: newTracks.map(
      ({ title, artists: names = ['Nia Calder'], isrc = null, order, more = {} }, index) => ({
        fields: {
          ...trackAttributes,
          title,
          order: order ?? index + 1,
          'isrc-code': isrc,
          'primary-genre': '1',
          language: '118',
          ...more,
        },
        artists: names,
      }),
    ),
  });
  return { albumId, trackIds, upc };
}

/** A release that a store got. */
export async function newDeliveredRelease(...given: Parameters<typeof newRelease>): Promise<Release> {
  const release = await newRelease(...given);
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const records = await findRecords(store, trackRecords, release.trackIds);
  await markDelivered(
    store,
    records.map(({ id, fields }) => ({ id, isrc: fields['isrc-code'] })),
  );
  const was = { resource: albumRecords, id: release.albumId };
  await changeRecord(store, was, () => ({ fields: { 'was-delivered': true } }));
  return release;
}
