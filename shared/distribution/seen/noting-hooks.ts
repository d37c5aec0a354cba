/** Hooks that note changes of the artists and masters of requested releases. */
import { albumArtists, trackArtists } from '../../catalogue/api/credited-artists.ts';
import { trackAssets } from '../../catalogue/api/track-assets.ts';
import { hooksOf } from '../../kit/crud/write/hooks.ts';
import { trackNamed } from '../rules/release-changes.ts';
import { type Changing, noted } from './change-log.ts';
import { type RequestedTrack, requestedAlbum, requestedTrack } from './requested-releases.ts';

interface Linked {
  readonly type: string;
  readonly id: string;
}

const onTrack = (
  of: Linked,
  what: 'artists' | 'masters',
  { noting: { requested, title }, changing }: { noting: RequestedTrack; changing: Changing },
) => ({ writes: noted(requested, { of, what: `${trackNamed(title)}: ${what}` }, changing) });

export const trackArtistNoting = hooksOf(trackArtists, {
  load: (sent, context) => ({
    noting: sent.valid('track').then((id) => requestedTrack(context, sent.ownerId, id)),
  }),
  decide: [
    (draft, { noting }) =>
      isChanging(draft, ['order'])
        ? onTrack({ type: trackArtists.type, id: draft.id }, 'artists', { noting, changing: draft })
        : undefined,
  ],
  remove: {
    load: ({ ownerId, fields }, context, cause) => ({
      noting: requestedTrack(context, ownerId, cause ? undefined : fields.track),
    }),
    decide: ({ type, id }, { noting }, changing) => onTrack({ type, id }, 'artists', { noting, changing }),
  },
});

export const trackAssetNoting = hooksOf(trackAssets, {
  load: (sent, context) => ({
    noting: sent.valid('track').then((id) => requestedTrack(context, sent.ownerId, id)),
  }),
  decide: [
    (draft, { noting }) =>
      onTrack({ type: trackAssets.type, id: draft.id }, 'masters', { noting, changing: draft }),
  ],
  remove: {
    load: ({ ownerId, fields }, context, cause) => ({
      noting: requestedTrack(context, ownerId, cause ? undefined : fields.track),
    }),
    decide: ({ type, id }, { noting }, changing) => onTrack({ type, id }, 'masters', { noting, changing }),
  },
});

const ALBUM_ARTISTS = 'Album: artists';

export const albumArtistNoting = hooksOf(albumArtists, {
  load: (sent, context) => ({ noting: sent.valid('album').then((id) => requestedAlbum(context, id)) }),
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
      noting: requestedAlbum(context, cause ? undefined : fields.album),
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
