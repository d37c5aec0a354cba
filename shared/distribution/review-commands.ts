/** Operators' commands for reviewers of requests, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { flag, id, pageAfter, pageLimit, recordId, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { anyText } from '../kit/declare/attribute.ts';
import { requestTypes } from '../reference/rules/request-types.ts';
import { reviewSorts, reviewStates } from './rules/review-states.ts';

const reviewPosition = v.pipe(
  v.string(),
  v.regex(/^(\d{4}-\d\d-\d\d#)?\d{1,16}$/, 'must be the position at the end of a page of this list'),
);

export const listReviews = declareCommand({
  name: 'list-reviews',
  help:
    'Lists requests for review, with what reviewers need to choose one. Requests that can be decided, that are held because ' +
    'their audio is a recording of another owner or cannot be compared, or that have video masters that are not valid yet are ' +
    'listed oldest first. Requests that their owners must approve first, or that were approved, rejected or could not be sent ' +
    'are listed newest first.',
  isRecorded: false,
  arguments: {
    state: value(
      v.optional(v.picklist(reviewStates, `must be one of ${reviewStates.join(', ')}`), 'to-review'),
      { placeholder: 'STATE', help: `${reviewStates.join(', ')}; to-review by default` },
    ),
    search: value(v.optional(anyText(1, 200)), {
      placeholder: 'TEXT',
      help: 'only requests with this text in the title, an artist, the label, the organization, the UPC or an id',
    }),
    type: value(v.optional(v.picklist(requestTypes, `must be one of ${requestTypes.join(', ')}`)), {
      placeholder: 'TYPE',
      help: `only requests of this type: ${requestTypes.join(', ')}`,
    }),
    sort: value(v.optional(v.picklist(reviewSorts, `must be one of ${reviewSorts.join(', ')}`), 'age'), {
      placeholder: reviewSorts.join('|'),
      help: 'the order of undecided requests; age by default',
    }),
    organization: value(v.optional(id), { placeholder: 'ID', help: 'only requests of this organization' }),
    clean: flag('only requests with nothing missing and no warnings'),
    limit: pageLimit,
    after: pageAfter(reviewPosition),
  },
  examples: [
    'list-reviews',
    'list-reviews --clean',
    'list-reviews --state held',
    'list-reviews --sort release-date --search "Ada"',
  ],
});

export const countReviews = declareCommand({
  name: 'count-reviews',
  help:
    'Counts the undecided requests by the states of list-reviews, up to the oldest 2,000, and those that their owners must ' +
    'approve first.',
  isRecorded: false,
  arguments: {},
  examples: ['count-reviews'],
});

export const lookAtRequest = declareCommand({
  name: 'look-at-request',
  help:
    'Shows other reviewers in list-reviews for two minutes that you are looking at a request, and lists who else is. ' +
    'It does not lock the request.',
  isRecorded: false,
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
    end: flag('withdraws this'),
  },
  positional: ['id'],
  examples: ['look-at-request 114877148073984', 'look-at-request 114877148073984 --end'],
});
