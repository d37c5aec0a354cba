/** Problems of users and of signing in. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const accountProblems = problemTable({
  organization_read_only: {
    status: 403,
    title: 'Organization is read-only',
    when: 'The organization is being moved to another address. Until the move ends, nothing can be changed. Try again later.',
  },
  rank_not_below: {
    status: 403,
    title: 'Insufficient rank',
    when: 'The user to be changed does not rank below the caller.',
  },
  dsp_not_assigned: {
    title: 'DSP not assigned to you',
    when: 'A user is given a DSP that is not assigned to the caller.',
  },
  invalid_credentials: {
    title: 'Invalid credentials',
    when: 'The e-mail address or the password is wrong.',
    omitsCode: true,
  },
  wrong_password: {
    title: 'Wrong password',
    when: 'The current password is wrong.',
  },
  account_disabled: {
    title: 'Account disabled',
    when: 'The user is disabled.',
  },
  user_erased: {
    status: 409,
    title: 'User erased',
    when: 'The personal data of the user was erased, so the user can no longer be changed. Create another user instead.',
  },
  organization_erased: {
    status: 409,
    title: 'Organization is being erased',
    when: 'The organization is being erased, so commands can no longer change it.',
  },
  organization_in_distribution: {
    status: 409,
    title: 'Organization in distribution',
    when: 'The organization cannot be erased because stores have, or are getting, its releases.',
  },
  organization_not_exported: {
    status: 409,
    title: 'Organization not exported',
    when: 'The organization cannot be erased before it is exported, unless an argument states that this is intended.',
  },
  organization_balance: {
    status: 409,
    title: 'Balance owed',
    when: 'The organization cannot be erased while the stage owes it money, unless an argument states that this is intended.',
  },
  last_administrator: {
    status: 409,
    title: 'Last administrator',
    when: 'Without this user, no administrator of its organization could sign in.',
  },
});
