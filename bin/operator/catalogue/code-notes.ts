/** Notes of codes that artists do not get, because they have others, in the catalogue or in another file. */

import type { Note, ReadRelease } from '../../../shared/catalogue/back-catalogue/reading/read-file.ts';
import { readIpi, readIsni } from '../../../shared/catalogue/rules/party-codes.ts';
import { comparable } from '../../../shared/kit/values/comparable.ts';
import { visibleName } from '../../../shared/kit/values/visible-name.ts';

interface Checked {
  /** Codes that differ from those of the catalogue. */
  readonly kept: readonly { readonly field: string; readonly note: string }[];
}

const readers = { isni: readIsni, ipi: readIpi } as const;

/** @param checked what the stage has found, for each release. */
export function codeNotes(releases: readonly ReadRelease[], checked: readonly Checked[]): Note[] {
  const ofCatalogue = releases.flatMap(({ placeOf }, index) =>
    (checked[index]?.kept ?? []).map(({ field, note }) => ({ note, place: placeOf({ field }) })),
  );
  return [...ofCatalogue, ...differing(releases)];
}

/** Codes that files give to the same artist. Which is imported depends on which release is written first. */
function differing(releases: readonly ReadRelease[]): Note[] {
  const first = new Map<string, { readonly code: string; readonly place: string }>();
  return releases.flatMap(({ release, placeOf }) =>
    release.identifiers.flatMap(({ name, ...codes }) =>
      (['isni', 'ipi'] as const).flatMap((field): Note[] => {
        const code = codes[field];
        if (code === null) return [];
        const key = `${field} ${comparable(visibleName(name))}`;
        const place = placeOf({ field });
        const earlier = first.get(key);
        first.set(key, earlier ?? { code, place });
        if (!earlier || readers[field](earlier.code) === readers[field](code)) return [];
        const note = `The artist ${name} has the ${field} ${earlier.code} in ${earlier.place}, and ${code} here. At most one of them is imported.`;
        return [{ note, place }];
      }),
    ),
  );
}
