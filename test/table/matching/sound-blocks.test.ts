/** What a search reads of the blocks of the index by sound. */
import { beforeAll, expect, it } from 'vitest';
import { Table } from '../../../shared/kit/table/table.ts';
import { blockOf, probesOf } from '../../../shared/matching/rules/sound/landmarks.ts';
import { WHOLE_TRACK } from '../../../shared/matching/rules/sound/measured-silence.ts';
import { entryKey, findSounds } from '../../../shared/matching/sound/find-sounds.ts';
import { withTable } from '../../support/table.ts';

withTable();
/** One sub-fingerprint, so that nothing is looked up but its own block. */
const fingerprints = [{ speed: 1, fingerprint: Uint32Array.of(0x5a5a5a5a) }];
const [probe] = probesOf(fingerprints.map(({ fingerprint }) => fingerprint));
const bits = probe?.landmark.bits ?? 0;
const ENTRIES = 3000;

beforeAll(async () => {
  // All tracks have the longest ids, and positions of two hours.
  const entries = Array.from({ length: ENTRIES }, (_, number) => {
    const rest = Math.floor((number * 4096) / ENTRIES);
    const landmark = { bits: blockOf({ bits }) * 4096 + rest, position: 58_000 };
    return { ...entryKey(landmark, String(9_000_000_000_000_000 + number)) };
  });
  await new Table().putMany(entries);
});

it('a full block costs one and a half read units, for as many entries per side as half a unit holds', async () => {
  const table = new Table();
  expect(await findSounds(table, { trackId: '1', ownerId: '1', fingerprints, span: WHOLE_TRACK })).toEqual(
    [],
  );
  const { calls, readUnits } = table.meter;
  // The beginning of the block, both sides of the landmark, and the tracks, which do not exist.
  expect({ calls, readUnits }).toEqual({ calls: 4, readUnits: 1.5 + 24 });
});
