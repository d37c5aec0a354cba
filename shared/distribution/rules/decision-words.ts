/** How operators read what happened to a request. */
import type { RequestTrigger } from './distribution.ts';

const words: Readonly<Record<RequestTrigger['on'], string>> = {
  preapprove: 'approved by its owner',
  reject: 'rejected by its owner',
  approve: 'approved',
  refuse: 'rejected',
  fail: 'failed at all stores',
  requeue: 'returned to the queue',
};

/** @returns what was decided, such as "approved". @param decision as stored. */
export const decisionWords = (decision: string): string =>
  Object.hasOwn(words, decision) ? words[decision as RequestTrigger['on']] : decision;
