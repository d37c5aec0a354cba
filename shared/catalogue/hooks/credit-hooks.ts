/** Extended credits for the hooks of tracks. They are stored in separate rows (shared/catalogue/credits). */
import { type Context, ownerOf } from '../../kit/crud/context.ts';
import { loadMany } from '../../kit/crud/read/load.ts';
import type { Draft, Removal } from '../../kit/crud/write/hooks.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import { creditRoleData } from '../../reference/data/credit-roles.ts';
import { artists } from '../api/artists.ts';
import type { Track, tracks } from '../api/tracks.ts';
import { changeCredits, creditsOf, noCredits } from '../credits/change-credits.ts';
import { artistsNamed, shownCredit } from '../credits/credit-ids.ts';
import { sizeOfCredits } from '../credits/size-of-credits.ts';
import { artistIdsIn, type Credit, preparedCredits } from '../rules/credits.ts';

/** Replaces the credits of the track if new ones were sent. Rejects the draft for every invalid item. */
export async function prepareCredits(draft: Draft<typeof tracks>, context: Context): Promise<void> {
  const sent = draft.isSent('extended-credits') ? draft.valid('extended-credits') : undefined;
  if (sent === undefined) return;
  const track = { parentId: draft.id, ownerId: draft.ownerId };
  const state = draft.before ? await creditsOf(context.table, track) : noCredits(track);
  const before = state.list.items;
  const prepared = preparedCredits({ sent, before, ...(await knownFor(sent, before, context)) });
  if ('problems' in prepared) draft.reject(...prepared.problems);
  if ('problems' in prepared || !draft.isValid) return;
  const { credits } = prepared;
  const { writes, steps } = await changeCredits(context, state, { credits });
  const shown = credits.map(shownCredit);
  draft.set({
    'extended-credits': shown,
    'credits-count': shown.length,
    'credits-size': sizeOfCredits(shown),
  });
  draft.write(...writes);
  draft.around({
    before: steps.before,
    // The next attempt on the same track needs the references again, but a creation takes another id.
    after: async (ending) => {
      if (ending !== 'again' || !draft.before) await steps.after(ending === 'saved');
    },
  });
}

/** The credits of a track are deleted with it. */
export async function removeCredits({ id, ownerId, fields }: Track, context: Context): Promise<Removal> {
  if (fields['credits-count'] === 0) return {};
  const state = await creditsOf(context.table, { parentId: id, ownerId });
  const { writes, steps } = await changeCredits(context, state, { credits: [], isLast: true });
  return { writes, steps: { after: (ending) => steps.after(ending === 'saved') } };
}

async function knownFor(sent: unknown, before: readonly Credit[], context: Context) {
  // Artists already named by the track belong to the owner and cannot be deleted concurrently.
  const named = artistsNamed(before);
  const others = artistIdsIn(sent).filter((artist) => !named.has(artist));
  const found = others.length > 0 ? await loadMany(context, artists, others.map(String), true) : new Map();
  const ownerId = ownerOf(context, artists);
  const own = others.filter((artist) => found.get(String(artist))?.ownerId === ownerId);
  const listed = creditRoleData.rows().filter((role) => role['is-listed']);
  return {
    artists: new Set([...named, ...own]),
    listedRoles: new Set(listed.map(({ key }) => key)),
    artistRoles: new Set(artistRoleData.rows().map(({ key }) => key)),
  };
}
