/** All resources of the catalogue. A new resource needs a line here and a key row in keys.ts. */
import { defineApi } from '../kit/declare/api.ts';
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
import { catalogueKeyRows } from './keys.ts';

export const catalogueDeclared = defineApi({
  resources: [
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
  ],
  keys: catalogueKeyRows,
});
