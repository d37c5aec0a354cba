/** What is remembered of earlier attempts to read the file of a track, until one succeeds. */
import type { NotRead } from '../../audio/heard.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import { commitHeld } from '../../kit/work/lease.ts';
import { trackSoundKey } from '../keys.ts';
import type { AudioAnalysis } from './analysis-work.ts';
import type { AudioSource } from './audio-source.ts';

export interface EarlierAttempts {
  /** How many ended with the function, for example because it had no memory left. */
  readonly interrupted: number;
  /** Whether the server was slow in one of them. */
  readonly isSlow: boolean;
}

/** After this many, the file is given up. Not fewer, because functions also die for other reasons, such as a stage that is killed. */
const MAX_INTERRUPTED = 5;

export const attemptsKey = (trackId: string): Key => trackSoundKey(trackId, 'attempts');

type HeldWork = Pick<Attempt<AudioAnalysis>, 'table' | 'held' | 'claimed'>;

export async function earlierAttempts(
  { table, claimed }: HeldWork,
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
  { table, held, claimed }: HeldWork,
  { url, md5 }: AudioSource,
  { interrupted: count, isSlow }: EarlierAttempts,
): Promise<void> {
  const row = { ...attemptsKey(claimed.trackId), url, md5, count, ...(isSlow && { isSlow }) };
  await commitHeld(table, [{ put: row }], held);
}

/** @throws Overtaken */
export const forgetAttempts = ({ table, held, claimed }: HeldWork): Promise<void> =>
  commitHeld(table, [{ delete: attemptsKey(claimed.trackId) }], held);

/** @returns undefined if the file is worth another attempt, or why it was given up. @throws Overtaken */
export async function giveUpAfterMany(
  work: HeldWork,
  { interrupted, isSlow }: EarlierAttempts,
): Promise<NotRead | undefined> {
  if (interrupted < MAX_INTERRUPTED) return undefined;
  await forgetAttempts(work);
  const error = isSlow ? 'The server sends the file too slowly.' : 'The file could not be decoded.';
  return { is: 'invalid', error };
}

/** Takes a place for slow servers once `begin` is called. Without a place, `ending` ends the listening. */
export function slowServer(
  attempt: Attempt<AudioAnalysis>,
  source: AudioSource,
  { interrupted }: EarlierAttempts,
) {
  const ending = new AbortController();
  let taking: Promise<void> | undefined;
  const take = async (): Promise<void> => {
    // Without a place, the attempt ends here, and not with the function.
    const remember = (count: number) =>
      rememberAttempts(attempt, source, { interrupted: count, isSlow: true });
    try {
      await attempt.lease.takeSlowSlot();
    } catch (error) {
      await remember(interrupted);
      throw error;
    }
    await remember(interrupted + 1);
  };
  return {
    ending: ending.signal,
    /** Call it once. */
    begin: (): void => {
      taking = take();
      taking.catch(() => ending.abort());
    },
    /** @throws NoSlot, which postpones the attempt, Overtaken, and faults of the service. */
    settle: async (): Promise<void> => taking,
  };
}
