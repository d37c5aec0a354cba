/** How the catalogue moves to another stage. Each type follows the types to which it links. */
import { recordFile } from '../kit/moves/record-file.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { albumTracks } from './api/album-tracks.ts';
import { albums } from './api/albums.ts';
import { artistDspAvailabilities } from './api/artist-dsp-availabilities.ts';
import { artists } from './api/artists.ts';
import { albumArtists, trackArtists } from './api/credited-artists.ts';
import { labels } from './api/labels.ts';
import { trackAssets } from './api/track-assets.ts';
import { tracks } from './api/tracks.ts';
import { movedCredits } from './credits/move-credits.ts';
import { validationWork } from './masters/validation-work.ts';

export const movedCatalogue = [
  recordFile(labels),
  recordFile(artists),
  recordFile(artistDspAvailabilities),
  recordFile(albums),
  recordFile(tracks),
  recordFile(albumArtists),
  recordFile(albumTracks),
  recordFile(trackArtists),
  recordFile(trackAssets, {
    isUnfinished: ({ fields }) => fields['validation-status'] === 'pending',
    async finish({ table, now }, { id, ownerId, fields }, takesOver) {
      if (takesOver && fields['validation-status'] === 'pending')
        await failedConditions(table.commit([validationWork.start({ assetId: id, ownerId }, now)]));
    },
  }),
  movedCredits,
];
