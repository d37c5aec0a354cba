/** Keys of users, organizations and the rows beside them. */
import { type Key, type KeyRow, WHOLE } from '../kit/table/keys.ts';

/** The list of organizations whose users can change nothing. */
export const READ_ONLY = 'read-only';

export const accountKeyRows = {
  users: { journaled: true, unique: { email: 'platform' } },
  'white-labels': {
    listed: {
      lists: ['all', READ_ONLY],
      listOf: ({ 'read-only-since': since }) => (typeof since === 'string' ? READ_ONLY : 'all'),
    },
  },
} as const satisfies Record<string, KeyRow>;

/** Sessions, role, capabilities and rate window, which every request reads and writes in one call. */
export const accessKey = (userId: string): Key => ({ pk: `access#${userId}`, sk: WHOLE });

/** The work that erases a user or an organization. @param subject its type and id, as `<type>#<id>`. */
export const erasureWorkKey = (subject: string): Key => ({ pk: `erasures#${subject}`, sk: 'work' });

/** The hash of the password, and the time of its last change. Only functions that set passwords write it. */
export const credentialsKey = (userId: string): Key => ({ pk: `credentials#${userId}`, sk: WHOLE });

/** The sign-ins of one minute, counted by address or by pair of e-mail and address. */
export const signInWindowKey = (who: string, minute: number): Key => ({
  pk: `sign-ins#${who}`,
  sk: String(minute),
});
