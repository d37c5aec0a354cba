/** Roles of an artist on a track or an album (specification 2.9). */
import { attr, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { referenceResource } from '../../kit/declare/reference-resource.ts';
import { toMany } from '../../kit/declare/relationship.ts';

export const artistRoles = referenceResource({
  type: 'artist-roles',
  about: 'What an artist does on an album or track.',
  fields: {
    key: 'The role, such as `main_artist`.',
    'album-artists': 'The artists on albums with the role.',
    'track-artists': 'The artists on tracks with the role.',
  },
  pageMeta: 'camel',
  attributes: { key: attr(text(1, 64)) },
  relationships: {
    'album-artists': toMany('album-artists', { inverse: 'artist-role' }),
    'track-artists': toMany('track-artists', { inverse: 'artist-role' }),
  },
  filters: { id: anyOf('id'), key: anyOf('key') },
  sorts: ['key'],
});
