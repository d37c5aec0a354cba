/** The artists of albums and tracks with their names, as exports and stores get them. */
import type { Stored } from '../kit/declare/fields.ts';
import { findRecords, type Store } from '../kit/records/store.ts';
import { artists } from './api/artists.ts';
import type { albumArtists, trackArtists } from './api/credited-artists.ts';

export type CreditedArtist = Stored<typeof albumArtists> | Stored<typeof trackArtists>;

/** By the id of the artist. */
export type ArtistNames = ReadonlyMap<string, string>;

export async function artistNames(store: Pick<Store, 'table'>, ids: Iterable<string>): Promise<ArtistNames> {
  const records = await findRecords(store, artists, ids);
  return new Map(records.map(({ id, fields }) => [id, fields.name]));
}

/** Omits artists who were removed and deleted after `credited` was read. */
export const namedArtists = (credited: readonly CreditedArtist[], names: ArtistNames) =>
  credited.flatMap(({ fields }) => {
    const name = names.get(fields.artist);
    return name === undefined ? [] : [{ name, role: fields['artist-role'], order: fields.order }];
  });
