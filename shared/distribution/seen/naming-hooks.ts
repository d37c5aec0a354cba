/** Hooks that note new names of artists and labels, and new codes of artists, which stores get with releases. */
import { artists } from '../../catalogue/api/artists.ts';
import { labels } from '../../catalogue/api/labels.ts';
import { type Draft, hooksOf, type WriteDecision } from '../../kit/crud/write/hooks.ts';
import { renamed } from './note-rename.ts';

type Named = Draft<typeof artists> | Draft<typeof labels>;

const naming = (
  type: string,
  { id, ownerId, before, caller, now }: Named,
  { name: to, codes = [] }: { readonly name: string | undefined; readonly codes?: readonly string[] },
) => {
  const from = before?.fields.name;
  if (from === undefined || ((to ?? from) === from && codes.length === 0)) return undefined;
  const change = { type, id, from, to: to ?? from, codes };
  return { writes: renamed(ownerId, change, { caller, now }) } satisfies WriteDecision<typeof artists>;
};

const codesOf = ({ before, valid }: Draft<typeof artists>): string[] =>
  (['isni', 'ipi'] as const).filter((code) => {
    const value = valid(code);
    return value !== undefined && value !== before?.fields[code];
  });

export const artistNoting = hooksOf(artists, {
  decide: [(draft) => naming(artists.type, draft, { name: draft.valid('name'), codes: codesOf(draft) })],
});

export const labelNoting = hooksOf(labels, {
  decide: [(draft) => naming(labels.type, draft, { name: draft.valid('name') })],
});
