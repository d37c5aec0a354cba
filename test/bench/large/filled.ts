/** Functions in this process whose table has a large owner, and whose bucket is on loopback. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBucket } from '../bucket.ts';
import { fold } from '../fold.ts';
import { type InProcess, startInProcess } from '../in-process.ts';
import { rowsOfOwner, type Sizes } from './fill.ts';
import { withImported } from './imported.ts';
import { storedBytes } from './stored-bytes.ts';

export interface Filled extends InProcess {
  /** Of the rows of the owner, with the indexes. */
  readonly storedBytes: number;
  /** Makes the snapshots and counts of lists that have them. */
  readonly fold: (types: readonly string[]) => Promise<void>;
}

export async function startFilled(sizes: Sizes): Promise<Filled> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const stopBucket = await startBucket(join(directory, 'bucket'));
  const inProcess = await startInProcess();
  const { userId: ownerId } = inProcess.person;
  const endpoint = await newEndpoint(inProcess);
  let bytes = 0;
  const stopEngine = await withImported(directory, function* () {
    for (const rows of rowsOfOwner({ ownerId, endpoint }, sizes)) {
      for (const row of rows) bytes += storedBytes(row);
      yield rows;
    }
  });
  return {
    ...inProcess,
    storedBytes: bytes,
    fold: async (types) => {
      for (const type of types) await fold(type, ownerId);
    },
    end: async () => {
      stopBucket();
      await stopEngine();
      await inProcess.end();
      rmSync(directory, { recursive: true });
    },
  };
}

async function newEndpoint({ send }: InProcess): Promise<string> {
  const attributes = { url: 'https://127.0.0.1:9/', events: ['album.status_changed'] };
  const data = { type: 'webhook-endpoints', attributes };
  return JSON.parse(await send('POST', '/webhook-endpoints', { data })).data.id;
}
