/** Hooks of artist profiles: DSP 1 makes a new profile only with the first release of an artist. */
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import { albums } from '../../catalogue/api/albums.ts';
import { artistDspAvailabilities } from '../../catalogue/api/artist-dsp-availabilities.ts';
import { albumArtists, trackArtists } from '../../catalogue/api/credited-artists.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import { isNewProfile } from '../../catalogue/rules/artist-availability.ts';
import type { Context } from '../../kit/crud/context.ts';
import { entriesLinkingTo } from '../../kit/crud/read/backlinks.ts';
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecords } from '../../kit/records/store.ts';
import { sentRequests } from '../counters.ts';

export const profileHolding = hooksOf(artistDspAvailabilities, {
  async load(sent, context) {
    const [id, dspId, externalId] = await Promise.all([
      sent.valid('artist'),
      sent.valid('dsp'),
      sent.valid('external-artist-id'),
    ]);
    const isNew = id && dspId && externalId && isNewProfile({ dspId, externalId });
    return { isSent: isNew ? await isOnSentRelease(context, { id, ownerId: sent.ownerId }) : false };
  },
  decide: [
    ({ isValid }, { isSent }) => {
      if (!isValid || !isSent) return undefined;
      const detail = 'A release by this artist was already sent. Send the id of the existing profile.';
      return { problems: [{ code: 'availability_refused', detail }] };
    },
  ],
});

/**
 * Whether an artist is on a release that was sent to stores, either on the album or on one of its tracks. The
 * links are found in an index, so a link made concurrently can be missing.
 */
async function isOnSentRelease(
  context: Context,
  artist: { readonly id: string; readonly ownerId: string },
): Promise<boolean> {
  const near = { near: 'artist', ids: [artist.id] };
  const [onAlbums, onTracks] = await Promise.all([
    entriesLinkingTo(context, albumArtists, near),
    entriesLinkingTo(context, trackArtists, near),
  ]);
  const targets = onTracks.map(({ fields }) => ({
    type: tracks.type,
    id: String(fields['track']),
    ownerId: artist.ownerId,
  }));
  const places = await linkingsOf(context, targets, { resource: albumTracks, by: 'track' });
  const ofTracks = [...places.values()].flat().flatMap(({ ids: { album } }) => album ?? []);
  const ids = [...onAlbums.map(({ fields }) => String(fields['album'])), ...ofTracks];
  return (await findRecords(context, albums, ids)).some((album) => sentRequests.of(album) > 0);
}
