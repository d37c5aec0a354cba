/** Hooks of track-artists: the main artists of a track, and video releases, which require the video feature. */
import { ownerOf } from '../../kit/crud/context.ts';
import { type DecidingContext, hooksOf } from '../../kit/crud/write/hooks.ts';
import type { Change } from '../../kit/records/changes.ts';
import { trackArtists } from '../api/credited-artists.ts';
import { tracks } from '../api/tracks.ts';
import { artistsOf, isMainArtist, mainArtistsIn, placesWith } from '../contents/track-contents.ts';
import { findPlaces, type Places } from '../contents/track-places.ts';
import { requireWritable } from '../rules/music-videos.ts';
import { restrictingAlbums } from './track-releases.ts';

export const trackArtistHooks = hooksOf(trackArtists, {
  load: (sent, context) => ({
    releases: sent.valid('track').then((id) => restrictingAlbums(context, id)),
    places: Promise.all([sent.valid('track'), sent.valid('artist-role')]).then(([track, role]) =>
      // Neither the track nor the role of an artist ever changes.
      sent.isNew && isMainArtist(role) ? placesNoting(context, { track, artist: sent.id }) : undefined,
    ),
  }),
  decide: [
    ({ caller }, { releases }) => requireWritable(caller, releases),
    (_, { places }) => withMain(places, true),
  ],
  remove: {
    load: ({ id, fields }, context, cause) => ({
      releases: restrictingAlbums(context, cause ? undefined : fields.track),
      places:
        !cause && isMainArtist(fields['artist-role'])
          ? placesNoting(context, { track: fields.track, artist: id })
          : undefined,
    }),
    decide(_, { releases, places }, { caller }) {
      requireWritable(caller, releases);
      return withMain(places, false);
    },
  },
});

/** @returns the places of a track that note its main artist; undefined if it has another one. */
async function placesNoting(
  context: DecidingContext,
  { track, artist }: { readonly track: string | null | undefined; readonly artist: string },
): Promise<Places | undefined> {
  if (typeof track !== 'string') return undefined;
  const target = { id: track, ownerId: ownerOf(context, tracks) };
  const { linkings } = await artistsOf(context, target);
  const isAlone = mainArtistsIn(linkings).every(({ id }) => id === artist);
  return isAlone ? findPlaces(context, target) : undefined;
}

/** @param has whether the track then has the main artist. @returns the changes of what its places keep. */
const withMain = (places: Places | undefined, has: boolean): { readonly also: readonly Change[] } => ({
  also: placesWith(places?.records ?? [], { lacks: { main_artist: !has } }),
});
