/** Hooks that note changes of the artists and masters of watched releases. */
import { albumArtists, trackArtists } from '../../catalogue/api/credited-artists.ts';
import { trackAssets } from '../../catalogue/api/track-assets.ts';
import { type DecidingContext, hooksOf } from '../../kit/crud/write/hooks.ts';
import type { Write } from '../../kit/table/write.ts';
import { trackNamed } from '../rules/release-changes.ts';
import { type Changing, noted } from './change-log.ts';
import { reviewsOf } from './resumed-reviews.ts';
import { type WatchedTrack, watchedAlbum, watchedTrack } from './watched-releases.ts';

interface Linked {
  readonly type: string;
  readonly id: string;
}

const onTrack = (
  of: Linked,
  what: 'artists' | 'masters',
  { noting: { watched, title, trackId }, changing }: { noting: WatchedTrack; changing: Changing },
) => ({
  writes: noted(
    watched,
    {
      of,
      what: `${trackNamed(title)}: ${what}`,
      ...(what === 'masters' && { sound: { trackId, part: what } }),
    },
    changing,
  ),
});

export const trackArtistNoting = hooksOf(trackArtists, {
  load: (sent, context) => ({
    noting: sent.valid('track').then((id) => watchedTrack(context, sent.ownerId, id)),
  }),
  decide: [
    (draft, { noting }) =>
      isChanging(draft, ['order'])
        ? onTrack({ type: trackArtists.type, id: draft.id }, 'artists', { noting, changing: draft })
        : undefined,
  ],
  remove: {
    load: ({ ownerId, fields }, context, cause) => ({
      noting: watchedTrack(context, ownerId, cause ? undefined : fields.track),
    }),
    decide: ({ type, id }, { noting }, changing) => onTrack({ type, id }, 'artists', { noting, changing }),
  },
});

interface NotedMasters {
  readonly noting: WatchedTrack;
  /** Starts the reviews of held requests, which look again whether all of the track was analyzed. */
  readonly reviews: readonly Write[];
}

const loadMasters = (context: DecidingContext, noting: Promise<WatchedTrack>) => ({
  noting,
  reviews: noting.then(({ watched }) => reviewsOf(context, watched)),
});

const onMasters = (of: Linked, { noting, reviews }: NotedMasters, changing: Changing) => ({
  writes: [...onTrack(of, 'masters', { noting, changing }).writes, ...reviews],
});

export const trackAssetNoting = hooksOf<typeof trackAssets, NotedMasters, NotedMasters>(trackAssets, {
  load: (sent, context) =>
    loadMasters(
      context,
      sent.valid('track').then((id) => watchedTrack(context, sent.ownerId, id)),
    ),
  decide: [(draft, loaded) => onMasters({ type: trackAssets.type, id: draft.id }, loaded, draft)],
  remove: {
    load: ({ ownerId, fields }, context, cause) =>
      loadMasters(context, watchedTrack(context, ownerId, cause ? undefined : fields.track)),
    decide: ({ type, id }, loaded, changing) => onMasters({ type, id }, loaded, changing),
  },
});

const ALBUM_ARTISTS = 'Album: artists';

export const albumArtistNoting = hooksOf(albumArtists, {
  load: (sent, context) => ({ noting: sent.valid('album').then((id) => watchedAlbum(context, id)) }),
  decide: [
    (draft, { noting }) =>
      isChanging(draft, ['order'])
        ? {
            writes: noted(
              noting,
              { of: { type: albumArtists.type, id: draft.id }, what: ALBUM_ARTISTS },
              draft,
            ),
          }
        : undefined,
  ],
  remove: {
    load: ({ fields }, context, cause) => ({
      noting: watchedAlbum(context, cause ? undefined : fields.album),
    }),
    decide: ({ type, id }, { noting }, changing) => ({
      writes: noted(noting, { of: { type, id }, what: ALBUM_ARTISTS }, changing),
    }),
  },
});

/** Whether the record is new, or one of the fields changes. */
const isChanging = <F extends string>(
  { before, valid }: { before: { fields: Record<F, unknown> } | undefined; valid(name: F): unknown },
  names: readonly F[],
): boolean => !before || names.some((name) => valid(name) !== before.fields[name]);
