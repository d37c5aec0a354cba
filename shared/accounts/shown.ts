/** What is hidden of users, or added, when they are shown, and where those without rows are found. */
import type { Feature } from '../kit/crud/feature.ts';
import { usersView } from './views/users.ts';

export const accountsShown: Feature = { views: { users: usersView } };
