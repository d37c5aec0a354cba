/** Hooks of track-artists: the video feature, and the loss of a main artist. */
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import { trackArtists } from '../api/credited-artists.ts';
import { lossesOf } from '../in-distribution/contents-lost.ts';
import { requireWritable } from '../rules/music-videos.ts';
import { linksOf, restrictingAlbums } from './track-releases.ts';

export const trackArtistHooks = hooksOf(trackArtists, {
  async load(sent, context) {
    const id = await sent.valid('track');
    return id === undefined ? [] : restrictingAlbums(context, { id, ownerId: sent.ownerId });
  },
  decide: [
    ({ caller }, releases) => {
      requireWritable(caller, releases);
      return {};
    },
  ],
  remove: {
    async load({ fields, ownerId }, context, going) {
      if (going) return undefined;
      const track = { id: fields.track, ownerId };
      const isMain = fields['artist-role'] === MAIN_ARTIST;
      const [releases, losing] = await Promise.all([
        restrictingAlbums(context, track),
        isMain ? linksOf(context, track) : undefined,
      ]);
      return { releases, losing };
    },
    decide(_, loaded, { caller }) {
      requireWritable(caller, loaded?.releases ?? []);
      return loaded?.losing ? { writes: lossesOf(loaded.losing) } : {};
    },
  },
});

const MAIN_ARTIST = artistRoleData.rows().find(({ key }) => key === 'main_artist')?.id;
