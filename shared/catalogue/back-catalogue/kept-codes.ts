/** Codes of artists who already have different codes, which an import does not change. */
import { ownerOf } from '../../kit/crud/context.ts';
import type { WriteContext } from '../../kit/crud/write/hooks.ts';
import { findRecords } from '../../kit/records/store.ts';
import { findHolder, uniqueValue } from '../../kit/records/unique-values.ts';
import { artists } from '../api/artists.ts';
import { readIpi, readIsni } from '../rules/party-codes.ts';
import type { Release } from './release-form.ts';

export interface KeptCode {
  readonly field: 'isni' | 'ipi';
  /** A sentence. */
  readonly note: string;
}

const readers = { isni: readIsni, ipi: readIpi } as const;

/** @returns a note for each code of the release that differs from that of an artist. Spellings make no difference. */
export async function keptCodes(
  context: WriteContext,
  { identifiers }: Pick<Release, 'identifiers'>,
): Promise<KeptCode[]> {
  const owner = ownerOf(context, artists);
  const ids = await Promise.all(
    identifiers.map(({ name }) =>
      findHolder(context.table, uniqueValue(artists.type, { owner, field: 'name', values: [name] })),
    ),
  );
  const found = await findRecords(
    context,
    artists,
    ids.flatMap((id) => id ?? []),
  );
  const byId = new Map<string | undefined, (typeof found)[number]>(
    found.map((artist) => [artist.id, artist]),
  );
  return identifiers.flatMap((codes, index) => {
    const artist = byId.get(ids[index]);
    return (['isni', 'ipi'] as const).flatMap((field): KeptCode[] => {
      const [kept, given] = [artist?.fields[field], codes[field]];
      const read = readers[field];
      if (!artist || !kept || !given || read(kept) === read(given)) return [];
      const note = `The artist ${artist.fields.name} keeps the ${field} ${kept}. The file has ${given}.`;
      return [{ field, note }];
    });
  });
}
