/** Counts of an album as of many requests and deliveries, without making them. */
import { counterName } from '../../../shared/kit/records/links.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { rawRow } from '../raw-row.ts';

/** @param by added to what it has, which may be negative. */
export async function addCounted(
  album: string,
  type: 'distribution-requests' | 'deliveries',
  by: number,
): Promise<void> {
  const table = new Table();
  const key = recordKey('albums', album);
  const row = (await table.get(key)) ?? {};
  const counts = Object(row['counts']) as Record<string, number>;
  const name = counterName(type, 'album');
  const counted = { ...counts, [name]: (counts[name] ?? 0) + by };
  await table.commit([{ put: { ...row, ...rawRow(key), counts: counted } }]);
}
