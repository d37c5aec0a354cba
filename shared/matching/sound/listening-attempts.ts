/** What is remembered of earlier attempts to read the file of a track, until one succeeds. */
import type { NotRead } from '../../audio/heard.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import { commitHeld } from '../commit-held.ts';
import { trackSoundKey } from '../keys.ts';
import type { AudioAnalysis } from './analysis-work.ts';
import type { AudioSource } from './audio-source.ts';

export interface EarlierAttempts {
  /** How many ended with the function, for example because it had no memory left. */
  readonly interrupted: number;
  /** Whether the server was slow in one of them. */
  readonly isSlow: boolean;
}

/** With more of them, the file is given up. */
const MAX_INTERRUPTED = 3;

export const attemptsKey = (trackId: string): Key => trackSoundKey(trackId, 'attempts');

type Held = Pick<Attempt<AudioAnalysis>, 'table' | 'held' | 'claimed'>;

export async function earlierAttempts(
  { table, claimed }: Held,
  { url, md5 }: AudioSource,
): Promise<EarlierAttempts> {
  const row = await table.get(attemptsKey(claimed.trackId));
  const isSameFile = row?.['url'] === url && row['md5'] === md5;
  return isSameFile
    ? { interrupted: Number(row['count']), isSlow: row['isSlow'] === true }
    : { interrupted: 0, isSlow: false };
}

/** @throws Overtaken */
export async function rememberAttempts(
  { table, held, claimed }: Held,
  { url, md5 }: AudioSource,
  { interrupted: count, isSlow }: EarlierAttempts,
): Promise<void> {
  const row = { ...attemptsKey(claimed.trackId), url, md5, count, ...(isSlow && { isSlow }) };
  await commitHeld(table, [{ put: row }], held);
}

/** @throws Overtaken */
export const forgetAttempts = ({ table, held, claimed }: Held): Promise<void> =>
  commitHeld(table, [{ delete: attemptsKey(claimed.trackId) }], held);

/** @returns undefined if the file is worth another attempt. @throws Overtaken */
export async function givenUp(
  held: Held,
  { interrupted, isSlow }: EarlierAttempts,
): Promise<NotRead | undefined> {
  if (interrupted < MAX_INTERRUPTED) return undefined;
  await forgetAttempts(held);
  const error = isSlow ? 'The server sends the file too slowly.' : 'The file could not be decoded.';
  return { is: 'invalid', error };
}
