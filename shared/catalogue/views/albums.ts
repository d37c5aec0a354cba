/** Shows `awaiting_conversion` until all video masters are valid, regardless of the last review. */
import { viewOf } from '../../kit/declare/view.ts';
import { albums } from '../api/albums.ts';

const UNREADY_VIDEOS = 'album-tracks.album.unready-videos';

export const albumsView = viewOf(albums, {
  async complete(records) {
    return records.map((record) =>
      (record.counts?.[UNREADY_VIDEOS] ?? 0) > 0
        ? { ...record, fields: { ...record.fields, 'qa-status': 'awaiting_conversion' } }
        : record,
    );
  },
});
