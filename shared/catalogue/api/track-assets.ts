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
  fields: {
    'asset-type': 'Which master it is.',
    url: 'The https address of the file.',
    'validation-status': 'Whether the file was checked, and the result.',
    'validation-errors': 'Why the file is invalid.',
    track: 'The track.',
  },
  group: 'tracks',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'A track has at most one asset of each type (422 `track_asset_exists`). To replace a master, delete it and attach another. A video master requires a music video, a Dolby Atmos master a song (422 `track_asset_type_mismatch`).',
    'The URL is checked when it is attached, and the file afterwards. Until then, `validation-status` is `pending`. A Dolby Atmos master is a WAV file with 48 kHz and three or more channels, under 2 GB. A video master is an MP4 or QuickTime file of up to 6 GB. The server must respond to GET requests without redirects. If it supports ranges, only headers are read.',
    '`validation-errors` states why a master is `invalid`.',
  ],
  attributes: {
    'asset-type': attr(oneOf(assetTypes), { required: true, writable: 'once' }),
    url: attr(httpsUrl(2048), { required: true, writable: 'once' }),
    'validation-status': attr(oneOf(validationStatuses), { writable: 'never', initial: 'pending' }),
    'validation-errors': attr(v.array(text(1)), { writable: 'never', initial: [] }),
    ...timestamps,
  },
  relationships: { track: toOne('tracks', { required: true, writable: 'once', onDelete: 'cascade' }) },
  operations: ['list', 'read', 'create', 'delete'],
  filters: { track: related('track') },
  sorts: ['created-at'],
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
