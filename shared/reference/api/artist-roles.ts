/** Roles of an artist on a track or an album (specification 2.9). */
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { toMany } from '../../kit/declare/relationship.ts';
import { defineResource, referenceData } from '../../kit/declare/resource.ts';

export const artistRoles = defineResource({
  ...referenceData,
  type: 'artist-roles',
  about: 'What an artist does on an album or track.',
  pageMeta: 'camel',
  attributes: { key: attr(text(1, 64), { says: 'The role, such as `main_artist`.' }) },
  relationships: {
    'album-artists': toMany('album-artists', {
      inverse: 'artist-role',
      says: 'The artists on albums with the role.',
    }),
    'track-artists': toMany('track-artists', {
      inverse: 'artist-role',
      says: 'The artists on tracks with the role.',
    }),
  },
  filters: { id: anyOf('id'), key: anyOf('key') },
  sorts: ['key'],
});
