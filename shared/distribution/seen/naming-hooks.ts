/** Hooks that note new names of artists and labels, which releases show. */
import { artists } from '../../catalogue/api/artists.ts';
import { labels } from '../../catalogue/api/labels.ts';
import { type Draft, hooksOf, type WriteDecision } from '../../kit/crud/write/hooks.ts';
import { renamed } from './note-rename.ts';

type Named = Draft<typeof artists> | Draft<typeof labels>;

const newName = (type: string, { id, ownerId, before, caller, now }: Named, to: string | undefined) => {
  const from = before?.fields.name;
  if (from === undefined || to === undefined || from === to) return undefined;
  return { writes: renamed(ownerId, { type, id, from, to }, { caller, now }) } satisfies WriteDecision<
    typeof artists
  >;
};

export const artistNoting = hooksOf(artists, {
  decide: [(draft) => newName(artists.type, draft, draft.valid('name'))],
});

export const labelNoting = hooksOf(labels, {
  decide: [(draft) => newName(labels.type, draft, draft.valid('name'))],
});
