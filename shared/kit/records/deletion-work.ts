/** What is left of a deletion that did not fit into one transaction, stored until the last dependent is gone. */
import * as v from 'valibot';
import type { StoredRecord } from '../declare/fields.ts';
import { journalKey } from '../table/keys.ts';
import { defineWork, type RowOf } from '../work/define-work.ts';
import { foldWork } from './fold-work.ts';

/** Fields to set, by type, on records whose link to the deleted one is cleared. */
const cleared = v.record(
  v.string(),
  v.record(v.string(), v.union([v.boolean(), v.number(), v.string(), v.null()])),
);

export type ClearedFields = v.InferOutput<typeof cleared>;

export const deletionWork = defineWork({
  name: 'deletion',
  queue: foldWork.queue,
  called: 'deletion',
  id: 'deletedId',
  // Not among the changes of a list, nor among its folds.
  key: (deleted) => {
    const { type, ownerId, id } = readDeletedId(deleted);
    return journalKey(type, ownerId, `work-deletion#${id}`);
  },
  fields: { ownerId: v.string(), cleared },
});

export type LeftOfDeletion = RowOf<typeof deletionWork>;

type Deleted = Pick<StoredRecord, 'type' | 'ownerId' | 'id'>;

/** @example 'tracks#5#17' */
export const deletedId = ({ type, ownerId, id }: Deleted): string => `${type}#${ownerId}#${id}`;

export function readDeletedId(deleted: string): Deleted {
  // The status asks for the keys of an empty id, to learn which rows are work of this kind.
  const [type = '', ownerId = '', id = ''] = deleted.split('#');
  return { type, ownerId, id };
}
