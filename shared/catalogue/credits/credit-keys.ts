/** The keys of the extended credits of tracks. */
import { type Key, recordKey, WHOLE } from '../../kit/table/keys.ts';

/** All credits of a track in one row, so that they change together. */
export const creditListKey = (trackId: string): Key => ({ pk: `credit-list#${trackId}`, sk: WHOLE });

/** Written whenever the credits of a track begin to name an artist, or lose a reference: see shared/catalogue/credits/references.ts. */
export const creditGuardKey = (trackId: string): Key => ({ pk: creditListKey(trackId).pk, sk: 'guard' });

/** The track whose credits have the ids of a block (shared/catalogue/credits/credit-ids.ts). */
export const creditBlockKey = (block: string): Key => ({ pk: `credit-block#${block}`, sk: WHOLE });

/** Beside an artist: the credits of a track name it, or did. */
export const creditedOnKey = (artistId: string, trackId: string): Key => ({
  pk: recordKey('artists', artistId).pk,
  sk: `credited-on#${trackId}`,
});

/** All tracks whose credits name an artist, or did. */
export const creditedOn = (artistId: string) => ({
  partition: creditedOnKey(artistId, '').pk,
  prefix: creditedOnKey(artistId, '').sk,
});
