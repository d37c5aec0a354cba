/** Shows only the effective DSPs of a user. */
import { viewOf } from '../../kit/declare/view.ts';
import { allowedDsps } from '../allowed-dsps.ts';
import { users } from '../api/users.ts';

export const usersView = viewOf(users, {
  effectiveIds: (relationship, fields) => (relationship === 'dsps' ? allowedDsps({ fields }) : undefined),
});
