/** The source of track-credits: finds them in the rows of their tracks. */
import type { Stored, StoredRecord } from '../api/define/fields.ts';
import type { RecordSource } from '../api/define/record-source.ts';
import type { Viewing } from '../api/define/view.ts';
import { trackCredits } from '../api/track-credits.ts';
import { readLargeRows, withinReach } from '../records/large-rows.ts';
import { creditBlockKey, creditedOn, creditListKey } from '../table/credit-keys.ts';
import { blockOf } from '../table/ids.ts';
import type { Item } from '../table/item.ts';
import { ownerKey } from '../table/keys.ts';
import type { KeptCredit } from './credit-ids.ts';
import { type CreditList, creditListOf, trackIdOf } from './credit-list.ts';

/** Of the row of 200 credits with the longest names. */
const MOST_UNITS = 60;

type TrackCredit = Stored<typeof trackCredits>;

export const creditSource: RecordSource = {
  async find(ids, { table }) {
    const wanted = new Set(ids.map(Number));
    const blocks = [...new Set(ids.map((id) => blockOf(Number(id))))];
    const places = await table.getMany(
      blocks.map((block) => creditBlockKey(String(block))),
      true,
    );
    const credits = await creditsOfTracks(
      places.map(({ track }) => String(track)),
      { table },
    );
    return credits.filter(({ id }) => wanted.has(Number(id)));
  },

  async owned(ownerId, { table }) {
    const partition = ownerKey(ownerId, trackCredits.type);
    const rows = await table.query({ index: 'by-owner', partition, between: withinReach(table) });
    return rows.flatMap((row) => recordsIn(row, ownerId)).toSorted(byId);
  },

  async linking(ownerId, { relationship, ids }, viewing) {
    const tracks = relationship === 'track' ? ids : await tracksReferring(ids, viewing);
    const credits = await creditsOfTracks(tracks, viewing);
    // The rows of the tracks decide: an artist can have references that are no longer needed, and be somebody else's.
    return credits.filter(
      (credit) =>
        credit.ownerId === ownerId &&
        ids.includes(String(relationship === 'track' ? credit.fields.track : credit.fields.artist)),
    );
  },
};

/** @returns the credits of all of the tracks, as last written and oldest first. */
async function creditsOfTracks(
  trackIds: readonly string[],
  { table }: Pick<Viewing, 'table'>,
): Promise<TrackCredit[]> {
  const rows = await readLargeRows(table, [...new Set(trackIds)].map(creditListKey), MOST_UNITS);
  return rows.flatMap((row) => recordsIn(row, String(row['owner']))).toSorted(byId);
}

async function tracksReferring(artistIds: readonly string[], { table }: Viewing): Promise<string[]> {
  const tracks = artistIds.map(async (id) => {
    const { partition, prefix } = creditedOn(id);
    const rows = await table.query({ partition, prefix });
    return rows.map(({ sk }) => String(sk).slice(prefix.length));
  });
  return (await Promise.all(tracks)).flat();
}

const byId = (left: StoredRecord, right: StoredRecord): number => Number(left.id) - Number(right.id);

function recordsIn(row: Item, ownerId: string): TrackCredit[] {
  const list = creditListOf(row, { trackId: trackIdOf(row), ownerId });
  return list.credits.map((credit) => recordOf(list, credit));
}

function recordOf(
  { trackId, ownerId, changes }: CreditList,
  { id, role, name, position, 'artist-id': artistId }: KeptCredit,
): TrackCredit {
  const artist = artistId === null ? null : String(artistId);
  const fields = { role, name, position, 'artist-id': artistId, track: trackId, artist };
  return { type: trackCredits.type, id: String(id), ownerId, version: changes, fields };
}
