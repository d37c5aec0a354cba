/** Deletes all rows of the catalogue and all snapshots of lists, and leaves the accounts. */
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { allRows } from '../invariants.ts';

const types = new Set(
  ['labels', 'artists', 'albums', 'album-artists', 'album-tracks'].concat([
    'tracks',
    'track-artists',
    'track-assets',
    'artist-dsp-availabilities',
  ]),
);

export async function clearCatalogue(): Promise<void> {
  const rows = (await allRows()).filter(({ pk }) => {
    const [kind = '', type = ''] = String(pk).split('#');
    return kind === 'journal' || types.has(kind) || (kind === 'unique' && types.has(type));
  });
  const keys = rows.map(({ pk, sk }): Key => ({ pk: String(pk), sk: String(sk) }));
  for (let start = 0; start < keys.length; start += 100)
    await new Table().commit(keys.slice(start, start + 100).map((key) => ({ delete: key })));
}
