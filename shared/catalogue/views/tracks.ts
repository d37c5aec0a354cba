/** Adds computed attributes to tracks. */
import { viewOf } from '../../kit/declare/view.ts';
import { tracks } from '../api/tracks.ts';
import { completeCredits, creditUnits } from '../credits/complete-credits.ts';

export const tracksView = viewOf(tracks, {
  unitsOf: creditUnits,

  async complete(records, completing) {
    return (await completeCredits(records, completing)).map((record) => ({
      ...record,
      fields: {
        ...record.fields,
        publishing: `${record.fields['rights-owner-year']} ${record.fields['rights-owner-name']}`,
      },
      // In `meta`, because the specification defines the attributes.
      meta: { audio: record.fields.audio },
    }));
  },
});
