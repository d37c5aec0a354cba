/** Hooks of album-tracks. A place on an album and the track that shows it always change together. */

import {
  type DecidingContext,
  type Draft,
  hooksOf,
  type Rule,
  type Sent,
  type WriteDecision,
} from '../../kit/crud/write/hooks.ts';
import type { Change } from '../../kit/records/changes.ts';
import { unheld } from '../../kit/records/deciding.ts';
import { changed, changedUnseen, findRecord, type Store } from '../../kit/records/store.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { CONTENTS, contentsOf, notesOf, type TrackContents } from '../contents/track-contents.ts';
import { findPlaces, type Places } from '../contents/track-places.ts';
import { isrcWhenPlaced } from '../rules/isrc.ts';
import { onlyVideos, requireWritable } from '../rules/music-videos.ts';
import { shownPlace, type TrackPlace } from '../rules/track-place.ts';
import { isShifting, type LoadedMoves, moveOthers, movingBeside } from './moving-places.ts';

interface Ends {
  readonly track: Track | undefined;
  readonly album: Album | undefined;
}

interface LoadedPlace extends Ends, LoadedMoves {
  /** Undefined unless the place is new. */
  readonly contents: TrackContents | undefined;
}

type PlaceRule = Rule<typeof albumTracks, LoadedPlace>;

const writable: PlaceRule = ({ caller }, { track, album }) =>
  track && album && requireWritable(caller, [album]);

/**
 * A song cannot be added to a video release.
 */
const kind: PlaceRule = ({ before }, { track, album, contents }) => {
  if (!track || !album || before) return undefined;
  const { notes, unchanged } = notesOf(track.fields, contents);
  const isExcluded = track.fields.kind === 'song' && album.fields.format === 'video';
  return {
    fields: { kind: track.fields.kind, ...notes },
    problems: isExcluded ? [onlyVideos('/data/relationships/track')] : [],
    writes: unchanged,
  };
};

/** The track shows its place on the oldest album. */
const place: PlaceRule = (draft, { track, album }) => {
  const order = draft.valid('order');
  const disc = draft.valid('disc');
  if (!track || !album || order === undefined || disc === undefined) return undefined;
  const isrc = isrcWhenPlaced(track.fields['delivered-isrc'], [album]);
  return shownAfter(draft, track, { album: album.id, order, disc, isrc });
};

const others: PlaceRule = (draft, { moving }) => moveOthers(draft, moving);

/** What the hooks of a place that is deleted read. */
export interface RemovedPlace extends Ends {
  readonly places: Places | undefined;
}

export const albumTrackHooks = hooksOf(albumTracks, {
  load: (sent, context) => ({
    track: sent.valid('track').then((id) => findRecord(context, tracks, id)),
    album: sent.valid('album').then((id) => findRecord(context, albums, id)),
    contents: sent
      .valid('track')
      .then((id) =>
        sent.isNew && id ? contentsOf(unheld(context, CONTENTS), { id, ownerId: sent.ownerId }) : undefined,
      ),
    moving: movingPlace(sent, context),
  }),
  decide: [writable, kind, place, others],
  remove: {
    load: ({ fields, ownerId }, context, cause) => ({
      track: cause ? undefined : findRecord(context, tracks, fields.track),
      album: cause ? undefined : findRecord(context, albums, fields.album),
      places: cause ? undefined : findPlaces(context, { id: fields.track, ownerId }),
    }),
    decide({ id, fields }, { album, track, places }: RemovedPlace, { caller, now }) {
      if (!album || !track || !places) return undefined;
      requireWritable(caller, [album]);
      // The track shows another place, which does not change.
      if (track.fields['oldest-album'] !== fields.album) return undefined;
      const others = places.records.filter((each) => each.id !== id);
      // The place was deleted concurrently, perhaps with its track.
      if (others.length === places.records.length) return undefined;
      const next = shownPlace(others.map((each) => ({ ...each.fields, source: each })));
      if (!next) return { problems: [needsAlbum] };
      return { also: [shows({ now }, track, next)] };
    },
  },
});

async function movingPlace(sent: Sent<typeof albumTracks>, context: DecidingContext) {
  if (!isShifting(sent)) return undefined;
  const [place, disc, order] = await Promise.all([sent.before, sent.valid('disc'), sent.valid('order')]);
  if (!place || disc === undefined || order === undefined) return undefined;
  return movingBeside(context, [{ place, to: { disc, order } }]);
}

const needsAlbum: Problem = {
  code: 'track_needs_album',
  detail: 'A track must be on at least one album. Delete the track instead.',
};

interface Placing extends TrackPlace {
  /** The `delivered-isrc` of the track there. */
  readonly isrc: Track['fields']['delivered-isrc'];
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
  if (placing.isrc === track.fields['delivered-isrc']) return {};
  const after = changedUnseen(track, { 'delivered-isrc': placing.isrc });
  return { also: [{ resource: tracks, before: track, after }] };
}

const shows = (
  store: Pick<Store, 'now'>,
  before: Track,
  { album, order, disc, isrc = before.fields['delivered-isrc'] }: TrackPlace & Partial<Pick<Placing, 'isrc'>>,
): Change => ({
  resource: tracks,
  before,
  after: changed(store, tracks, {
    before,
    fields: { order, disc, 'oldest-album': album, 'delivered-isrc': isrc },
  }),
});
