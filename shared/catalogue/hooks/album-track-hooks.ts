/** Hooks of album-tracks. A place on an album and the track that shows it always change together. */
import { type Draft, hooksOf, type Removal } from '../../kit/crud/write/hooks.ts';
import { type Change, unchangedCheck } from '../../kit/records/changes.ts';
import { linkedRecords } from '../../kit/records/linked-records.ts';
import { changed, changedUnseen, findRecord, type Store } from '../../kit/records/store.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { heldWhenPlaced } from '../rules/isrc.ts';
import { onlyVideos } from '../rules/music-videos.ts';
import { shownPlace, type TrackPlace } from '../rules/track-place.ts';
import { preparePlaces } from './track-places.ts';
import { albumOfPlace } from './track-releases.ts';
import { requireWritableReleases, trackOf } from './writable-track.ts';

type PlaceDraft = Draft<typeof albumTracks>;

export const albumTrackHooks = hooksOf(albumTracks, {
  async prepare(draft, context) {
    const track = await trackOf(context, draft.valid('track'));
    const album = await findRecord(context, albums, draft.valid('album') ?? '');
    const order = draft.valid('order');
    const disc = draft.valid('disc');
    if (!track || !album) return;
    requireWritableReleases(context, [album]);
    if (!draft.before) addTrack(draft, track, album);
    if (order === undefined || disc === undefined) return;
    const held = heldWhenPlaced(track.fields['delivered-isrc'], [album]);
    showPlace(draft, { track, held, place: { album: album.id, order, disc } }, context);
  },

  async remove(record, context, going): Promise<Removal> {
    if (going) return {};
    const { album, track } = record.fields;
    const release = await albumOfPlace(record, context);
    const from = await trackOf(context, track);
    if (!from || !release) return {};
    requireWritableReleases(context, [release]);
    // The track shows another place, which does not change.
    if (from.fields['oldest-album'] !== album) return { writes: [unchangedCheck(from)] };
    const links = await linkedRecords(context, from, { resource: albumTracks, by: 'track' });
    const next = shownPlace(
      links.records.filter(({ id }) => id !== record.id).map((each) => ({ ...each.fields, source: each })),
    );
    if (!next) return { problems: [needsAlbum] };
    const writes = [...links.unchanged, unchangedCheck(next.source)];
    return { also: [shows(context, from, next)], writes };
  },

  through: { tracks: hooksOf(tracks, { prepare: preparePlaces }) },
});

const needsAlbum: Problem = {
  code: 'track_needs_album',
  detail: 'A track must be on at least one album. Delete the track instead.',
};

/**
 * A song cannot be added to a video release, even if the album becomes one concurrently. The check also fails
 * if a store gets the album concurrently, because its tracks then hold their codes.
 */
function addTrack(draft: PlaceDraft, track: Track, album: Album): void {
  draft.set({ kind: track.fields.kind });
  if (track.fields.kind === 'song' && album.fields.format === 'video')
    draft.reject(onlyVideos('/data/relationships/track'));
  draft.write(unchangedCheck(album));
}

interface Placing {
  readonly track: Track;
  /** How the track holds its code on the album. */
  readonly held: Track['fields']['delivered-isrc'];
  readonly place: TrackPlace;
}

/** The track shows its place on the oldest album. */
function showPlace(draft: PlaceDraft, { track, held, place }: Placing, store: Store): void {
  const current = track.fields['oldest-album'];
  const shown = shownPlace([place, ...(current === null ? [] : [{ album: current }])]);
  const isShown = shown?.album === place.album;
  const isSame = place.order === track.fields.order && place.disc === track.fields.disc;
  if (isShown && !(isSame && current === place.album)) draft.also(shows(store, track, { ...place, held }));
  else if (held !== track.fields['delivered-isrc']) {
    const after = changedUnseen(track, { 'delivered-isrc': held });
    draft.also({ resource: tracks, before: track, after });
  }
  // If the track leaves its oldest album concurrently, it would show an outdated place.
  else draft.write(unchangedCheck(track));
}

const shows = (
  store: Store,
  before: Track,
  { album, order, disc, held = before.fields['delivered-isrc'] }: TrackPlace & Partial<Pick<Placing, 'held'>>,
): Change => ({
  resource: tracks,
  before,
  after: changed(store, tracks, {
    before,
    fields: { order, disc, 'oldest-album': album, 'delivered-isrc': held },
  }),
});
