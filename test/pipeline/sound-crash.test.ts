/** A function that is killed after any step, called twice or overtaken leaves one analysis and one index. */
import { afterEach, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { call } from '../support/calls.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { listen } from '../support/log.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { saveStage } from './saved-stage.ts';
import {
  analysisDue,
  audioOf,
  files,
  heardRows,
  indexingDue,
  matchesOf,
  patch,
  recording,
  released,
  repeated,
  requested,
  rowsAbout,
  type Song,
  startFromSong,
  useSound,
  wave,
} from './sound.ts';
import { dieAfter, revive } from './steps.ts';
import { meetFate, pass, queue, redeliver, run, settle, sweep } from './work-stage.ts';

useSound();
const file = wave(repeated(2));
/** With the same sound as a released track. */
let song: Song;
const putBack = startFromSong(file, (made) => {
  song = made;
});
afterEach(() => void revive());

/** Kills the function after each step of work whose message is in the queue. @returns the number of steps. */
async function expectSameRows(): Promise<number> {
  const begin = await saveStage({ queues: queue() });
  let undisturbed: Item[] | undefined;
  let isLost = false;
  return killedAfterEveryStep({
    begin,
    run: settle,
    async end(about) {
      // Every other message is lost instead of redelivered.
      await meetFate(isLost);
      isLost = !isLost;
      await run(3);
      const rows = await heardRows();
      undisturbed ??= rows;
      expect(rows, about).toEqual(undisturbed);
      expect(faultsOf(definitions, await allRows()), about).toEqual([]);
      await expectHeard(about);
    },
  });
}

const expectHeard = async (about = '') =>
  expect([(await audioOf(song))?.status, (await matchesOf(song)).length], about).toEqual(['completed', 1]);

describe('a function killed after any step with its message redelivered or lost', () => {
  // Claim, place, count of attempts; old analysis, five fingerprints, new analysis; matches, outcome, place left.
  it('leaves a song with the same analysis', async () => {
    await analysisDue(song);
    expect(await expectSameRows()).toBe(13);
  });

  // Claim, list, entries, the growth of the index, list, end.
  it.each([{ isReleased: true }, { isReleased: false }])(
    'leaves the index with the same entries: %j',
    async ({ isReleased }) => {
      await requested(song);
      if (!isReleased) await released(song);
      await indexingDue(song, isReleased);
      expect(await expectSameRows()).toBe(isReleased ? 6 : 5);
    },
  );
});

it('two concurrent copies of each message make one analysis and one index', async () => {
  files().taken(song.path);
  const { lines, stop } = listen();
  await analysisDue(song);
  await settle(2);
  await indexingDue(song, true);
  await settle(2);
  stop();
  await expectHeard();
  expect(files().taken(song.path)).toHaveLength(2);
  const of = (name: string) => lines.filter(({ event }) => event === name);
  expect([of('audio.analyzed').length, of('sound.indexed').length]).toEqual([1, 1]);
});

it('a song requested again while its file is read is read once', async () => {
  files().taken(song.path);
  let isFirst = true;
  const instead = async () => {
    if (isFirst) {
      isFirst = false;
      await analysisDue(song);
    }
    return false;
  };
  files().put(song.path, { bytes: file, instead });
  await analysisDue(song);
  await run(3);
  await expectHeard();
  expect(files().taken(song.path)).toHaveLength(2);
  files().put(song.path, { bytes: file });
});

it('a function overtaken while reading records nothing', async () => {
  await requested(song);
  const undisturbed = await heardRows();
  await putBack();
  let isFirst = true;
  const instead = async () => {
    if (isFirst) {
      isFirst = false;
      pass(CLAIM_SECONDS + 1);
      await sweep();
      await settle();
    }
    return false;
  };
  files().put(song.path, { bytes: file, instead });
  await analysisDue(song);
  const { lines, stop } = listen();
  await settle();
  stop();
  await run(2);
  await expectHeard();
  expect(lines.filter(({ outcome }) => outcome === 'overtaken')).toHaveLength(1);
  expect(await heardRows()).toEqual(undisturbed);
  files().put(song.path, { bytes: file });
});

describe('a file that kills the function', () => {
  /** Kills it while it reads, after it has counted the attempt. */
  async function killReading(times: number): Promise<void> {
    await analysisDue(song);
    for (let time = 0; time < times; time++) {
      dieAfter(3);
      await settle();
      expect(revive()).toBe(true);
      pass(CLAIM_SECONDS);
      redeliver();
    }
  }

  it('is abandoned after five crashes, until it is requested again', async () => {
    await killReading(5);
    await run(2);
    expect(await audioOf(song)).toMatchObject({ status: 'failed', error: 'The file could not be decoded.' });
    expect(await rowsAbout(song)).toEqual([]);
    await requested(song);
    await expectHeard();
  });

  it('is analyzed after only four crashes, as of a killed stage', async () => {
    await killReading(4);
    await run(2);
    await expectHeard();
  });

  it('leaves nothing when its track is deleted', async () => {
    await killReading(1);
    const path = `/tracks/${song.trackId}`;
    await call(tracks, 204, { method: 'DELETE', path, token: song.person.token });
    await run(3);
    expect(await rowsAbout(song)).toEqual([]);
  });

  it('does not count against the file that replaces it', async () => {
    await killReading(3);
    const bytes = wave(recording(3, { seconds: 3 }));
    await patch(song, { 'full-audiofile-url': files().put('/replaced.wav', { bytes }) });
    await run(3);
    expect(await audioOf(song)).toMatchObject({ status: 'completed', duration: 3 });
  });
});
