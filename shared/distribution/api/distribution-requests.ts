/** Distribution requests: what an owner wants done with an album (specification 2.7, 3.1, 4.8). */
import * as v from 'valibot';
import {
  attr,
  calendarDay,
  hidden,
  oneOf,
  text,
  timestamp,
  timestamps,
} from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, known, related } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsRecord } from '../../kit/declare/shown-response.ts';
import { albumStatuses } from '../../reference/rules/album-statuses.ts';
import { requestTypes } from '../../reference/rules/request-types.ts';
import { approvedSounds } from '../rules/approved-sounds.ts';
import { requestStatuses } from '../rules/distribution.ts';
import { pinnedFiles } from '../rules/pinned-files.ts';

const decision = v.object({
  decision: text(1),
  actor: text(1),
  at: timestamp,
  reason: v.nullable(text(1)),
});

/** An approval that depends on the audio analysis, and if an operator made it, on what the release shows. */
const approvalBySound = v.object({
  ...decision.entries,
  sounds: approvedSounds,
  /** The version of the release (seen/release-version.ts). Decisions of earlier versions of the service have none. */
  release: v.exactOptional(text(1)),
  /** The SHA-256 of the file of its cover; null if that was not read. */
  cover: v.exactOptional(v.nullable(text(1))),
  /** The files of tracks in doubt. Only the last approval has them. */
  files: v.exactOptional(pinnedFiles),
});

const decided = {
  parameters: 'single',
  response: showsRecord('distribution-requests'),
  rejections: [
    'preapproval_not_allowed',
    'distribution_request_not_preapproved',
    'distribution_request_not_open',
  ],
} as const;

export const distributionRequests = defineResource({
  type: 'distribution-requests',
  about:
    'The request to deliver, update, redeliver or take down an album. It is reviewed before anything is sent.',
  group: 'distribution',
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    'request-type': attr(oneOf(requestTypes), {
      required: true,
      says: 'What stores are asked to do with the album.',
    }),
    date: attr(calendarDay(), { writable: 'never', says: 'The day of the request.' }),
    status: attr(oneOf(requestStatuses), {
      writable: 'never',
      initial: 'pending',
      says: 'The status of the request.',
    }),
    'deleted-at': attr(v.nullable(timestamp), {
      writable: 'never',
      readable: 'single',
      says: 'When the album of the request was deleted. Only in responses with a single request.',
    }),
    decisions: attr(v.array(v.union([approvalBySound, decision])), { ...hidden, initial: [] }),
    /** The earlier status of the album, needed if the type changes. */
    'album-status-before': attr(oneOf(albumStatuses), { ...hidden, initial: 'draft' }),
    ...timestamps,
  },
  relationships: {
    album: toOne('albums', { required: true, writable: 'once', onDelete: 'clear', says: 'The album.' }),
    countries: toMany('countries', {
      writable: 'once',
      says: 'The countries in which stores may offer the album from then on. A takedown covers all countries in which its stores have it.',
    }),
    dsps: toMany('dsps', { writable: 'once', says: 'The stores that the request is for.' }),
    deliveries: toMany('deliveries', {
      inverse: 'distribution-request',
      says: 'The deliveries to stores, created when the request is approved.',
    }),
    user: toOne('users', { from: 'owner', says: 'The user who owns it.' }),
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
    'takedown_names_some_countries',
    'album_incomplete',
    'dsp_not_available',
    'distribution_request_not_open',
  ],
  meta: v.strictObject({
    /** Why the request was rejected. */
    reason: v.nullable(v.string()),
    review: v.nullable(v.strictObject({ reason: v.nullable(v.string()), 'decided-at': timestamp })),
  }),
  listedBy: 'album',
  sorts: ['date', 'created-at', 'updated-at'],
  includes: ['album', 'countries', 'dsps', 'deliveries'],
});

export type DistributionRequest = Stored<typeof distributionRequests>;
