/** Background work: everything is done, and nothing is due. */
import { dueValue } from '../../../shared/kit/work/due.ts';
import type { Rows } from './records.ts';

/** Folds of lists wait for up to an hour, and requests for a day until their review is late. */
const WAIT_LONG = ['list-fold', 'request-review'];
/** The sweep sends messages for what is due. */
const LATE_MILLISECONDS = 60_000;

/** @returns a sentence for each piece of work that is not done, and for each record that waits for it. */
export function workFaults(rows: Rows, now: number): string[] {
  const waiting = rows.all.flatMap((row) => {
    if (dueValue(row, 'dueAt') === undefined) return [];
    const kind = String(dueValue(row, 'dueKind'));
    const at = String(dueValue(row, 'nextAttemptAt') ?? '');
    const isLate = Date.parse(at) < now - LATE_MILLISECONDS;
    return !WAIT_LONG.includes(kind) || isLate ? [`${kind} of ${row['pk']} is due at ${at}`] : [];
  });
  const pending = rows
    .of('deliveries')
    .filter(({ fields }) => fields['status'] === 'pending')
    .map(({ id }) => `delivery ${id} is pending`);
  const validated = rows
    .of('track-assets')
    .filter(({ fields }) => fields['validation-status'] === 'pending')
    .map(({ id }) => `master ${id} is not validated`);
  return [...waiting, ...pending, ...validated, ...orphanFaults(rows)];
}

/** Records that belong to others exist only with them. */
function orphanFaults(rows: Rows): string[] {
  const parents: readonly (readonly [string, string, string])[] = [
    ['distribution-requests', 'album', 'albums'],
    ['deliveries', 'distribution-request', 'distribution-requests'],
    ['track-assets', 'track', 'tracks'],
  ];
  return parents.flatMap(([type, link, parent]) => {
    const ids = new Set(rows.of(parent).map(({ id }) => id));
    return rows.of(type).flatMap(({ id, fields }) => {
      const to = fields[link];
      return to === null || to === undefined || ids.has(String(to))
        ? []
        : [`${type}/${id} has no ${parent}/${to}`];
    });
  });
}
