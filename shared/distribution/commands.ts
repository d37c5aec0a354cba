/** Operators' commands about distribution, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { flag, id, paging, recordId, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { anyText } from '../kit/declare/attribute.ts';
import { requestStatuses } from './rules/distribution.ts';
import { seenVersion } from './rules/seen-version.ts';
import { storeBehaviors } from './stores/store-behaviors.ts';

export const setStore = declareCommand({
  name: 'set-store',
  help: 'Sets how the store of a DSP responds to deliveries, effective from the next attempt of any delivery.',
  arguments: {
    'dsp-id': value(id, { placeholder: 'ID', help: 'the DSP' }),
    behavior: value(v.picklist(storeBehaviors, `must be one of ${storeBehaviors.join(', ')}`), {
      placeholder: 'BEHAVIOR',
      help: storeBehaviors.join(', '),
    }),
  },
  positional: ['dsp-id', 'behavior'],
  examples: ['set-store 4 reject', 'set-store 1 package'],
});

const MAX_DAYS = 30;
const days = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number))],
    `must be from 1 to ${MAX_DAYS}`,
  ),
  v.integer(`must be from 1 to ${MAX_DAYS}`),
  v.minValue(1, `must be from 1 to ${MAX_DAYS}`),
  v.maxValue(MAX_DAYS, `must be from 1 to ${MAX_DAYS}`),
);

export const listStores = declareCommand({
  name: 'list-stores',
  help:
    'Lists the stores with protocol, behavior (set-store), accepted territories, ' +
    'connection and last connection error, and how many of the recent deliveries to each ' +
    'succeeded, failed or are pending.',
  isRecorded: false,
  arguments: {
    days: value(v.optional(days, 7), {
      placeholder: 'NUMBER',
      help: `counts the deliveries created within this many days, up to ${MAX_DAYS}; 7 by default`,
    }),
  },
  examples: ['list-stores', 'list-stores --days 1'],
});

/** What a decision was made on. */
const seen = value(v.optional(seenVersion), {
  placeholder: 'VERSION',
  help: 'the version of the release that was seen, as show-request and list-reviews give it; rejected if its owner has changed it since',
});

export const approveRequest = declareCommand({
  name: 'approve-request',
  help:
    'Approves a pending distribution request and its album, and starts the deliveries to the stores. The warnings name ' +
    'tracks that were not analyzed, must not be compared, or are recordings of another owner, and are stored with the decision.',
  arguments: { id: recordId('distribution-requests', 'the distribution request'), seen },
  positional: ['id'],
  examples: ['approve-request 114877148073984', 'approve-request 114877148073984 --seen 0-0-5f8d1c2b'],
});

export const rejectRequest = declareCommand({
  name: 'reject-request',
  help: 'Rejects a distribution request that is pending or preapproved. The album of a takedown does not change.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
    reason: value(anyText(1, 1000), { placeholder: 'TEXT', help: 'reason for the record' }),
    seen,
  },
  positional: ['id'],
  examples: ['reject-request 114877148073984 --reason "The artwork shows a web address."'],
});

export const requeueRequest = declareCommand({
  name: 'requeue-request',
  help:
    'Returns a distribution request that is rejected or in error to pending. It is reviewed again, and ' +
    'approval creates new deliveries. Fails while the album has another open request.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
  },
  positional: ['id'],
  examples: ['requeue-request 114877148073984'],
});

export const takedownAlbum = declareCommand({
  name: 'takedown-album',
  help:
    'Takes an album down from all DSPs that have it, by creating and approving a takedown request of its ' +
    'owner. Fails while the album has an open request.',
  arguments: {
    'album-id': recordId('albums', 'the album'),
    reason: value(anyText(1, 1000), { placeholder: 'TEXT', help: 'reason for the record' }),
  },
  positional: ['album-id'],
  examples: ['takedown-album 114877148073984 --reason "A court has ordered it."'],
});

export const listRequests = declareCommand({
  name: 'list-requests',
  help: 'Lists distribution requests of all organizations, newest first.',
  isRecorded: false,
  arguments: {
    status: value(v.optional(v.picklist(requestStatuses, `must be one of ${requestStatuses.join(', ')}`)), {
      placeholder: 'STATUS',
      help: `only requests with this status: ${requestStatuses.join(', ')}`,
    }),
    organization: value(v.optional(id), { placeholder: 'ID', help: 'only requests of this organization' }),
    ...paging,
  },
  examples: ['list-requests --status pending', 'list-requests --organization 114876805523200'],
});

export const listDeliveries = declareCommand({
  name: 'list-deliveries',
  help:
    'Lists deliveries of all organizations to stores, newest first, with the attempts and the last error of those that ' +
    'failed, and how to resolve them (resolve).',
  isRecorded: false,
  arguments: {
    failing: flag(
      'only those whose last attempt failed, that failed, or that the store rejected, unless a later ' +
        'delivery replaced them',
    ),
    ...paging,
  },
  examples: ['list-deliveries --failing', 'list-deliveries --limit 10'],
});

export const showRelease = declareCommand({
  name: 'show-release',
  help: 'Shows an album with its tracks, artists, credits, codes, DSPs and countries, as stores get it.',
  isRecorded: false,
  arguments: { id: recordId('albums', 'the album') },
  positional: ['id'],
  examples: ['show-release 114877148073984'],
});

export const showRequest = declareCommand({
  name: 'show-request',
  help:
    'Shows a distribution request with its deliveries, how to resolve failed ones, all decisions (actor, time, reason and ' +
    'warnings), and for each track its audio analysis and the released tracks that it resembles. If the request is ' +
    'undecided, also shows the problems and warnings that list-reviews counts, which are those of the audio analysis and ' +
    'of a validation by its owner. Warns of files that cannot be read, and if too few codes are left for an approval. ' +
    'Lists files that were not read in time.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
    'without-files': flag('does not read the files, which can take 15 seconds'),
  },
  positional: ['id'],
  examples: ['show-request 114877148073984', 'show-request 114877148073984 --without-files'],
});

export const showAlbum = declareCommand({
  name: 'show-album',
  help:
    'Shows why an album is stuck: in one sentence, and with its state, what is missing, its masters, its ' +
    'last requests and deliveries with the reports of stores, and their history.',
  isRecorded: false,
  arguments: { id: recordId('albums', 'the album') },
  positional: ['id'],
  examples: ['show-album 114877148073984'],
});

export const reportStore = declareCommand({
  name: 'report-store',
  help: 'Records that a store has confirmed or rejected a delivery. A second, different report is rejected.',
  arguments: {
    'delivery-id': recordId('deliveries', 'the delivery'),
    outcome: value(v.picklist(['completed', 'rejected'], 'must be completed or rejected'), {
      placeholder: 'completed|rejected',
      help: 'the report of the store',
    }),
    reason: value(v.optional(anyText(1, 1000)), { placeholder: 'TEXT', help: "the store's message" }),
  },
  positional: ['delivery-id', 'outcome'],
  examples: [
    'report-store 114877148073984 completed',
    'report-store 114877148073984 rejected --reason "Wrong territory"',
  ],
});

const number = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number))], 'must be a number'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
);

export const advanceCodes = declareCommand({
  name: 'advance-codes',
  help:
    'Skips numbers of the codes that the stage gives, up to and including a number, for example after a restore of the ' +
    'table, or if other systems have used them. For ISRCs, skips numbers of this year.',
  arguments: {
    kind: value(v.picklist(['isrc', 'upc'], 'must be isrc or upc'), {
      placeholder: 'isrc|upc',
      help: 'the codes',
    }),
    number: value(number, { placeholder: 'NUMBER', help: 'the last number to skip' }),
  },
  positional: ['kind', 'number'],
  examples: ['advance-codes isrc 5000', 'advance-codes upc 200'],
});
