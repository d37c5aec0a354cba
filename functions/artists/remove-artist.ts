/** An artist takes its profiles with it: exactly those that stand when it goes, and none that come at that moment. */
import { artistDspAvailabilities } from '../../shared/api/artist-dsp-availabilities.ts';
import type { Context } from '../../shared/crud/context.ts';
import { profileDsps } from '../../shared/domain/artist-availability.ts';
import { problem } from '../../shared/domain/problems.ts';
import { present, type Write } from '../../shared/table/commit.ts';
import { freeGuard, guardOf, holderOf, unheld } from '../../shared/table/guards.ts';
import { recordKey } from '../../shared/table/keys.ts';
import type { StoredRecord } from '../../shared/table/records.ts';

const { type } = artistDspAvailabilities;

export async function removeArtist(
  { id, ownerId, fields }: StoredRecord,
  { table }: Context,
): Promise<readonly Write[]> {
  if (Number(fields['album-count'] ?? 0) > 0) {
    throw problem('artist_has_albums', 'Albums name this artist: take it off them first.');
  }
  const guards = profileDsps.map((dsp) =>
    guardOf(type, { scope: ownerId, field: 'artist+dsp', value: `${id}+${dsp}` }),
  );
  const rows = await table.getMany(guards, true);
  return guards.flatMap((guard): Write[] => {
    const holder = holderOf(rows.find(({ pk }) => pk === guard.pk));
    if (holder === undefined) return [{ check: guard, condition: unheld }];
    return [{ delete: recordKey(type, holder), condition: present }, freeGuard(guard, holder)];
  });
}
