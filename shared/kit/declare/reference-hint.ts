/** Says where reference data is listed, and which of it a wrong id or name may mean. */
import { rowMeant } from '../values/row-meant.ts';
import { type ReferenceRow, referenceRows } from './reference-ids.ts';

/** Lists up to this length are named in full. */
const SHORT_LIST = 10;

/**
 * @param sent what is not an id of the type.
 * @returns a sentence: `GET /languages lists them: English has the id 118.`
 */
export function referenceHint(type: string, sent: string): string {
  const list = `GET /${type} lists them`;
  const rows = referenceRows(type);
  const meant = rowMeant(rows, sent);
  if (meant) return `${list}: ${labelOf(meant)} has the id ${meant.id}.`;
  if (rows.length === 0 || rows.length > SHORT_LIST) return `${list}.`;
  return `${list}: ${rows.map((row) => `${labelOf(row)} has ${row.id}`).join(', ')}.`;
}

const labelOf = ({ id, names: [label = id] }: ReferenceRow): string => label;
