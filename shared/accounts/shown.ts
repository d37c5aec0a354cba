/** Shows only the effective DSPs of a user. */
import type { Feature } from '../kit/crud/feature.ts';
import { viewOf } from '../kit/declare/view.ts';
import { allowedDsps } from './allowed-dsps.ts';
import { users } from './api/users.ts';
import { accountsDeclared } from './declared.ts';

const usersView = viewOf(users, {
  effectiveIds: (relationship, fields) => (relationship === 'dsps' ? allowedDsps({ fields }) : undefined),
});

export const accountsShown: Feature = { ...accountsDeclared, views: { users: usersView } };
