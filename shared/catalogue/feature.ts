/** The catalogue: labels, artists, albums and tracks with what belongs to them. */
import { albumDspSource } from './album-dsp-source.ts';
import { albumDsps } from './api/album-dsps.ts';
import { albumTracks } from './api/album-tracks.ts';
import { albums } from './api/albums.ts';
import { artistDspAvailabilities } from './api/artist-dsp-availabilities.ts';
import { artists } from './api/artists.ts';
import { albumArtists, trackArtists } from './api/credited-artists.ts';
import { labels } from './api/labels.ts';
import { trackAssets } from './api/track-assets.ts';
import { trackCredits } from './api/track-credits.ts';
import { tracks } from './api/tracks.ts';
import { artworkWork } from './artwork/artwork-work.ts';
import { creditSource } from './credits/credit-source.ts';
import { albumArtistHooks } from './hooks/album-artist-hooks.ts';
import { albumDspHooks } from './hooks/album-dsp-hooks.ts';
import { albumHooks } from './hooks/album-hooks.ts';
import { albumTrackHooks } from './hooks/album-track-hooks.ts';
import { artistHooks } from './hooks/artist-hooks.ts';
import { availabilityHooks } from './hooks/availability-hooks.ts';
import { trackArtistHooks } from './hooks/track-artist-hooks.ts';
import { trackAssetHooks } from './hooks/track-asset-hooks.ts';
import { trackHooks } from './hooks/track-hooks.ts';
import { validationWork } from './masters/validation-work.ts';
import { albumsView } from './views/albums.ts';
import { tracksView } from './views/tracks.ts';

export const types = [
  labels,
  artists,
  artistDspAvailabilities,
  albums,
  albumArtists,
  albumDsps,
  albumTracks,
  tracks,
  trackArtists,
  trackAssets,
  trackCredits,
] as const;
export const views = { albums: albumsView, tracks: tracksView };
export const sources = { 'album-dsps': albumDspSource, 'track-credits': creditSource };
export const hooks = {
  artists: artistHooks,
  'artist-dsp-availabilities': availabilityHooks,
  albums: albumHooks,
  'album-artists': albumArtistHooks,
  'album-dsps': albumDspHooks,
  'album-tracks': albumTrackHooks,
  tracks: trackHooks,
  'track-artists': trackArtistHooks,
  'track-assets': trackAssetHooks,
};
export const work = [validationWork, artworkWork] as const;
export { catalogueKeyRows as keys } from './keys.ts';
export { movedCatalogue as moves } from './moved.ts';
export { catalogueProblems as problems } from './problems.ts';
