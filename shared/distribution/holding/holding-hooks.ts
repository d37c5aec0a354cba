/**
 * Hooks of the catalogue's types: albums in distribution stay and keep their tracks, and albums count what their tracks
 * lose.
 */
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { trackArtists } from '../../catalogue/api/credited-artists.ts';
import { trackAssets } from '../../catalogue/api/track-assets.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { albumOfPlace, releasesOfDraft, releasesOfTrack } from '../../catalogue/hooks/track-releases.ts';
import { hasIsrc } from '../../catalogue/rules/isrc.ts';
import { type Draft, hooksOf } from '../../kit/crud/write/hooks.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import { type Problem, problem, throwIfAny } from '../../kit/values/problems.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import type { Delivery } from '../api/deliveries.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { isInDistribution, requestsUnchanged } from './album-requests.ts';
import { lossesOf } from './contents-lost.ts';

export const albumHolding = hooksOf(albums, {
  remove(album, { now }) {
    if (isInDistribution(album))
      throw problem('album_in_distribution', 'The album is in distribution. Take it down first.');
    const { title, 'upc-code': upc } = album.fields;
    const kept = {
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
    return { held: [unchangedCheck(album)], kept };
  },
});

/** Saving fails if an album that the track leaves is requested concurrently. */
export const trackHolding = hooksOf(tracks, {
  async prepare(draft, context) {
    const { before } = draft;
    if (!before) return;
    if (losesContents(draft, before)) draft.write(...(await lossesOf(context, before)));
    const { all, wanted } = await releasesOfDraft(draft, context);
    const left = all.filter((album) => !wanted.includes(album));
    draft.reject(...leavingProblems(left, '/data/relationships/albums'));
    draft.write(...left.map(requestsUnchanged));
  },

  async remove(track, context) {
    const { all } = await releasesOfTrack(track, context);
    throwIfAny(leavingProblems(all));
    return { held: all.map(requestsUnchanged) };
  },
});

export const albumTrackHolding = hooksOf(albumTracks, {
  async remove(place, context, going) {
    const album = going ? undefined : await albumOfPlace(place, context);
    if (!album) return {};
    throwIfAny(leavingProblems([album]));
    return { writes: [requestsUnchanged(album)] };
  },
});

export const trackArtistHolding = hooksOf(trackArtists, {
  async remove({ ownerId, fields }, context, going) {
    if (going || fields['artist-role'] !== MAIN_ARTIST) return {};
    return { writes: await lossesOf(context, { id: fields.track, ownerId }) };
  },
});

export const trackAssetHolding = hooksOf(trackAssets, {
  async remove({ ownerId, fields }, context, going) {
    if (going || fields['asset-type'] !== 'video') return {};
    return { writes: await lossesOf(context, { id: fields.track, ownerId }) };
  },
});

const MAIN_ARTIST = artistRoleData.rows().find(({ key }) => key === 'main_artist')?.id;

/**
 * Whether the track loses its audio, its video master or its code. Without the code, an approval would give it another
 * one.
 */
function losesContents(draft: Draft<typeof tracks>, { fields: was }: Track): boolean {
  const code = draft.valid('isrc-code');
  const losesCode = code !== undefined && code !== was['isrc-code'] && !hasIsrc({ 'isrc-code': code });
  return draft.valid('is-video') !== was['is-video'] || losesCode;
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
