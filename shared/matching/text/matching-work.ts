/** Compares the tracks of a distribution request with the released catalogue. */
import * as v from 'valibot';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { albumWorkFields, matchingQueue } from '../album-work.ts';
import { matchingWorkKey } from '../keys.ts';

/** Started in the transaction that creates a request, or that changes a takedown to another type. */
export const matchingWork = defineWork({
  name: 'track-matching',
  queue: matchingQueue,
  called: 'request',
  id: 'requestId',
  key: (id) => matchingWorkKey('request', id),
  fields: { ...albumWorkFields, albumId: v.string() },
  isReplaced: true,
});

export type RequestMatching = RowOf<typeof matchingWork>;
