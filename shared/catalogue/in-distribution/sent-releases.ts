/** Whether an artist is on a release that was sent to stores, either on the album or on one of its tracks. */
import type { Context } from '../../kit/crud/context.ts';
import { entriesLinkingTo } from '../../kit/crud/read/backlinks.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecords } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { albums } from '../api/albums.ts';
import { albumArtists, trackArtists } from '../api/credited-artists.ts';
import { tracks } from '../api/tracks.ts';

const SENT = 'distribution-requests.album.sent';

/** Finds the links in an index, so a link made concurrently can be missing. */
export async function isOnSentRelease(
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
  const ofTracks = [...places.values()].flat().map(({ ids }) => ids['album'] ?? '');
  const ids = [...onAlbums.map(({ fields }) => String(fields['album'])), ...ofTracks];
  const found = await findRecords(context, albums, ids);
  return found.some(({ counts = {} }) => (counts[SENT] ?? 0) > 0);
}
