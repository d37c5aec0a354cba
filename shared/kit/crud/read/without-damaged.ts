/**
 * Lists records of which some cannot be read. One of them must not hide all others from its owner for as long as nobody
 * mends it, and must not be missing silently: the document names it, and so does the log.
 */
import type { ApiResponse } from '../../http/response.ts';
import { DamagedRows } from '../../table/damaged-rows.ts';
import { typeOf } from '../../table/keys.ts';
import type { Context } from '../context.ts';

/** The member of the top-level `meta` that identifies them. */
export const UNREADABLE = 'unreadable';

/** @param read reads with its context. Everything but records still fails: nobody could name what is missing. */
export async function withoutDamaged(
  context: Context,
  read: (context: Context) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const damaged = new DamagedRows(context.api.resources.map(({ type }) => type));
  const response = await read({ ...context, table: context.table.without(damaged) });
  const { rows } = damaged;
  if (rows.length === 0) return response;
  const missing = rows.map(({ key }) => {
    const type = typeOf(key);
    return { type, id: key.pk.slice(type.length + 1) };
  });
  return { ...response, damaged: rows, remarks: { [UNREADABLE]: missing } };
}
