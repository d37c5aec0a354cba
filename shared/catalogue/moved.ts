/** How masters move to another stage, which continues their validation if it takes over. */
import { recordFile } from '../kit/moves/record-file.ts';
import { failedConditions } from '../kit/table/commit.ts';
import { trackAssets } from './api/track-assets.ts';
import { validationWork } from './masters/validation-work.ts';

export const movedAssets = recordFile(trackAssets, {
  isUnfinished: ({ fields }) => fields['validation-status'] === 'pending',
  async finish({ table, now }, { id, ownerId, fields }, takesOver) {
    if (takesOver && fields['validation-status'] === 'pending')
      await failedConditions(table.commit([validationWork.start({ assetId: id, ownerId }, now)]));
  },
});
