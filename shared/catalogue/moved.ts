/**
 * How the catalogue moves to another stage, which analyzes audio again. It validates masters only if it takes
 * over the organization.
 */
import { recordFile } from '../kit/moves/record-file.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { albumTracks } from './api/album-tracks.ts';
import { albums } from './api/albums.ts';
import { trackAssets } from './api/track-assets.ts';
import { tracks } from './api/tracks.ts';
import { assessPlace } from './assess-place.ts';
import { movedCredits } from './credits/move-credits.ts';
import { validationWork } from './masters/validation-work.ts';
import { albumFitting, masterFitting, placeFitting, trackFitting } from './moved-facts.ts';
import { movedFormerCodes } from './moved-former-codes.ts';

export const movedCatalogue = [
  // Files are read again.
  recordFile(albums, { omitted: ['artwork-read'], fitting: albumFitting }),
  recordFile(albumTracks, {
    // Found out again, because artists and masters can be exported at another time.
    omitted: ['lacks', 'warnings', 'ai', 'rights-year', 'sound'],
    fitting: placeFitting,
    async finish(store, place) {
      await assessPlace(store, place);
    },
  }),
  // What was heard is not moved. The other stage hears released tracks when it indexes them.
  recordFile(tracks, {
    omitted: ['audio', 'heard-md5', 'heard-in-part', 'foreign-sounds'],
    fitting: trackFitting,
  }),
  recordFile(trackAssets, {
    fitting: masterFitting,
    isUnfinished: ({ fields }) => fields['validation-status'] === 'pending',
    async finish({ table, now }, { id, ownerId, fields }, { takesOver }) {
      if (takesOver && fields['validation-status'] === 'pending')
        await failedConditions(table.commit([validationWork.start({ assetId: id, ownerId }, now)]));
    },
  }),
  movedCredits,
  ...movedFormerCodes,
];
