/** Distribution requests: what an owner asks to be done with an album (specification 2.7, 3.1, 4.8). */
import * as v from 'valibot';
import { attr, calendarDay, oneOf, text, timestamp, timestamps } from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, known, related } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsRecord } from '../../kit/declare/shown-response.ts';
import { albumStatuses } from '../../reference/rules/album-statuses.ts';
import { requestStatuses, requestTypes } from '../rules/distribution.ts';

/** What was decided on a request, by whom and why. */
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
  group: 'distribution',
  owner: 'user',
  pageMeta: 'camel',
  docs: [
    'An album has one open request (`preapproved` or `pending`) at a time: otherwise 422 `distribution_request_exists`.',
    'A DSP has the album when the last delivery that it accepted, or skipped, and did not reject later, is not a takedown. A `delivery` is for DSPs that do not have the album, and have no pending delivery of it: otherwise 422 `distribution_request_exists`. `update` and `redelivery` require a `delivery` request that was sent (422 `update_requires_sent_delivery`, `redelivery_requires_sent_delivery`); a DSP that never had the album gets a delivery of type `delivery` by them. A `takedown` is for DSPs that have the album, and have no pending takedown of it: otherwise 422 `takedown_requires_sent_delivery`. What a DSP needs is decided again at the approval.',
    'The album must be complete, except for a takedown: 422 with an error `album_incomplete` for each missing item. Complete means: artwork, label, primary genre, language, a main artist, a DSP and a track; each track with a main artist, and audio or a video master; and on each disc the orders 1, 2, 3 and so on. It must be complete again when the request is preapproved, and when it is approved: otherwise both are rejected with what is missing.',
    'Without `countries`, a request is for those of the album, or for all countries if it has none.',
    'Without `dsps`, a `delivery` is for those DSPs of the album that are available to the owner and do not have it; `update` and `redelivery` are for those that have it, or, if none has, for all of the album; a `takedown` is for all that have it, assigned to the album or not. A DSP that is neither assigned to the album nor has it, or is not available to the owner, is a 422 `dsp_not_available`.',
    'With the pre-approval capability of the account, a request begins as `preapproved` and is decided with `preapprove` or `reject`; without it, these are a 403 `preapproval_not_allowed`. From another status they are a 422 `distribution_request_not_preapproved`.',
    '`meta.reason` says why the last review rejected a request; otherwise it is null.',
    'A request stays when its album is deleted, with `deleted-at` and without an album. It is no longer listed and can no longer be decided; it can be read by its id.',
    'Only `request-type` can be changed, while the request is open: otherwise 422 `distribution_request_not_open`. The DSPs stay, so they must be some that the new type is for.',
  ],
  attributes: {
    'request-type': attr(oneOf(requestTypes), { required: true }),
    date: attr(calendarDay(), { writable: 'never' }),
    status: attr(oneOf(requestStatuses), { writable: 'never', initial: 'pending' }),
    'deleted-at': attr(v.nullable(timestamp), { writable: 'never' }),
    decisions: attr(v.array(decision), { writable: 'never', readable: 'never', initial: [] }),
    /** The status that the album had, for the case that the type is changed. */
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
  /** Why the last review rejected a request. */
  meta: v.strictObject({ reason: v.nullable(v.string()) }),
  listedBy: 'album',
  sorts: ['date', 'created-at', 'updated-at'],
  includes: ['album', 'countries', 'dsps', 'deliveries'],
});

export type DistributionRequest = Stored<typeof distributionRequests>;
