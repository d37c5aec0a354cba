/** The extended credits of a track, which replace the current ones (shared/catalogue/credits). */

import { type Context, ownerOf } from '../../kit/crud/context.ts';
import { loadMany } from '../../kit/crud/read/load.ts';
import type { DecidingContext, Sent } from '../../kit/crud/write/hooks.ts';
import { unheld } from '../../kit/records/deciding.ts';
import { findRecord } from '../../kit/records/store.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import { creditRoleData } from '../../reference/data/credit-roles.ts';
import { artists } from '../api/artists.ts';
import { tracks } from '../api/tracks.ts';
import { changeCredits, creditsOf, noCredits, withReferences } from '../credits/change-credits.ts';
import { artistsNamed, shownCredit, sizeOfCredits } from '../credits/credit-ids.ts';
import { artistIdsIn, preparedCredits } from '../rules/credits.ts';
import type { LoadedCredits, TrackRule } from './track-rule.ts';

/** @returns undefined if no credits were sent. */
export async function loadCredits(
  sent: Sent<typeof tracks>,
  deciding: DecidingContext,
): Promise<LoadedCredits | undefined> {
  const context = unheld(deciding, 'The writes of credits check their list, its guard and the references.');
  const credits = sent.isSent('extended-credits') ? await sent.valid('extended-credits') : undefined;
  if (credits === undefined) return undefined;
  const track = { parentId: sent.id, ownerId: sent.ownerId };
  const state = sent.isNew ? noCredits(track, context.now) : await creditsOf(context, track);
  // Artists already named by the track belong to the owner and cannot be deleted concurrently.
  const named = artistsNamed(state.list.items);
  const others = artistIdsIn(credits).filter((artist) => !named.has(artist));
  const [own, whole] = await Promise.all([
    ownedArtists(others, context),
    sent.isNew ? state : withReferences(context.table, state, others),
  ]);
  return { state: whole, artists: new Set([...named, ...own]) };
}

async function ownedArtists(ids: readonly number[], context: Context): Promise<number[]> {
  const records = ids.length > 0 ? await loadMany(context, artists, ids.map(String), true) : new Map();
  const ownerId = ownerOf(context, artists);
  return ids.filter((artist) => records.get(String(artist))?.ownerId === ownerId);
}

/** A place is up to three rows of the transaction that saves or deletes the track. */
const MANY_PLACES = 10;
/** For credits, beside the rows of twenty places and twenty direct artists. */
const BUDGET_BESIDE_MANY = 5;

/** @returns how many rows credits may take beside the places that are written with them. */
export const budgetBeside = (places: number): { readonly budget?: number } =>
  places > MANY_PLACES ? { budget: BUDGET_BESIDE_MANY } : {};

/** Rejects every invalid item. */
export const credits: TrackRule = (draft, { credits: loaded, releases }) => {
  if (!loaded) return undefined;
  const { state } = loaded;
  const sent = draft.valid('extended-credits');
  const listed = creditRoleData.rows().filter((role) => role['is-listed']);
  const prepared = preparedCredits({
    sent,
    before: state.list.items,
    artists: loaded.artists,
    listedRoles: new Set(listed.map(({ key }) => key)),
    artistRoles: new Set(artistRoleData.rows().map(({ key }) => key)),
  });
  if ('problems' in prepared) return prepared;
  if (!draft.isValid) return undefined;
  const { writes, steps } = changeCredits(state, {
    credits: prepared.credits,
    now: draft.now,
    ...budgetBeside(releases.all.length),
  });
  const shown = prepared.credits.map(shownCredit);
  return {
    fields: {
      'extended-credits': shown,
      'credits-count': shown.length,
      'credits-size': sizeOfCredits(shown),
    },
    writes,
    around: {
      before: steps.before,
      // The next attempt needs the references again, unless the track was deleted. A creation takes another id.
      async after(ending, context) {
        const isRepeated =
          ending === 'again' && draft.before && (await findRecord(context, tracks, draft.id));
        if (!isRepeated) await steps.after(context, ending === 'saved');
      },
    },
  };
};
