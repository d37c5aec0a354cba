/** Adds the DSPs that have an album, since when, what was read of its artwork, and `awaiting_conversion` until all video masters are valid. */
import { viewOf } from '../../kit/declare/view.ts';
import { albums } from '../api/albums.ts';
import { unreadyVideos } from '../counters.ts';
import { shownOf } from '../rules/album-artwork.ts';

export const albumsView = viewOf(albums, {
  async complete(records) {
    return records.map((record) => {
      const isUnready = unreadyVideos.of(record) > 0;
      const { 'live-dsps': dsps, 'live-since': since, 'artwork-read': read } = record.fields;
      const live = dsps.toSorted((left, right) => Number(left) - Number(right));
      return {
        ...record,
        // Regardless of the last review.
        ...(isUnready && { fields: { ...record.fields, 'qa-status': 'awaiting_conversion' } }),
        // In `meta`, because the specification defines the attributes.
        meta: {
          'live-on': live,
          'live-since': live.map((dsp) => ({ dsp, since: since?.[dsp] ?? null })),
          artwork: read === null ? null : shownOf(read),
        },
      };
    });
  },
});
