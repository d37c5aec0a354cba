/**
 * Tracks and their places on albums as a model: what each request responds with, and what it makes of a
 * snapshot.
 */

import { albumAttributes, many, one, trackLinks } from '../catalogue-calls.ts';
import type { Call } from '../event-of.ts';
import { trackAttributes } from '../examples.ts';
import type { Snapshot, TrackPlace } from './snapshot.ts';

/** What the response must say: errors as in errorsOf, without repetitions. */
export interface Expected {
  readonly status: number;
  readonly errors?: readonly string[];
}

export interface Action {
  readonly call: Call;
  /** Changes the snapshot. @param id of what the response shows. */
  readonly effect: (snapshot: Snapshot, id: string) => Expected;
}

const IS_VIDEO = '/data/attributes/is-video';
const ALBUMS = '/data/relationships/albums';
const ONLY_VIDEOS = 'video_release_accepts_only_videos';
const TAKEN = 'value_taken /data/attributes/order';
const unknown: Expected = { status: 404 };

const write = (method: string, path: string, body?: object): Call => ({ method, path, body });
const patch = (type: string, id: string, members: object) =>
  write('PATCH', `/${type}/${id}`, { data: { type, id, ...members } });

const placesOf = ({ places }: Snapshot, track: string): TrackPlace[] =>
  Object.values(places).filter((each) => each.track === track);
const isTaken = ({ places }: Snapshot, { album, disc, order, track }: TrackPlace): boolean =>
  Object.values(places).some(
    (each) => each.album === album && each.disc === disc && each.order === order && each.track !== track,
  );
const put = (snapshot: Snapshot, place: TrackPlace): void => {
  snapshot.places[`${place.album}/${place.track}`] = place;
};

/** A track shows its place on its oldest album. */
function show(snapshot: Snapshot, track: string): void {
  const [oldest] = placesOf(snapshot, track).toSorted(
    (left, right) => Number(left.album) - Number(right.album),
  );
  const shown = snapshot.tracks[track];
  if (oldest && shown) Object.assign(shown, { order: oldest.order, disc: oldest.disc });
}

const rejected = (errors: readonly (string | false)[]): Expected | undefined => {
  const named = errors.filter((each) => each !== false);
  return named.length > 0 ? { status: 422, errors: [...new Set(named)].toSorted() } : undefined;
};

export interface TrackChange {
  readonly order?: number | undefined;
  readonly on?: readonly string[] | undefined;
  readonly isVideo?: boolean | undefined;
}

/** @param pointer to the albums of the request. */
function changeTrack(
  snapshot: Snapshot,
  id: string,
  { order, on, isVideo, pointer }: TrackChange & { pointer: string },
): Expected {
  const track = snapshot.tracks[id];
  const now = placesOf(snapshot, id);
  if (!track || on?.some((album) => !(album in snapshot.albums))) return unknown;
  const wanted = on === undefined || on.length === 0 ? now.map(({ album }) => album) : on;
  const kept = now.filter(({ album }) => wanted.includes(album));
  const added = wanted.filter((album) => !now.some((each) => each.album === album));
  const willBe = isVideo ?? track.isVideo;
  const next = [
    ...kept.map((each) => ({ ...each, order: order ?? each.order })),
    ...added.map((album) => ({ album, track: id, order: order ?? track.order, disc: 1 })),
  ];
  const isOnVideos = wanted.some((album) => snapshot.albums[album] === 'video');
  const problem = rejected([
    on?.length === 0 && `track_needs_album ${pointer}`,
    !willBe && isOnVideos && `${ONLY_VIDEOS} ${isVideo === false ? IS_VIDEO : pointer}`,
    willBe &&
      !track.isVideo &&
      Math.max(now.length, wanted.length) > 1 &&
      `video_track_is_shared ${IS_VIDEO}`,
    next.some((place) => isTaken(snapshot, place)) && TAKEN,
  ]);
  if (problem) return problem;
  for (const { album } of now) if (!wanted.includes(album)) delete snapshot.places[`${album}/${id}`];
  for (const place of next) put(snapshot, place);
  track.isVideo = willBe;
  show(snapshot, id);
  return { status: 200 };
}

export const actions = {
  createAlbum: (format: string): Action => ({
    call: write('POST', '/albums', { data: { type: 'albums', attributes: { ...albumAttributes, format } } }),
    effect: (snapshot, id) => {
      snapshot.albums[id] = format;
      return { status: 201 };
    },
  }),
  changeFormat: (id: string, format: string): Action => ({
    call: patch('albums', id, { attributes: { format } }),
    effect: (snapshot) => {
      const { albums, places, tracks } = snapshot;
      if (albums[id] === undefined) return unknown;
      const hasSongs = Object.values(places).some(
        ({ album, track }) => album === id && !tracks[track]?.isVideo,
      );
      const problem = rejected([
        format === 'video' && albums[id] !== 'video' && hasSongs && `${ONLY_VIDEOS} /data/attributes/format`,
      ]);
      if (!problem) albums[id] = format;
      return problem ?? { status: 200 };
    },
  }),
  createTrack: (order: number, on: readonly string[], isVideo: boolean | undefined): Action => ({
    call: write('POST', '/tracks', {
      data: {
        type: 'tracks',
        attributes: { ...trackAttributes, order, 'is-video': isVideo },
        relationships: trackLinks(on),
      },
    }),
    effect: (snapshot, id) => {
      if (on.some((album) => !(album in snapshot.albums))) return unknown;
      const isOnVideos = on.some((album) => snapshot.albums[album] === 'video');
      const willBe = isVideo ?? isOnVideos;
      const problem = rejected([
        on.length === 0 && `invalid_value ${ALBUMS}`,
        !willBe && isOnVideos && `${ONLY_VIDEOS} ${IS_VIDEO}`,
        willBe && on.length > 1 && `video_track_is_shared ${IS_VIDEO}`,
        on.some((album) => isTaken(snapshot, { album, order, disc: 1, track: id })) && TAKEN,
      ]);
      if (problem) return problem;
      snapshot.tracks[id] = { isVideo: willBe, order, disc: 1 };
      for (const album of on) put(snapshot, { album, track: id, order, disc: 1 });
      return { status: 201 };
    },
  }),
  changeTrack: (id: string, { order, on, isVideo }: TrackChange): Action => ({
    call: patch('tracks', id, {
      attributes: { order, 'is-video': isVideo },
      relationships: on === undefined ? {} : { albums: many('albums', on) },
    }),
    effect: (snapshot) => changeTrack(snapshot, id, { order, on, isVideo, pointer: ALBUMS }),
  }),
  writeAlbums: (id: string, on: readonly string[], method: 'POST' | 'PATCH' | 'DELETE'): Action => ({
    call: write(method, `/tracks/${id}/relationships/albums`, many('albums', on)),
    effect: (snapshot) => {
      const now = placesOf(snapshot, id).map(({ album }) => album);
      const others = now.filter((album) => !on.includes(album));
      const wanted = { POST: [...new Set([...now, ...on])], PATCH: on, DELETE: others }[method];
      return changeTrack(snapshot, id, { on: wanted, pointer: '/data' });
    },
  }),
  createPlace: (album: string, track: string, { order, disc }: { order: number; disc: number }): Action => ({
    call: write('POST', '/album-tracks', {
      data: {
        type: 'album-tracks',
        attributes: { order, disc },
        relationships: { album: one('albums', album), track: one('tracks', track) },
      },
    }),
    effect: (snapshot) => {
      const format = snapshot.albums[album];
      const found = snapshot.tracks[track];
      if (format === undefined || !found) return unknown;
      const isThere = `${album}/${track}` in snapshot.places;
      const problem = rejected([
        format === 'video' && !found.isVideo && `${ONLY_VIDEOS} /data/relationships/track`,
        isTaken(snapshot, { album, order, disc, track: '' }) && TAKEN,
        isThere && 'value_taken /data/relationships/track',
      ]);
      if (problem) return problem;
      put(snapshot, { album, track, order, disc });
      show(snapshot, track);
      return { status: 201 };
    },
  }),
  movePlace: (id: string, to: { order?: number | undefined; disc?: number | undefined }): Action => ({
    call: patch('album-tracks', id, { attributes: to }),
    effect: (snapshot) => {
      const found = Object.values(snapshot.places).find((each) => each.id === id);
      if (!found) return unknown;
      const moved = { ...found, order: to.order ?? found.order, disc: to.disc ?? found.disc };
      const problem = rejected([isTaken(snapshot, moved) && TAKEN]);
      if (problem) return problem;
      put(snapshot, moved);
      show(snapshot, found.track);
      return { status: 200 };
    },
  }),
  removePlace: (id: string): Action => ({
    call: write('DELETE', `/album-tracks/${id}`),
    effect: (snapshot) => {
      const found = Object.values(snapshot.places).find((each) => each.id === id);
      if (!found) return unknown;
      const problem = rejected([placesOf(snapshot, found.track).length === 1 && 'track_needs_album ']);
      if (problem) return problem;
      delete snapshot.places[`${found.album}/${found.track}`];
      show(snapshot, found.track);
      return { status: 204 };
    },
  }),
  removeTrack: (id: string): Action => ({
    call: write('DELETE', `/tracks/${id}`),
    effect: (snapshot) => {
      if (!snapshot.tracks[id]) return unknown;
      for (const { album } of placesOf(snapshot, id)) delete snapshot.places[`${album}/${id}`];
      delete snapshot.tracks[id];
      return { status: 204 };
    },
  }),
  removeAlbum: (id: string): Action => ({
    call: write('DELETE', `/albums/${id}`),
    effect: ({ albums, places }) => {
      if (albums[id] === undefined) return unknown;
      const problem = rejected([
        Object.values(places).some(({ album }) => album === id) && 'album_has_tracks ',
      ]);
      if (!problem) delete albums[id];
      return problem ?? { status: 204 };
    },
  }),
};
