/** Hooks of track-artists. Video releases require the video feature. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { trackArtists } from '../api/credited-artists.ts';
import { requireWritable } from '../rules/music-videos.ts';
import { restrictingAlbums } from './track-releases.ts';

export const trackArtistHooks = hooksOf(trackArtists, {
  load: (sent, context) => ({ releases: sent.valid('track').then((id) => restrictingAlbums(context, id)) }),
  decide: [({ caller }, { releases }) => requireWritable(caller, releases)],
  remove: {
    load: ({ fields }, context, cause) => ({
      releases: restrictingAlbums(context, cause ? undefined : fields.track),
    }),
    decide: (_, { releases }, { caller }) => requireWritable(caller, releases),
  },
});
