/** Problems of distribution. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const distributionProblems = problemTable({
  album_in_distribution: {
    title: 'Album in distribution',
    when: 'The album cannot be deleted because it has an open request or DSPs have it.',
  },
  track_in_distribution: {
    title: 'Track in distribution',
    when: 'An album of the track has an open request or DSPs have it.',
  },
  album_incomplete: {
    title: 'Album incomplete',
    when: 'The album lacks something that distribution requires. Each missing item has its own error.',
  },
  codes_exhausted: {
    title: 'Codes exhausted',
    when: 'Operators cannot approve the delivery, because the stage has too few ISRCs or UPCs left for it.',
  },
  distribution_request_exists: {
    title: 'Distribution request exists',
    when: 'The album has an open request, or a delivery that was sent.',
  },
  update_requires_sent_delivery: {
    title: 'No delivery was sent',
    when: 'An update was requested before a delivery was sent.',
  },
  redelivery_requires_sent_delivery: {
    title: 'No delivery was sent',
    when: 'A redelivery was requested before a delivery was sent.',
  },
  takedown_requires_sent_delivery: {
    title: 'No delivery was sent',
    when: 'A takedown was requested before a delivery was sent.',
  },
  takedown_names_some_countries: {
    title: 'Takedown of some countries',
    when: 'A takedown names only some of the countries in which its stores have the album.',
  },
  distribution_request_not_open: {
    title: 'Request is decided',
    when: 'The request cannot be changed because it has been decided.',
  },
  distribution_request_not_preapproved: {
    title: 'Request is not preapproved',
    when: 'The owner can decide only on a preapproved request.',
  },
  distribution_request_not_pending: {
    title: 'Request is not pending',
    when: 'Operators can approve only pending requests, and reject only pending or preapproved ones.',
  },
  release_changed: {
    title: 'Release has changed',
    when: 'The owner has changed the release since the version that the operator saw.',
  },
  distribution_request_not_in_error: {
    title: 'Request is neither in error nor rejected',
    when: 'Operators can requeue only requests that have failed or were rejected.',
  },
  delivery_not_sent: {
    title: 'Delivery not sent',
    when: 'A store report concerns a delivery that was not sent.',
  },
  delivery_reported: {
    title: 'Delivery reported',
    when: 'The store has already reported on the delivery.',
  },
  store_connected: {
    title: 'Store connected',
    when: 'Operators cannot set the behavior of a store while it is connected.',
  },
  store_not_connected: {
    title: 'Store not connected',
    when: 'The operator command requires a connected store.',
  },
  preapproval_not_allowed: {
    status: 403,
    title: 'Pre-approval not allowed',
    when: 'The account cannot preapprove or reject requests.',
  },
});
