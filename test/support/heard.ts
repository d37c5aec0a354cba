/** The audio analysis of tracks, set without analyzing a file. */
import { tracks } from '../../shared/catalogue/api/tracks.ts';
import { placesWith } from '../../shared/catalogue/contents/track-contents.ts';
import { findPlaces } from '../../shared/catalogue/contents/track-places.ts';
import { completedAudio, type TrackAudio } from '../../shared/catalogue/rules/track-audio.ts';
import { soundMarksOf } from '../../shared/catalogue/rules/track-sound.ts';
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
  format: 'wav',
  'bit-depth': 16,
  'silence-at-start': 0,
  'silence-at-end': 0,
  clipping: 0,
  warnings: [],
});

const HEARD_MD5 = 'd41d8cd98f00b204e9800998ecf8427e';

/** As the analysis of the audio does. */
export async function setHeard(id: string, change: Partial<TrackAudio>, foreign = 0): Promise<void> {
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const before = required(await findRecord(store, tracks, id), 'The track exists.');
  const audio = { ...heard, ...change };
  const md5 = audio.status === 'completed' ? HEARD_MD5 : null;
  const after = changedUnseen(before, { audio, 'heard-md5': md5, 'foreign-sounds': foreign });
  const places = await findPlaces(store, before);
  const noted = placesWith(places.records, { sound: soundMarksOf(after.fields) });
  await save(deciding(store), [{ resource: tracks, before, after }, ...noted], []);
}
