/** What can be wrong with users and their sign-in. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const accountProblems = problemTable({
  rank_not_below: {
    status: 403,
    title: 'Insufficient rank',
    when: 'The role of the user to be changed does not rank below that of the caller.',
  },
  dsp_not_assigned: {
    title: 'DSP not assigned to you',
    when: 'A DSP is given to a user that its creator does not have.',
  },
  invalid_credentials: {
    title: 'Invalid credentials',
    when: 'The e-mail address or the password is wrong.',
    omitsCode: true,
  },
  account_disabled: {
    title: 'Account disabled',
    when: 'The user is disabled.',
  },
});
