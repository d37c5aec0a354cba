/** Adds to tracks what their rows do not hold. */
import { viewOf } from '../api/define/view.ts';
import { tracks } from '../api/tracks.ts';

export const tracksView = viewOf(tracks, {
  async complete(records) {
    return records.map((record) => ({
      ...record,
      fields: {
        ...record.fields,
        publishing: `${record.fields['rights-owner-year']} ${record.fields['rights-owner-name']}`,
      },
    }));
  },
});
