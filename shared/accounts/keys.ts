/** How users and organizations are kept, and the rows beside them. */
import { type Key, type KeyRow, WHOLE } from '../kit/table/keys.ts';

export const accountKeyRows = {
  users: { unique: { email: 'platform' } },
  'white-labels': {},
} as const satisfies Record<string, KeyRow>;

/** What every request of a user needs in one call, and so every function writes: sessions, role, capabilities, rate window. */
export const accessKey = (userId: string): Key => ({ pk: `access#${userId}`, sk: WHOLE });

/** The password's hash: written by the functions that set passwords only. */
export const credentialsKey = (userId: string): Key => ({ pk: `credentials#${userId}`, sk: WHOLE });

/** One minute of sign-ins by one address, or by one pair of e-mail and address. */
export const signInWindowKey = (who: string, minute: number): Key => ({
  pk: `sign-ins#${who}`,
  sk: String(minute),
});
