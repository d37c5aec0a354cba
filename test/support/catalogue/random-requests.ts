/** Random requests about tracks and their places. */
import fc from 'fast-check';
import { type Action, actions } from './model.ts';
import type { Snapshot } from './snapshot.ts';

const kinds = [
  ...(['createAlbum', 'changeFormat', 'createTrack', 'createTrack', 'changeTrack', 'changeTrack'] as const),
  ...(['writeAlbums', 'writeAlbums', 'createPlace', 'createPlace', 'movePlace', 'movePlace'] as const),
  ...(['removePlace', 'removeTrack', 'removeAlbum'] as const),
];

/** A request before it is known what there is: numbers choose among the records at hand. */
export const request = fc.record({
  what: fc.constantFrom(...kinds),
  one: fc.nat(),
  other: fc.nat(),
  several: fc.array(fc.nat(4), { maxLength: 3 }),
  order: fc.integer({ min: 1, max: 3 }),
  disc: fc.integer({ min: 1, max: 2 }),
  isVideo: fc.constantFrom(undefined, undefined, false, true),
});
export type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

const UNKNOWN = '17';
const formats = ['album', 'video', 'ep'];
/** Mostly a record of the snapshot, now and then one that does not exist. */
const pick = (ids: readonly string[], index: number): string =>
  index % 16 === 15 ? UNKNOWN : (ids[index % Math.max(ids.length, 1)] ?? UNKNOWN);

export function actionOf(asked: Request, snapshot: Snapshot): Action {
  const { what, one, other, several, order, disc, isVideo } = asked;
  const albums = Object.keys(snapshot.albums);
  const tracks = Object.keys(snapshot.tracks);
  const places = Object.values(snapshot.places).flatMap(({ id }) => id ?? []);
  const on = [...new Set(several.map((each) => pick(albums, each)))];
  const format = formats[other % formats.length] ?? '';
  switch (what) {
    case 'createAlbum':
      return actions.createAlbum(format);
    case 'changeFormat':
      return actions.changeFormat(pick(albums, one), format);
    case 'createTrack':
      return actions.createTrack(order, on, isVideo);
    case 'changeTrack': {
      const change = {
        order: one % 2 === 0 ? order : undefined,
        on: one % 3 === 0 ? on : undefined,
        isVideo,
      };
      return actions.changeTrack(pick(tracks, other), change);
    }
    case 'writeAlbums':
      return actions.writeAlbums(
        pick(tracks, other),
        on,
        (['POST', 'PATCH', 'DELETE'] as const)[one % 3] ?? 'POST',
      );
    case 'createPlace':
      return actions.createPlace(pick(albums, one), pick(tracks, other), { order, disc });
    case 'movePlace':
      return actions.movePlace(pick(places, other), {
        order: one % 3 === 0 ? undefined : order,
        disc: one % 3 === 1 ? undefined : disc,
      });
    case 'removePlace':
      return actions.removePlace(pick(places, one));
    case 'removeTrack':
      return actions.removeTrack(pick(tracks, one));
    case 'removeAlbum':
      return actions.removeAlbum(pick(albums, one));
  }
}
