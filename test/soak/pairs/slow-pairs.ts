/** Pairs of which one takes long, or is a command of an operator. */
import type { Pair, Step } from './pair.ts';
import { deleteAlbum, deleteFirst, newTrack, request } from './requests.ts';

const reject: Step = ({ request: id }) => ({ line: ['reject-request', id, '--reason', 'No.'] });
const approve: Step = ({ request: id }) => ({ line: ['approve-request', id] });
const requeue: Step = ({ request: id }) => ({ line: ['requeue-request', id] });
const importReport: Step = ({ report, name }) => ({ line: ['import-usage', report, '--as', `${name}.csv`] });
const importAgain: Step = ({ report, name }) => ({ line: ['import-usage', report, '--as', `${name}-2.csv`] });
const signIn: Step = ({ login }) => ({
  method: 'POST',
  path: '/oauth/token',
  body: { ...login, grant_type: 'password' },
});
const resetPassword: Step = ({ login: { email, password } }) => ({
  line: ['reset-password', email],
  environment: { OPERATE_PASSWORD: password },
});

const pair = (name: string, steps: Pair['steps'], release: Pair['release'] = {}): Pair => ({
  ...{ name, steps, release },
  mostDelayMs: 200,
});

export const slowPairs: readonly Pair[] = [
  pair('a request and the deletion of a track with 40 artists', [request, deleteFirst], { artists: 39 }),
  pair('a new track and the deletion of an album with 40 artists', [newTrack, deleteAlbum], {
    albumArtists: 39,
    tracks: 0,
  }),
  pair('an approval that gives codes to 50 tracks and a rejection', [approve, reject], {
    tracks: 50,
    isRequested: true,
  }),
  pair('a sign-in and a reset of the password', [signIn, resetPassword]),
  pair('one report twice', [importReport, importReport], { hasReport: true }),
  pair('one report under two names', [importReport, importAgain], { hasReport: true }),
  pair('a request that is queued again twice', [requeue, requeue], { isRequested: true, isRejected: true }),
];
