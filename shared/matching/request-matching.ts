/** Compares the tracks of a distribution request with the released catalogue, from the first on. */
import * as v from 'valibot';
import { defineWork, type RowOf } from '../kit/work/define-work.ts';
import { albumWork, matchingQueue } from './album-work.ts';
import { matchingWorkKey } from './keys.ts';

/** Started in the transaction that creates the request, or makes something else of a takedown. */
export const matchingWork = defineWork({
  name: 'track-matching',
  queue: matchingQueue,
  called: 'request',
  id: 'requestId',
  key: (id) => matchingWorkKey('request', id),
  fields: { ...albumWork, albumId: v.string() },
  isReplaced: true,
});

export type RequestMatching = RowOf<typeof matchingWork>;
