/** Hooks of album-tracks. A place on an album and the track that shows it always change together. */
import { type Draft, hooksOf, type Rule, type WriteDecision } from '../../kit/crud/write/hooks.ts';
import { type Change, unchangedCheck } from '../../kit/records/changes.ts';
import { linkedRecords } from '../../kit/records/linked-records.ts';
import { changed, changedUnseen, findRecord, type Store } from '../../kit/records/store.ts';
import { problem, throwIfAny } from '../../kit/values/problems.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { requestsUnchanged } from '../in-distribution/album-requests.ts';
import { heldWhenPlaced } from '../in-distribution/held-when-placed.ts';
import { leavingProblems } from '../in-distribution/stays-together.ts';
import { onlyVideos, requireWritable } from '../rules/music-videos.ts';
import { shownPlace, type TrackPlace } from '../rules/track-place.ts';

interface Loaded {
  readonly track: Track | undefined;
  readonly album: Album | undefined;
}

type PlaceRule = Rule<typeof albumTracks, Loaded>;

const writable: PlaceRule = ({ caller }, { track, album }) => {
  if (track && album) requireWritable(caller, [album]);
  return {};
};

/**
 * A song cannot be added to a video release, even if the album becomes one concurrently. The check also fails
 * if a store gets the album concurrently, because its tracks then hold their codes.
 */
const kind: PlaceRule = ({ before }, { track, album }) => {
  if (!track || !album || before) return {};
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
  if (!track || !album || order === undefined || disc === undefined) return {};
  return shownAfter(draft, track, { album: album.id, order, disc, held: heldWhenPlaced(track, [album]) });
};

export const albumTrackHooks = hooksOf(albumTracks, {
  async load(sent, context): Promise<Loaded> {
    const [track, album] = await Promise.all([
      sent.valid('track').then((id) => findRecord(context, tracks, id ?? '')),
      sent.valid('album').then((id) => findRecord(context, albums, id ?? '')),
    ]);
    return { track, album };
  },
  decide: [writable, kind, place],
  remove: {
    async load(record, context, going) {
      const { album, track } = record.fields;
      if (going) return undefined;
      const target = { type: tracks.type, id: track, ownerId: record.ownerId };
      const [release, from, places] = await Promise.all([
        findRecord(context, albums, album),
        findRecord(context, tracks, track),
        linkedRecords(context, target, { resource: albumTracks, by: 'track' }),
      ]);
      return release && from && { release, from, places };
    },
    decide(record, loaded, { caller, now }) {
      if (!loaded) return {};
      const { release, from, places } = loaded;
      requireWritable(caller, [release]);
      throwIfAny(leavingProblems([release]));
      const requests = requestsUnchanged(release);
      // The track shows another place, which does not change.
      if (from.fields['oldest-album'] !== record.fields.album)
        return { writes: [requests, unchangedCheck(from)] };
      const others = places.records.filter(({ id }) => id !== record.id);
      const next = shownPlace(others.map((each) => ({ ...each.fields, source: each })));
      if (!next)
        throw problem(
          'track_needs_album',
          'A track must be on at least one album. Delete the track instead.',
        );
      const writes = [requests, ...places.unchanged, unchangedCheck(next.source)];
      return { also: [shows({ now }, from, next)], writes };
    },
  },
});

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
