/** The place of a track on an album: disc and order (specification 2.14). Rules in shared/catalogue/rules. */
import * as v from 'valibot';
import { attr, flag, hidden, integer, oneOf, timestamps } from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { number, related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { trackKinds } from '../rules/catalogue.ts';
import { trackLacks } from '../rules/track-lacks.ts';
import { soundMarks } from '../rules/track-sound.ts';
import { trackWarnings } from '../rules/track-warnings.ts';
import { shift } from './shift-flag.ts';

export const albumTracks = defineResource({
  type: 'album-tracks',
  about: 'The place of a track on an album.',
  group: 'tracks',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    order: attr(integer(1), { required: true, says: 'The number of the track on its disc, from 1.' }),
    disc: attr(integer(1), { initial: 1, says: 'The number of the disc, from 1.' }),
    /** The kind of the track, by which the album counts its tracks. */
    kind: attr(oneOf(trackKinds), { ...hidden, initial: 'song' }),
    /** What the track lacks, which the list of the album notes. Older records do not have it. */
    lacks: attr(v.array(oneOf(trackLacks)), { ...hidden, initial: ['unknown'] }),
    /** What may be wrong with the track, which the list of the album notes as well. Older records have none. */
    warnings: attr(v.array(oneOf(trackWarnings)), { ...hidden, initial: [] }),
    /** Whether the track states its `ai-usage`, which the list of the album notes as well. Older records do not. */
    ai: attr(flag(), { ...hidden, initial: false }),
    /** The year of the rights in the track, if it is unusually late, which the list of the album notes as well. */
    'rights-year': attr(v.nullable(integer(1900)), hidden),
    /** What is known of the sound of the track, which the list of the album notes as well. Older records have nothing. */
    sound: attr(v.array(oneOf(soundMarks)), { ...hidden, initial: [] }),
    ...timestamps,
  },
  relationships: {
    album: toOne('albums', {
      required: true,
      writable: 'once',
      blocksDeletion: {
        code: 'album_has_tracks',
        detail: 'The album still has tracks. Delete or remove them first.',
      },
      says: 'The album.',
    }),
    track: toOne('tracks', { required: true, writable: 'once', onDelete: 'cascade', says: 'The track.' }),
  },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  filters: {
    album: related('album'),
    track: related('track'),
    order: number('order'),
    disc: number('disc'),
  },
  updateFlags: { shift },
  sorts: ['order', 'disc', 'created-at', 'updated-at'],
  includes: ['album', 'track'],
  rejections: [
    'track_needs_album',
    'video_read_only',
    'video_release_accepts_only_videos',
    'video_track_is_shared',
    'track_in_distribution',
    'too_many_changes',
  ],
  taken: {
    'album+disc+order': {
      code: 'value_taken',
      detail:
        'Another track already has this order on this disc of the album. A PATCH with `shift` set to true in `data.meta` moves the others.',
      pointer: '/data/attributes/order',
      names: 'track',
    },
    'track+album': {
      code: 'value_taken',
      detail: 'The track is already on this album.',
      pointer: '/data/relationships/track',
    },
  },
});

export type AlbumTrack = Stored<typeof albumTracks>;
