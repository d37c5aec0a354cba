/** How many requests and deliveries an album can have. Pure. */
import type { Problem } from '../../kit/values/problems.ts';
import type { RequestType } from './distribution.ts';

const LIMIT = 1000;
/** So that an album that has reached the limit can still be taken down. */
export const LIMIT_WITH_TAKEDOWNS = 1100;

const limitOf = (type: RequestType | undefined): number =>
  type === 'takedown' ? LIMIT_WITH_TAKEDOWNS : LIMIT;

/** @param others how many other requests the album has. */
export const requestLimitProblems = (type: RequestType | undefined, others: number): Problem[] =>
  others < limitOf(type)
    ? []
    : [limitReached(`An album has at most ${limitOf(type)} distribution requests.`)];

/**
 * Reported with the request, because its approval would fail.
 * @param deliveries how many the album has. @param dsps of the request, which makes a delivery to each.
 */
export const deliveryLimitProblems = (
  type: RequestType,
  deliveries: number,
  dsps: readonly string[],
): Problem[] =>
  deliveries + dsps.length <= limitOf(type)
    ? []
    : [
        limitReached(
          `An album has at most ${limitOf(type)} deliveries. It has ${deliveries}, and the request would make ${dsps.length}.`,
        ),
      ];

const limitReached = (detail: string): Problem => ({
  code: 'limit_reached',
  detail,
  pointer: '/data/relationships/album',
});
