/** An owner's own releases do not keep a recording of another owner from being found. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { newAdmin } from '../support/calls.ts';
import { newSong, recording, releasedSong, requested, soundFieldsOf, useSound, wave } from './sound.ts';

useSound();
const own = recording(31, { seconds: 15 });
const copied = recording(32, { seconds: 8 });
/** As many as are compared at most. */
const DECOYS = 24;

it('a copy is found in a recording that resembles 24 releases of its owner more', async () => {
  await releasedSong(await newAdmin(), { file: wave(copied) });
  const owner = await newAdmin();
  const file = wave(own);
  const md5 = createHash('md5').update(file).digest('hex');
  for (let decoy = 0; decoy < DECOYS; decoy++) await releasedSong(owner, { file, more: { md5 } });
  const song = await requested(await newSong(owner, { file: wave(own, copied) }));
  expect(await soundFieldsOf(song)).toMatchObject({ foreign: 1 });
});
