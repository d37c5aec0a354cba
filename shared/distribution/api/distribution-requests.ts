/** Distribution requests: what an owner wants done with an album (specification 2.7, 3.1, 4.8). */
import * as v from 'valibot';
import { attr, calendarDay, oneOf, text, timestamp, timestamps } from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, known, related } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsRecord } from '../../kit/declare/shown-response.ts';
import { albumStatuses } from '../../reference/rules/album-statuses.ts';
import { requestStatuses, requestTypes } from '../rules/distribution.ts';

/** A decision on a request, with its actor and reason. */
const decision = v.object({
  decision: text(1),
  actor: text(1),
  at: timestamp,
  reason: v.nullable(text(1)),
});

const decided = {
  parameters: 'single',
  response: showsRecord('distribution-requests'),
  rejections: ['preapproval_not_allowed', 'distribution_request_not_preapproved'],
} as const;

export const distributionRequests = defineResource({
  type: 'distribution-requests',
  about:
    'The request to deliver, update, redeliver or take down an album. It is reviewed before anything is sent.',
  fields: {
    'request-type': 'What is to be done with the album.',
    date: 'The day of the request.',
    status: 'Where the request is.',
    'deleted-at': 'When the album of the request was deleted. Only in responses with a single request.',
    album: 'The album.',
    countries: 'The countries in which stores may offer it. None means all.',
    dsps: 'The stores that it is for.',
    deliveries: 'What became due at each store, once the request was approved.',
    user: 'The user who owns it.',
  },
  group: 'distribution',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'An album has at most one open request (`preapproved` or `pending`) at a time (422 `distribution_request_exists`).',
    'A DSP has the album if the last delivery that it accepted or skipped, and did not reject later, is not a takedown. A `delivery` is for DSPs that do not have the album and have no pending delivery of it (422 `distribution_request_exists`). `update` and `redelivery` require a `delivery` request that was sent (422 `update_requires_sent_delivery`, `redelivery_requires_sent_delivery`); a DSP that never had the album then gets a delivery of type `delivery`. A `takedown` is for DSPs that have the album and no pending takedown of it (422 `takedown_requires_sent_delivery`). These rules are applied again at the approval.',
    'Except for a takedown, the album must be complete: 422 with an error `album_incomplete` for each missing item. A complete album has artwork, a label, a primary genre, a language, a main artist, a DSP and a track. Each track has a main artist, and audio or a video master. The orders on each disc are 1, 2, 3 and so on. Completeness is checked again when the request is preapproved and when it is approved.',
    'Without `countries`, a request is for the countries of the album, or for all countries if the album has none.',
    'Without `dsps`, a `delivery` is for the DSPs of the album that are available to the owner and do not have it. `update` and `redelivery` are for the DSPs that have it or, if there are none, for all DSPs of the album. A `takedown` is for all DSPs that have it, even if they are no longer assigned to the album. A DSP that is neither assigned to the album nor has it, or is not available to the owner, is a 422 `dsp_not_available`.',
    'With the pre-approval capability of the account, a request starts as `preapproved`, and `preapprove` or `reject` decides on it. From another status, these are a 422 `distribution_request_not_preapproved`. Without the capability, they are a 403 `preapproval_not_allowed`.',
    '`meta.reason` states why the last review rejected the request; otherwise it is null.',
    'When an album is deleted, its requests remain, with `deleted-at` and without an album. They are no longer listed and can no longer be decided, but can be read by id. `deleted-at` is shown only where the request is the whole `data` of a document, so neither in lists nor among included records.',
    'Only `request-type` can be changed, and only while the request is open (422 `distribution_request_not_open`). The DSPs stay the same, so the new type must be possible for them.',
  ],
  attributes: {
    'request-type': attr(oneOf(requestTypes), { required: true }),
    date: attr(calendarDay(), { writable: 'never' }),
    status: attr(oneOf(requestStatuses), { writable: 'never', initial: 'pending' }),
    'deleted-at': attr(v.nullable(timestamp), { writable: 'never', readable: 'single' }),
    decisions: attr(v.array(decision), { writable: 'never', readable: 'never', initial: [] }),
    /** The earlier status of the album, needed if the type changes. */
    'album-status-before': attr(oneOf(albumStatuses), {
      writable: 'never',
      readable: 'never',
      initial: 'draft',
    }),
    ...timestamps,
  },
  relationships: {
    album: toOne('albums', { required: true, writable: 'once', onDelete: 'clear' }),
    countries: toMany('countries', { writable: 'once' }),
    dsps: toMany('dsps', { writable: 'once' }),
    deliveries: toMany('deliveries', { inverse: 'distribution-request' }),
    user: toOne('users', { from: 'owner' }),
  },
  operations: ['list', 'read', 'create', 'update'],
  actions: {
    preapprove: {
      method: 'POST',
      on: 'record',
      operationId: 'preapproveDistributionRequest',
      summary: 'Approve a distribution request before its review',
      ...decided,
      rejections: [...decided.rejections, 'album_incomplete'],
    },
    reject: {
      method: 'POST',
      on: 'record',
      operationId: 'rejectDistributionRequest',
      summary: 'Reject a distribution request before its review',
      ...decided,
    },
  },
  filters: {
    album: related('album'),
    status: known('status', requestStatuses),
    'request-type': known('request-type', requestTypes),
    countries: anyOf('countries'),
  },
  rejections: [
    'distribution_request_exists',
    'update_requires_sent_delivery',
    'redelivery_requires_sent_delivery',
    'takedown_requires_sent_delivery',
    'album_incomplete',
    'dsp_not_available',
    'distribution_request_not_open',
  ],
  /** Why the last review rejected the request. */
  meta: v.strictObject({ reason: v.nullable(v.string()) }),
  listedBy: 'album',
  sorts: ['date', 'created-at', 'updated-at'],
  includes: ['album', 'countries', 'dsps', 'deliveries'],
});

export type DistributionRequest = Stored<typeof distributionRequests>;
