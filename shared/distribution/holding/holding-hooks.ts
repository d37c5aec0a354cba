/** Hooks of the catalogue's types. Albums in distribution cannot be deleted and keep their tracks. */

import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import { readingOf } from '../../catalogue/artwork/start-reading.ts';
import { keepIsrcs } from '../../catalogue/former-isrcs.ts';
import type { RemovedPlace } from '../../catalogue/hooks/album-track-hooks.ts';
import type { RemovedTrack } from '../../catalogue/hooks/track-hooks.ts';
import type { LoadedTrack } from '../../catalogue/hooks/track-rule.ts';
import { hooksOf, type Rule } from '../../kit/crud/write/hooks.ts';
import { type Problem, problem, throwIfAny } from '../../kit/values/problems.ts';
import type { Delivery } from '../api/deliveries.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { isInDistribution } from '../contents/album-requests.ts';
import { openRequests } from '../counters.ts';
import {
  changedAlbum,
  changedPlace,
  changedTrack,
  loadNoting,
  type NotedTrack,
} from '../seen/catalogue-rules.ts';
import {
  isrcsInStores,
  keepUpcsOf,
  keptIsrc,
  keptUpc,
  type LoadedLoss,
  lostBy,
  playingOn,
} from './kept-codes.ts';

/** The artwork of a request is read before the decision. */
const artwork: Rule<typeof albums, object> = ({ before, valid, now }) => {
  const url = valid('artwork');
  if (!before || url === undefined || url === before.fields.artwork) return undefined;
  if (openRequests.of(before) === 0) return undefined;
  return readingOf(before, { artwork: url, 'artwork-read': null }, now);
};

export const albumHolding = hooksOf(albums, {
  decide: [artwork, keptUpc, changedAlbum],
  remove: {
    decide(album, _, { now }) {
      if (isInDistribution(album))
        throw problem('album_in_distribution', 'The album is in distribution. Take it down first.');
      const { title, 'upc-code': upc } = album.fields;
      const clearedFields = {
        deliveries: {
          'deleted-album': album.id,
          'album-title': title,
          'album-upc': upc,
        } satisfies Partial<Delivery['fields']>,
        'distribution-requests': {
          'deleted-at': now.toISOString(),
        } satisfies Partial<DistributionRequest['fields']>,
      };
      return { clearedFields, writes: keepUpcsOf(album) };
    },
  },
});

interface LostTrack {
  /** Ids of those who play on the track. */
  readonly playing: readonly string[];
}

type TrackRule = Rule<typeof tracks, LoadedTrack & LoadedLoss & NotedTrack>;

const leaving: TrackRule = ({ before }, { releases: { all, future } }) => {
  const left = before ? all.filter((album) => !future.includes(album)) : [];
  return { problems: leavingProblems(left, '/data/relationships/albums') };
};

const trackRules: readonly TrackRule[] = [leaving, keptIsrc, changedTrack];

export const trackHolding = hooksOf<typeof tracks, LoadedLoss & NotedTrack, LostTrack>(tracks, {
  load: (sent, context) => ({ lost: lostBy(sent, context), noting: loadNoting(sent, context) }),
  decide: trackRules,
  remove: {
    load: (track, context) => ({ playing: playingOn(context, track, [track.fields['delivered-isrc']]) }),
    decide(track, { releases, playing }: RemovedTrack & LostTrack) {
      throwIfAny(leavingProblems(releases));
      const kept = { codes: isrcsInStores(track, releases), artists: playing };
      return { writes: keepIsrcs(track, kept) };
    },
  },
});

export const albumTrackHolding = hooksOf(albumTracks, {
  decide: [changedPlace],
  remove: {
    decide(_, { album }: RemovedPlace) {
      if (!album) return undefined;
      throwIfAny(leavingProblems([album]));
      return undefined;
    },
  },
});

/** @param pointer to the member that removes the track. @returns one problem, which names all albums. */
function leavingProblems(left: readonly Album[], pointer?: string): Problem[] {
  const holding = left.filter(isInDistribution).map(({ id, fields }) => `${id} (${fields.title})`);
  if (holding.length === 0) return [];
  const [albums, which] =
    holding.length === 1
      ? [`album ${holding[0]}, which is`, 'the album']
      : [`albums ${holding.join(', ')}, which are`, 'them'];
  const detail = `The track is on ${albums} in distribution. Take ${which} down first.`;
  return [{ code: 'track_in_distribution', detail, ...(pointer !== undefined && { pointer }) }];
}
