/** The DSPs that have an album against its deliveries. */
import type { Rows, StoredRecord } from './records.ts';

/** @returns a sentence for each album whose DSPs do not follow from its deliveries. */
export function storeFaults(rows: Rows): string[] {
  const deliveries = Map.groupBy(rows.of('deliveries'), ({ fields }) => fields['album']);
  return rows.of('albums').flatMap(({ id, fields }) => {
    const ought = dspsWith(deliveries.get(id) ?? []).toSorted();
    const is = [...(fields['live-dsps'] as readonly string[])].toSorted();
    return is.join() === ought.join() ? [] : [`album ${id} is on the DSPs ${is} instead of ${ought}`];
  });
}

/** The last delivery that they accepted, and did not reject later, is not a takedown. */
function dspsWith(deliveries: readonly StoredRecord[]): string[] {
  const last = new Map<string, StoredRecord>();
  const accepted = deliveries.filter(
    ({ fields }) => fields['status'] === 'sent' && fields['report'] !== 'rejected',
  );
  for (const each of accepted.toSorted((left, right) => timeOf(left) - timeOf(right)))
    last.set(String(each.fields['dsp']), each);
  return [...last].flatMap(([dsp, { fields }]) => (fields['type'] === 'takedown' ? [] : [dsp]));
}

const timeOf = ({ fields }: StoredRecord): number => Date.parse(String(fields['date']));
