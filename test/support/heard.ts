/** What was heard of tracks, set without analyzing a file. */
import { tracks } from '../../shared/catalogue/api/tracks.ts';
import { completedAudio, type TrackAudio } from '../../shared/catalogue/rules/track-audio.ts';
import { deciding } from '../../shared/kit/records/deciding.ts';
import { changedUnseen, findRecord, save, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { required } from '../../shared/kit/values/required.ts';
import { api } from '../../shared/service/api.ts';

const heard = completedAudio({
  duration: 180,
  loudness: -14,
  peak: -1,
  channels: 2,
  'sample-rate': 44_100,
  'silence-at-start': 0,
  'silence-at-end': 0,
  clipping: 0,
  warnings: [],
});

/** As the analysis of the audio does. */
export async function setHeard(id: string, change: Partial<TrackAudio>, foreign = 0): Promise<void> {
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const before = required(await findRecord(store, tracks, id), 'The track exists.');
  const after = changedUnseen(before, { audio: { ...heard, ...change }, 'foreign-sounds': foreign });
  await save(deciding(store), [{ resource: tracks, before, after }], []);
}
