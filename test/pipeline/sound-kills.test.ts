/** Repeated crashes while files of one owner are read from a slow server: how long the next file waits. */
import { afterEach, describe, expect, it } from 'vitest';
import { Table } from '../../shared/kit/table/table.ts';
import { CLAIM_SECONDS } from '../../shared/kit/work/claim.ts';
import { dueAttribute } from '../../shared/kit/work/due.ts';
import { markSlow } from '../../shared/kit/work/slots.ts';
import { analysisWork } from '../../shared/matching/sound/analysis-work.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { request } from './matching.ts';
import { audioOf, newSong, recording, type Song, useSound, wave } from './sound.ts';
import { comeBetween, dieAfter, revive } from './steps.ts';
import { fates, now, pass, queue, redeliver, settle, startNewWork, sweep } from './work-stage.ts';

useSound({ slotsPerOwner: 1 });
afterEach(() => void revive());

const SONGS = 4;
/** Half a minute to two minutes apart. */
const DEATHS = 3;
/** The steps of the simulated clock. */
const STEP_SECONDS = 5;
const MAX_SECONDS = 1200;

/** When a file was asked for, in seconds of the clock. */
let asked: number[] = [];
let killsLeft = 0;
let hasDied = false;

const seconds = () => now().getTime() / 1000;

async function songs(person: Person): Promise<Song[]> {
  const instead = async () => {
    asked.push(seconds());
    if (killsLeft > 0) {
      killsLeft -= 1;
      hasDied = true;
      dieAfter(0);
    }
    return false;
  };
  const made: Song[] = [];
  for (let number = 0; number < SONGS; number++) {
    const bytes = wave(recording(number + 1));
    made.push(await newSong(person, { file: { bytes, instead } }));
  }
  return made;
}

/** A step of the clock, with the sweep of each minute. @param isLost what happens to messages of a function that dies. */
async function step(isLost: boolean): Promise<void> {
  pass(STEP_SECONDS);
  if (Math.round(seconds()) % 60 < STEP_SECONDS) await sweep();
  await settle();
  if (!hasDied) return;
  hasDied = false;
  revive();
  if (isLost) queue().lose();
}

/** As after ten minutes in which other files of the owner had the slot. */
const waitedLong = (trackId: string) =>
  new Table().commit([{ update: analysisWork.key(trackId), with: [{ set: dueAttribute('waits'), to: 20 }] }]);

const statusesOf = (all: readonly Song[]) =>
  Promise.all(all.map(async (song) => (await audioOf(song))?.status));

describe.each(fates)(
  'files of an owner with a slow server, when functions die and their messages are $fate',
  ({ isLost }) => {
    it('are requested within two minutes of each crash, and all are analyzed', async () => {
      comeBetween();
      asked = [];
      const ada = await newAdmin();
      const made = await songs(ada);
      await markSlow(new Table(), { queue: 'AUDIO_QUEUE_URL', ownerId: ada.userId, count: 1 }, now());
      for (const { albumId } of made) await request(albumId);
      await settle();
      await startNewWork();
      for (const { trackId } of made) await waitedLong(trackId);
      killsLeft = DEATHS;
      const begun = seconds();
      let redelivered = 0;
      while ((await statusesOf(made)).some((status) => status !== 'completed')) {
        await step(isLost);
        // As after the visibility timeout.
        if (!isLost && seconds() - redelivered >= CLAIM_SECONDS) {
          redelivered = seconds();
          redeliver();
        }
        if (seconds() - begun > MAX_SECONDS) break;
      }
      const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? at));
      expect(await statusesOf(made)).toEqual(made.map(() => 'completed'));
      expect(Math.max(...waits)).toBeLessThanOrEqual(120);
    });
  },
);
