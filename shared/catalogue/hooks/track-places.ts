/** The places of a track on its albums, changed in the transaction that saves the track. */
import type { Draft } from '../../kit/crud/write/hooks.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import { changed } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import type { tracks } from '../api/tracks.ts';
import type { TrackKind } from '../rules/catalogue.ts';
import { isrcWhenPlaced } from '../rules/isrc.ts';
import { shownPlace } from '../rules/track-place.ts';
import { changesPlaces, type TrackReleases } from './track-releases.ts';
import type { TrackRule } from './track-rule.ts';

type TrackDraft = Draft<typeof tracks>;

/** On new albums, the track goes on disc 1. All its places get the kind, and the order if it is sent. */
export const places: TrackRule = (draft, { releases }) => {
  const order = draft.valid('order');
  const { links, future } = releases;
  if (order === undefined || (draft.before && !changesPlaces(draft.sent))) return undefined;
  const kind = draft.valid('kind') ?? 'song';
  const isNewSong = draft.before !== undefined && draft.before.fields.kind !== 'song';
  const staying = placesAfter(draft, releases.places, { order, kind }).filter(({ before }) =>
    future.some(({ id }) => id === before.fields.album),
  );
  const added = future.filter(({ id }) => staying.every(({ before }) => before.fields.album !== id));
  const shown = shownPlace([
    ...staying.map(({ after }) => after.fields),
    ...added.map(({ id }) => ({ album: id, order, disc: 1 })),
  ]);
  // The track shows this place.
  const source = staying.filter(({ before }) => before.fields.album === shown?.album);
  return {
    fields: {
      'delivered-isrc': isrcWhenPlaced(draft.before?.fields['delivered-isrc'] ?? null, future),
      ...(shown && { order: shown.order, disc: shown.disc, 'oldest-album': shown.album }),
    },
    links: {
      albums: { fields: () => ({ order, disc: 1, kind }), ...(links && { known: links.linkings }) },
    },
    also: staying
      .filter(({ before, after }) => before !== after)
      .map((place) => ({ resource: albumTracks, ...place })),
    writes: [
      ...(links?.unchanged ?? []),
      ...source.map(({ before }) => unchangedCheck(before)),
      // Albums that get a song must not become video releases before it is saved.
      ...(kind === 'song' ? (isNewSong ? future : added).map(unchangedCheck) : []),
      // Fails if a store gets an added album concurrently.
      ...added.map(unchangedCheck),
    ],
  };
};

function placesAfter(
  draft: TrackDraft,
  all: TrackReleases['places'],
  { order, kind }: { order: number; kind: TrackKind },
) {
  return all.map((before) => {
    const fields = { order: draft.isSent('order') ? order : before.fields.order, kind };
    const isSame = fields.order === before.fields.order && kind === before.fields.kind;
    return { before, after: isSame ? before : changed(draft, albumTracks, { before, fields }) };
  });
}
