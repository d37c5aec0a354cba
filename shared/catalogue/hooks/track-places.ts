/** The places of a track on its albums, changed in the transaction that saves the track. */
import type { Context } from '../../kit/crud/context.ts';
import type { Draft } from '../../kit/crud/write/hooks.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import { changed, type Store } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import type { tracks } from '../api/tracks.ts';
import type { TrackKind } from '../rules/catalogue.ts';
import { heldWhenPlaced } from '../rules/isrc.ts';
import { shownPlace } from '../rules/track-place.ts';
import { changesPlaces, releasesOfDraft, type TrackReleases } from './track-releases.ts';

type TrackDraft = Draft<typeof tracks>;

/** The hook of album-tracks for drafts of tracks. Runs after the kind of the track is decided. */
export async function preparePlaces(draft: TrackDraft, context: Context): Promise<void> {
  const releases = await releasesOfDraft(draft, context);
  takePlaces(draft, { releases, kind: draft.valid('kind') ?? 'song', context });
}

/** On new albums, the track goes on disc 1. All its places get the kind, and the order if it is sent. */
function takePlaces(
  draft: TrackDraft,
  { releases, kind, context }: { releases: TrackReleases; kind: TrackKind; context: Store },
): void {
  const order = draft.valid('order');
  const { links, wanted } = releases;
  if (order === undefined || (draft.before && !changesPlaces(draft.sent))) return;
  const kept = (links?.records ?? []).filter(({ fields }) => wanted.some(({ id }) => id === fields.album));
  const added = wanted.flatMap(({ id }) => (kept.some(({ fields }) => fields.album === id) ? [] : id));
  draft.setLink('albums', () => ({ order, disc: 1, kind }));
  if (links) draft.knowLinks('albums', links.records);
  const places = kept.map((before) => {
    const fields = { order: draft.isSent('order') ? order : before.fields.order, kind };
    const isSame = fields.order === before.fields.order && kind === before.fields.kind;
    return { before, after: isSame ? before : changed(context, albumTracks, { before, fields }) };
  });
  const moved = places.filter(({ before, after }) => before !== after);
  draft.also(...moved.map((place) => ({ resource: albumTracks, ...place })));
  const shown = shownPlace([
    ...places.map(({ after }) => after.fields),
    ...added.map((album) => ({ album, order, disc: 1 })),
  ]);
  draft.set({ 'delivered-isrc': heldWhenPlaced(draft.before?.fields['delivered-isrc'] ?? null, wanted) });
  if (shown) draft.set({ order: shown.order, disc: shown.disc, 'oldest-album': shown.album });
  // The track shows this place.
  const source = kept.filter(({ fields }) => fields.album === shown?.album);
  draft.write(
    ...(links?.unchanged ?? []),
    ...source.map(unchangedCheck),
    ...songChecks(draft, { kind, releases, added }),
    // Fails if a store gets an added album concurrently.
    ...wanted.filter(({ id }) => added.includes(id)).map(unchangedCheck),
  );
}

/** Albums that get a song must not become video releases before it is saved. */
function songChecks(
  { before }: TrackDraft,
  { kind, releases, added }: { kind: TrackKind; releases: TrackReleases; added: readonly string[] },
) {
  if (kind !== 'song') return [];
  const isNewSong = before !== undefined && before.fields.kind !== 'song';
  return releases.wanted.filter(({ id }) => isNewSong || added.includes(id)).map(unchangedCheck);
}
