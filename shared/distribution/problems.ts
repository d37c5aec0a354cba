/** What can be wrong with distribution requests and what they distribute. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const distributionProblems = problemTable({
  album_in_distribution: {
    title: 'Album in distribution',
    when: 'The album is in an open request, or with DSPs, so it cannot be deleted.',
  },
  track_in_distribution: {
    title: 'Track in distribution',
    when: 'An album of the track is in an open request, or with DSPs.',
  },
  album_incomplete: {
    title: 'Album incomplete',
    when: 'The album lacks something that distribution requires: one error for each missing item.',
  },
  distribution_request_exists: {
    title: 'Distribution request exists',
    when: 'The album has an open request, or a delivery that was sent.',
  },
  update_requires_sent_delivery: {
    title: 'No delivery was sent',
    when: 'An update is requested before a delivery was sent.',
  },
  redelivery_requires_sent_delivery: {
    title: 'No delivery was sent',
    when: 'A redelivery is requested before a delivery was sent.',
  },
  takedown_requires_sent_delivery: {
    title: 'No delivery was sent',
    when: 'A takedown is requested before a delivery was sent.',
  },
  distribution_request_not_open: {
    title: 'Request is decided',
    when: 'The request is decided, so it cannot be changed.',
  },
  distribution_request_not_preapproved: {
    title: 'Request is not preapproved',
    when: 'The owner decides only while a request is preapproved.',
  },
  distribution_request_not_pending: {
    title: 'Request is not pending',
    when: 'Operators approve only what is pending, and reject only what is pending or preapproved.',
  },
  distribution_request_not_in_error: {
    title: 'Request is neither in error nor rejected',
    when: 'Operators queue a request again only when it has failed or was rejected.',
  },
  delivery_not_sent: {
    title: 'Delivery not sent',
    when: 'A store reports on a delivery that was not sent.',
  },
  delivery_reported: {
    title: 'Delivery reported',
    when: 'The store has reported on the delivery already.',
  },
  preapproval_not_allowed: {
    status: 403,
    title: 'Pre-approval not allowed',
    when: 'The account does not decide on requests before QA.',
  },
});
