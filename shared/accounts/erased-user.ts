/** What is left of a user whose personal data was erased, and who can be erased. */
import type { Fields } from '../kit/declare/fields.ts';
import { problem } from '../kit/values/problems.ts';
import type { User, users } from './api/users.ts';

type UserFields = Fields<typeof users>;

interface Erasing {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
}

const STAYS = 'stays';

type Erased<N extends keyof UserFields> = typeof STAYS | ((erasing: Erasing) => UserFields[N]);

/** Every field says whether it is personal. What stays says what the account could do, and when it was made. */
const fieldsAfter: { readonly [N in keyof UserFields]: Erased<N> } = {
  name: () => 'Erased',
  email: ({ id }) => erasedEmail(id),
  lastname: () => null,
  phone: () => null,
  'provided-by': () => null,
  'is-disabled': () => true,
  'erased-at': ({ at }) => at,
  role: STAYS,
  'fingerprint-dsp-allowed': STAYS,
  'streaming-dsp-allowed': STAYS,
  'created-at': STAYS,
  'updated-at': STAYS,
  'parent-user': STAYS,
  dsps: STAYS,
};

/** The domain is reserved, so that no message can be sent there. */
const erasedEmail = (id: string): string => `erased-${id}@erased.invalid`;

/** @returns the fields that change. */
export function erasedFields(erasing: Erasing): Partial<UserFields> {
  const entries = Object.entries(fieldsAfter).flatMap(([name, after]) =>
    typeof after === 'function' ? [[name, after(erasing)]] : [],
  );
  return Object.fromEntries(entries);
}

export const isErased = ({ fields }: Pick<User, 'fields'>): boolean => fields['erased-at'] !== null;

/** @throws user_erased */
export function requireUnerased(user: Pick<User, 'id' | 'fields'>): void {
  if (isErased(user)) throw problem('user_erased', `The personal data of user ${user.id} was erased.`);
}

export const isEnabledAdmin = ({ fields }: Pick<User, 'fields'>): boolean =>
  fields.role === 'admin' && !fields['is-disabled'];

/**
 * @param other an enabled administrator of the same organization, if there is one.
 * @throws last_administrator
 */
export function requireAnotherAdmin(user: User, other: User | undefined): void {
  if (!isEnabledAdmin(user) || other) return;
  throw problem(
    'last_administrator',
    `User ${user.id} is the last administrator of organization ${user.ownerId} who can sign in. Add another with add-admin first.`,
  );
}
