/** Hooks of album-tracks. A place on an album and the track that shows it always change together. */
import type { Context } from '../../kit/crud/context.ts';
import { type Draft, hooksOf, type Rule, type WriteDecision } from '../../kit/crud/write/hooks.ts';
import { type Change, unchangedCheck } from '../../kit/records/changes.ts';
import type { LinkedRecords } from '../../kit/records/linked-records.ts';
import { changed, changedUnseen, findRecord, type Store } from '../../kit/records/store.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { heldWhenPlaced } from '../rules/isrc.ts';
import { onlyVideos, requireWritable } from '../rules/music-videos.ts';
import { shownPlace, type TrackPlace } from '../rules/track-place.ts';
import { findPlaces } from './track-kind.ts';

interface Loaded {
  readonly track: Track | undefined;
  readonly album: Album | undefined;
}

type PlaceRule = Rule<typeof albumTracks, Loaded>;

const writable: PlaceRule = ({ caller }, { track, album }) =>
  track && album && requireWritable(caller, [album]);

/**
 * A song cannot be added to a video release, even if the album becomes one concurrently. The check also fails
 * if a store gets the album concurrently, because its tracks then hold their codes.
 */
const kind: PlaceRule = ({ before }, { track, album }) => {
  if (!track || !album || before) return undefined;
  const isExcluded = track.fields.kind === 'song' && album.fields.format === 'video';
  return {
    fields: { kind: track.fields.kind },
    problems: isExcluded ? [onlyVideos('/data/relationships/track')] : [],
    writes: [unchangedCheck(album)],
  };
};

/** The track shows its place on the oldest album. */
const place: PlaceRule = (draft, { track, album }) => {
  const order = draft.valid('order');
  const disc = draft.valid('disc');
  if (!track || !album || order === undefined || disc === undefined) return undefined;
  const held = heldWhenPlaced(track.fields['delivered-isrc'], [album]);
  return shownAfter(draft, track, { album: album.id, order, disc, held });
};

/** What distribution needs, too. */
export interface RemovedPlace {
  readonly release: Album | undefined;
  readonly track: Track | undefined;
  readonly places: LinkedRecords<typeof albumTracks> | undefined;
}

export const albumTrackHooks = hooksOf(albumTracks, {
  async load(sent, context): Promise<Loaded> {
    const [trackId, albumId] = await Promise.all([sent.valid('track'), sent.valid('album')]);
    return loadEnds(context, trackId, albumId);
  },
  decide: [writable, kind, place],
  remove: {
    async load({ fields, ownerId }, context, going): Promise<RemovedPlace> {
      if (going) return { release: undefined, track: undefined, places: undefined };
      const [{ track, album }, places] = await Promise.all([
        loadEnds(context, fields.track, fields.album),
        findPlaces(context, { id: fields.track, ownerId }),
      ]);
      return { release: album, track, places };
    },
    decide({ id, fields }, { release, track, places }, { caller, now }) {
      if (!release || !track || !places) return undefined;
      requireWritable(caller, [release]);
      // The track shows another place, which does not change.
      if (track.fields['oldest-album'] !== fields.album) return { writes: [unchangedCheck(track)] };
      const others = places.records.filter((each) => each.id !== id);
      // The place was deleted concurrently, perhaps with its track.
      if (others.length === places.records.length) return { writes: places.unchanged };
      const next = shownPlace(others.map((each) => ({ ...each.fields, source: each })));
      if (!next) return { problems: [needsAlbum] };
      const writes = [...places.unchanged, unchangedCheck(next.source)];
      return { also: [shows({ now }, track, next)], writes };
    },
  },
});

const needsAlbum: Problem = {
  code: 'track_needs_album',
  detail: 'A track must be on at least one album. Delete the track instead.',
};

async function loadEnds(context: Context, trackId = '', albumId = ''): Promise<Loaded> {
  const [track, album] = await Promise.all([
    findRecord(context, tracks, trackId),
    findRecord(context, albums, albumId),
  ]);
  return { track, album };
}

interface Placing extends TrackPlace {
  /** How the track holds its code on the album. */
  readonly held: Track['fields']['delivered-isrc'];
}

function shownAfter(
  draft: Draft<typeof albumTracks>,
  track: Track,
  placing: Placing,
): WriteDecision<typeof albumTracks> {
  const current = track.fields['oldest-album'];
  const shown = shownPlace([placing, ...(current === null ? [] : [{ album: current }])]);
  const isShown = shown?.album === placing.album;
  const isSame = placing.order === track.fields.order && placing.disc === track.fields.disc;
  if (isShown && !(isSame && current === placing.album)) return { also: [shows(draft, track, placing)] };
  // If the track leaves its oldest album concurrently, it would show an outdated place.
  if (placing.held === track.fields['delivered-isrc']) return { writes: [unchangedCheck(track)] };
  const after = changedUnseen(track, { 'delivered-isrc': placing.held });
  return { also: [{ resource: tracks, before: track, after }] };
}

const shows = (
  store: Pick<Store, 'now'>,
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
