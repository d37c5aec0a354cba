/** How many requests and deliveries an album can have. Takedowns count as well. Pure. */
import type { Problem } from '../../kit/values/problems.ts';

export const MAX_REQUESTS = 1000;
export const MAX_DELIVERIES = 1000;

/** @param requests how many the album has. @returns a problem of another one. */
export const requestLimitProblems = (requests: number): Problem[] =>
  requests < MAX_REQUESTS ? [] : [limit(`An album has at most ${MAX_REQUESTS} distribution requests.`)];

/**
 * Told with the request, because its approval would fail.
 * @param deliveries how many the album has. @param dsps of the request, which makes a delivery to each.
 */
export const deliveryLimitProblems = (deliveries: number, dsps: readonly string[]): Problem[] =>
  deliveries + dsps.length <= MAX_DELIVERIES
    ? []
    : [
        limit(
          `An album has at most ${MAX_DELIVERIES} deliveries. It has ${deliveries}, and the request would make ${dsps.length}.`,
        ),
      ];

const limit = (detail: string): Problem => ({
  code: 'limit_reached',
  detail,
  pointer: '/data/relationships/album',
});
