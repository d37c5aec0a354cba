/** What it costs to index a track by sound. */
import { expect, it } from 'vitest';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { newRecord } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { attempt } from '../../../shared/kit/work/attempt.ts';
import { releasedOnKey } from '../../../shared/matching/keys.ts';
import { soundIndexingWork } from '../../../shared/matching/released/sound-indexing-work.ts';
import { indexSound } from '../../../shared/matching/sound/index-sound.ts';
import { api } from '../../../shared/service/api.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { listPrices } from '../../bench/list-prices.ts';
import { syntheticFingerprint } from '../../support/audio/synthetic-fingerprint.ts';
import { keepSound } from '../../support/kept-sounds.ts';
import { neededFields } from '../../support/needed-fields.ts';
import { rowsOf } from '../../support/rows-of.ts';
import { withTable } from '../../support/table.ts';

withTable();
/** Sub-fingerprints of 3.5 minutes. */
const LENGTH = 1700;

it('a million songs of 3.5 minutes are indexed for at most $300', async () => {
  const [id, ownerId, url] = ['2000000001', '1', 'https://files.example/1.wav'] as const;
  const fields = { ...neededFields(tracks), 'full-audiofile-url': url };
  const record = newRecord({ now: new Date() }, tracks, { id, ownerId, fields });
  await new Table().putMany([...rowsOf(definitions, [record]), { ...releasedOnKey(id, '1') }]);
  await keepSound({ trackId: id, ownerId, url }, syntheticFingerprint(1, LENGTH));
  await new Table().commit([soundIndexingWork.start({ trackId: id, ownerId }, new Date())]);
  const table = new Table();
  const line = await attempt(indexSound(api), { id, attempt: 0 }, { table });
  expect(Number(Object(line).entries)).toBeGreaterThan(LENGTH / 5);
  expect(table.meter.writeUnits * listPrices.writeUnit * 1e6).toBeLessThanOrEqual(300);
});
