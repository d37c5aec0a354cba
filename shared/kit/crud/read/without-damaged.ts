/**
 * Lists records of which some cannot be read. Such a record must neither hide the others until it is mended nor be missing
 * silently. The document and the log name it.
 */
import type { ApiResponse } from '../../http/response.ts';
import { DamagedRows } from '../../table/damaged-rows.ts';
import { typeOf } from '../../table/keys.ts';
import type { Context } from '../context.ts';

/** The member of the top-level `meta` that identifies them. */
export const UNREADABLE = 'unreadable';

/** @param read reads with its context. Rows other than records still fail, because the response could not name them. */
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
