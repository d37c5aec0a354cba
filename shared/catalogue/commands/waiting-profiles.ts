/** Artist profiles that a DSP creates, and whose id an operator enters then. */
import type { WaitingList } from '../../kit/commands/waiting.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import { findRecords, type Store } from '../../kit/records/store.ts';
import { artistDspAvailabilities } from '../api/artist-dsp-availabilities.ts';
import { artists } from '../api/artists.ts';
import { profileListOf } from '../rules/artist-availability.ts';

/** @returns newest first. */
export async function waitingProfiles(store: Store, limit: number): Promise<WaitingList> {
  const partitions = listPartitions(store, artistDspAvailabilities);
  const page = await newestPage(store, artistDspAvailabilities, { partitions, limit, after: undefined });
  // The index can be behind the records.
  const profiles = page.records.filter(({ fields }) => profileListOf(fields) !== undefined);
  const ids = profiles.flatMap(({ fields }) => fields.artist ?? []);
  const named = await findRecords(store, artists, ids);
  const names = new Map<string | null, string>(named.map((artist) => [artist.id, artist.fields.name]));
  const items = profiles.map(({ id, fields }) => ({
    what: 'new artist profile',
    id,
    since: fields['created-at'],
    about: `"${names.get(fields.artist) ?? ''}" on DSP ${fields.dsp}`,
    resolve: `when the DSP has created it, set-availability ${id} --external-id ID --external-url URL`,
  }));
  return { items, isWhole: page.after === null };
}
