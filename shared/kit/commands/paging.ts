/** Arguments of commands that list page by page, newest first. */
import * as v from 'valibot';
import { id, value } from './declare.ts';

/** @example limitUpTo(200, 'items') */
export const limitUpTo = (max: number, of: string) =>
  value(
    v.optional(
      v.pipe(
        v.string('must be a number'),
        v.transform(Number),
        v.check((count) => Number.isInteger(count) && count >= 1 && count <= max, `must be from 1 to ${max}`),
      ),
      '50',
    ),
    { placeholder: 'NUMBER', help: `maximum number of ${of}, up to ${max}; 50 by default` },
  );

const MAX_ITEMS = 200;

export const pageLimit = limitUpTo(MAX_ITEMS, 'items');

/** @param position form of the positions, with what a faulty one must be. */
export const pageAfter = <S extends v.GenericSchema<string, string>>(position: S) =>
  value(v.optional(position), {
    placeholder: 'POSITION',
    help: 'the position at the end of the previous page',
  });

/** For lists whose positions are ids. */
export const paging = {
  limit: pageLimit,
  after: pageAfter(id),
};
