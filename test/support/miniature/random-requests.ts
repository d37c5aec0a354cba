/** Random requests to the miniature catalogue. */
import fc from 'fast-check';
import type { Catalogue } from './catalogue.ts';
import { type Action, actions } from './model.ts';

/** A request before it is known what there is: numbers choose among the records at hand. */
export const request = fc.record({
  what: fc.constantFrom(
    ...(['createLabel', 'renameLabel', 'createAlbum', 'moveAlbum', 'createTrack', 'replaceAlbums'] as const),
    ...(['writeAlbums', 'createLink', 'moveLink', 'assignStores', 'createRequest', 'decide'] as const),
    ...(['createTrack', 'writeAlbums', 'createLink', 'remove'] as const),
  ),
  one: fc.nat(),
  other: fc.nat(),
  several: fc.array(fc.nat(5), { maxLength: 3 }),
  order: fc.integer({ min: 1, max: 3 }),
});
export type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

const UNKNOWN = '17';
/** Mostly a record of the catalogue, now and then one that does not exist. */
const pick = (ids: readonly string[], index: number): string =>
  index % 12 === 11 ? UNKNOWN : (ids[index % Math.max(ids.length, 1)] ?? UNKNOWN);

export function actionOf({ what, one, other, several, order }: Request, catalogue: Catalogue): Action {
  const [labels, albums, tracks, requests] = (['labels', 'albums', 'tracks', 'requests'] as const).map(
    (type) => Object.keys(catalogue[type]),
  ) as [string[], string[], string[], string[]];
  const links = Object.values(catalogue.links).flatMap(({ id }) => id ?? []);
  const name = `Label ${other % 3}`;
  const label = other % 4 === 0 ? null : pick(labels, other);
  const [album, track] = [pick(albums, one), pick(tracks, other)];
  const on = [...new Set(several.map((each) => pick(albums, each)))];
  switch (what) {
    case 'createLabel':
      return actions.createLabel(name);
    case 'renameLabel':
      return actions.renameLabel(pick(labels, one), name);
    case 'createAlbum':
      return actions.createAlbum(label);
    case 'moveAlbum':
      return actions.moveAlbum(album, label);
    case 'createTrack':
      return actions.createTrack(order, on);
    case 'replaceAlbums':
      return actions.replaceAlbums(track, on, order);
    case 'writeAlbums':
      return actions.writeAlbums(track, on, (['POST', 'PATCH', 'DELETE'] as const)[one % 3] ?? 'POST');
    case 'createLink':
      return actions.createLink(album, track, order);
    case 'moveLink':
      return actions.moveLink(pick(links, one), order);
    case 'assignStores':
      return actions.assignStores(album, ['1', '2', '3'].slice(other % 3));
    case 'createRequest':
      return actions.createRequest(album);
    case 'decide':
      return actions.decide(pick(requests, one), other % 2 === 0 ? 'approve' : 'reject');
    case 'remove': {
      const type = (['labels', 'albums', 'tracks', 'album-tracks'] as const)[other % 4] ?? 'labels';
      const ids = { labels, albums, tracks, 'album-tracks': links }[type];
      return actions.remove(type, pick(ids, one));
    }
  }
}
