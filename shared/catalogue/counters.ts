/** What albums and artists count of the records that link to them. */
import { countersIn } from '../kit/records/counts.ts';
import { albumTracks } from './api/album-tracks.ts';
import { trackCredits } from './api/track-credits.ts';
import { catalogueKeyRows } from './keys.ts';

const counter = countersIn(catalogueKeyRows);

export const tracksOfAlbum = counter(albumTracks, 'album');
export const songs = counter(albumTracks, 'album', 'songs');
/** Videos whose master is missing, invalid or not yet validated. */
export const unreadyVideos = counter(albumTracks, 'album', 'unready-videos');
export const creditsOfArtist = counter(trackCredits, 'artist');
