/** The keys of the extended credits of tracks. */
import { type Key, recordKey, WHOLE } from '../../kit/table/keys.ts';

/** All credits of a track are in one row, so that they change together. */
export const creditListKey = (trackId: string): Key => ({ pk: `credit-list#${trackId}`, sk: WHOLE });

/** Written whenever the credits of a track name another artist or lose a reference (see references.ts). */
export const creditGuardKey = (trackId: string): Key => ({ pk: creditListKey(trackId).pk, sk: 'guard' });

/** Leads from a block of ids to its track (shared/catalogue/credits/credit-ids.ts). */
export const creditBlockKey = (block: string): Key => ({ pk: `credit-block#${block}`, sk: WHOLE });

/** Stored beside an artist whom the credits of a track name or have named. */
export const creditedOnKey = (artistId: string, trackId: string): Key => ({
  pk: recordKey('artists', artistId).pk,
  sk: `credited-on#${trackId}`,
});

/** All tracks whose credits name or have named an artist. */
export const creditedOn = (artistId: string) => ({
  partition: creditedOnKey(artistId, '').pk,
  prefix: creditedOnKey(artistId, '').sk,
});
