/** Masters of a track, attached by URL and then validated (specification 2.3.3, 3.5, 4.14). */
import * as v from 'valibot';
import { attr, httpsUrl, oneOf, text, timestamps } from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { related } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { assetTypes, validationStatuses } from '../rules/catalogue.ts';

export const trackAssets = defineResource({
  type: 'track-assets',
  about: 'A master of a track, such as its video or Dolby Atmos file.',
  group: 'tracks',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: {
    'asset-type': attr(oneOf(assetTypes), { required: true, writable: 'once', says: 'Which master it is.' }),
    url: attr(httpsUrl(2048), { required: true, writable: 'once', says: 'The https address of the file.' }),
    'validation-status': attr(oneOf(validationStatuses), {
      writable: 'never',
      initial: 'pending',
      says: 'Whether the file was checked, and the result.',
    }),
    'validation-errors': attr(v.array(text(1)), {
      writable: 'never',
      initial: [],
      says: 'Why the file is invalid.',
    }),
    ...timestamps,
  },
  relationships: {
    track: toOne('tracks', { required: true, writable: 'once', onDelete: 'cascade', says: 'The track.' }),
  },
  operations: ['list', 'read', 'create', 'delete'],
  filters: { track: related('track') },
  sorts: ['created-at', 'updated-at'],
  includes: ['track'],
  rejections: ['track_asset_type_mismatch', 'video_read_only', 'track_in_distribution'],
  taken: {
    'track+asset-type': {
      code: 'track_asset_exists',
      detail: 'The track already has an asset of this type. Delete it first.',
      pointer: '/data/attributes/asset-type',
    },
  },
});

export type TrackAsset = Stored<typeof trackAssets>;
