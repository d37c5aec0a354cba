/** Hooks of track-artists: the main artists of a track, and video releases, which require the video feature. */
import { ownerOf } from '../../kit/crud/context.ts';
import { type DecidingContext, hooksOf } from '../../kit/crud/write/hooks.ts';
import type { Change } from '../../kit/records/changes.ts';
import type { Write } from '../../kit/table/write.ts';
import { trackArtists } from '../api/credited-artists.ts';
import { tracks } from '../api/tracks.ts';
import { requireWritable } from '../rules/music-videos.ts';
import { artistsOf, isMainArtist, lacksWrites, mainArtistsIn } from './track-contents.ts';
import { findPlaces, type Places } from './track-kind.ts';
import { restrictingAlbums } from './track-releases.ts';

/** What is read of a track that gets or loses a main artist. */
interface MainArtists {
  /** Checks that its artists are the same. */
  readonly unchanged: readonly Write[];
  /** Undefined if it has another main artist. */
  readonly places: Places | undefined;
}

export const trackArtistHooks = hooksOf(trackArtists, {
  load: (sent, context) => ({
    releases: sent.valid('track').then((id) => restrictingAlbums(context, id)),
    mains: Promise.all([sent.valid('track'), sent.valid('artist-role')]).then(([track, role]) =>
      // Neither the track nor the role of an artist ever changes.
      sent.isNew && isMainArtist(role) ? loadMains(context, { track, artist: sent.id }) : undefined,
    ),
  }),
  decide: [
    ({ caller }, { releases }) => requireWritable(caller, releases),
    (_, { mains }) => mains && withMain(mains, true),
  ],
  remove: {
    load: ({ id, fields }, context, cause) => ({
      releases: restrictingAlbums(context, cause ? undefined : fields.track),
      mains:
        !cause && isMainArtist(fields['artist-role'])
          ? loadMains(context, { track: fields.track, artist: id })
          : undefined,
    }),
    decide(_, { releases, mains }, { caller }) {
      requireWritable(caller, releases);
      return mains && withMain(mains, false);
    },
  },
});

async function loadMains(
  context: DecidingContext,
  { track, artist }: { readonly track: string | null | undefined; readonly artist: string },
): Promise<MainArtists | undefined> {
  if (typeof track !== 'string') return undefined;
  const target = { id: track, ownerId: ownerOf(context, tracks) };
  const { linkings, unchanged } = await artistsOf(context, target);
  const isAlone = mainArtistsIn(linkings).every(({ id }) => id === artist);
  return { unchanged, places: isAlone ? await findPlaces(context, target) : undefined };
}

/** @param has whether the track then has the main artist. */
function withMain(
  { unchanged, places }: MainArtists,
  has: boolean,
): { readonly also: readonly Change[]; readonly writes: readonly Write[] } {
  const { also, writes } = places ? lacksWrites(places, { main_artist: !has }) : { also: [], writes: [] };
  return { also, writes: [...unchanged, ...writes] };
}
