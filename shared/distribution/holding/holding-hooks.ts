/**
 * Hooks of the catalogue's types. Albums in distribution cannot be deleted and keep their tracks. Albums
 * count what their tracks lose.
 */
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { trackArtists } from '../../catalogue/api/credited-artists.ts';
import { trackAssets } from '../../catalogue/api/track-assets.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import type { RemovedPlace } from '../../catalogue/hooks/album-track-hooks.ts';
import type { LoadedAsset } from '../../catalogue/hooks/track-asset-hooks.ts';
import type { RemovedTrack } from '../../catalogue/hooks/track-hooks.ts';
import { linksOf } from '../../catalogue/hooks/track-releases.ts';
import type { LoadedTrack } from '../../catalogue/hooks/track-rule.ts';
import { hasIsrc } from '../../catalogue/rules/isrc.ts';
import { hooksOf, type Rule, type Sent } from '../../kit/crud/write/hooks.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import type { GuardedLinkings } from '../../kit/records/linked-records.ts';
import { type Problem, problem, throwIfAny } from '../../kit/values/problems.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import type { Delivery } from '../api/deliveries.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { isInDistribution, requestsUnchanged } from './album-requests.ts';
import { lossesOf } from './contents-lost.ts';

export const albumHolding = hooksOf(albums, {
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
      // Requests and approvals write the album, but deleting its dependants in parts changes only its counts.
      return { conditions: [unchangedCheck(album)], clearedFields };
    },
  },
});

interface Losing {
  /** The places of a track that loses contents. */
  readonly losing: GuardedLinkings | undefined;
}

type TrackRule = Rule<typeof tracks, LoadedTrack & Losing>;

const losing: TrackRule = (_, { losing: links }) => links && { writes: lossesOf(links) };

/** Saving fails if an album that the track leaves is requested concurrently. */
const leaving: TrackRule = ({ before }, { releases: { all, future } }) => {
  const left = before ? all.filter((album) => !future.includes(album)) : [];
  return {
    problems: leavingProblems(left, '/data/relationships/albums'),
    writes: left.map(requestsUnchanged),
  };
};

export const trackHolding = hooksOf(tracks, {
  async load(sent, context): Promise<Losing> {
    return { losing: (await losesContents(sent)) ? await linksOf(context, sent) : undefined };
  },
  decide: [losing, leaving],
  remove: {
    decide(_, { releases }: RemovedTrack) {
      throwIfAny(leavingProblems(releases));
      return { conditions: releases.map(requestsUnchanged) };
    },
  },
});

export const albumTrackHolding = hooksOf(albumTracks, {
  remove: {
    decide(_, { album }: RemovedPlace) {
      if (!album) return undefined;
      throwIfAny(leavingProblems([album]));
      return { writes: [requestsUnchanged(album)] };
    },
  },
});

export const trackArtistHolding = hooksOf(trackArtists, {
  remove: {
    async load({ ownerId, fields }, context, cause): Promise<Losing> {
      const isLoss = !cause && fields['artist-role'] === MAIN_ARTIST;
      return { losing: isLoss ? await linksOf(context, { id: fields.track, ownerId }) : undefined };
    },
    decide: (_, { losing: links }) => links && { writes: lossesOf(links) },
  },
});

export const trackAssetHolding = hooksOf(trackAssets, {
  remove: { decide: (_, { places }: LoadedAsset) => places && { writes: lossesOf(places) } },
});

const MAIN_ARTIST = artistRoleData.rows().find(({ key }) => key === 'main_artist')?.id;

/**
 * Whether the track loses its audio, its video master or its code. Without the code, an approval would give
 * it another one.
 */
async function losesContents(sent: Sent<typeof tracks>): Promise<boolean> {
  const isAsked = sent.isSent('is-video') || sent.isSent('isrc-code');
  const before = isAsked ? await sent.before : undefined;
  if (!before) return false;
  const { 'isrc-code': code, 'is-video': isVideo } = before.fields;
  const sentCode = await sent.valid('isrc-code');
  const losesCode = sentCode !== undefined && sentCode !== code && !hasIsrc({ 'isrc-code': sentCode });
  return (await sent.valid('is-video')) !== isVideo || losesCode;
}

/** @param pointer to the member that removes the track. */
const leavingProblems = (left: readonly Album[], pointer?: string): Problem[] =>
  left.some(isInDistribution)
    ? [
        {
          code: 'track_in_distribution',
          detail: 'The track is on an album in distribution. Take the album down first.',
          ...(pointer !== undefined && { pointer }),
        },
      ]
    : [];
