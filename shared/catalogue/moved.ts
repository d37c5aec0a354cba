/** How tracks and masters move to another stage, which analyzes audio again, and validates masters if it takes over. */
import { recordFile } from '../kit/moves/record-file.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { trackAssets } from './api/track-assets.ts';
import { tracks } from './api/tracks.ts';
import { validationWork } from './masters/validation-work.ts';

/** What was heard is not moved. The other stage hears released tracks when it indexes them. */
export const movedTracks = recordFile(tracks, { omitted: ['audio', 'foreign-sounds'] });

export const movedAssets = recordFile(trackAssets, {
  isUnfinished: ({ fields }) => fields['validation-status'] === 'pending',
  async finish({ table, now }, { id, ownerId, fields }, takesOver) {
    if (takesOver && fields['validation-status'] === 'pending')
      await failedConditions(table.commit([validationWork.start({ assetId: id, ownerId }, now)]));
  },
});
