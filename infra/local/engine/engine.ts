/** The DynamoDB engine of the stage: embedded, or one that runs already. */
import { join } from 'node:path';
import { RefusedSetting } from '../../refused-setting.ts';
import { freePort } from '../wire/listen.ts';
import { engineBinary } from './engine-binary.ts';
import { engineCall } from './engine-call.ts';
import { type EngineProcess, runEngine } from './engine-process.ts';
import { forgetStreamRecords, orderStreamRecords } from './stream-records.ts';

export interface Engine extends EngineProcess {
  readonly url: string;
  /** Lets go of old stream records before this one, which stays. */
  forgetBefore(table: string, sequenceNumber: string, now: number): void;
}

const MOST_ATTEMPTS = 5;

/**
 * @param directory keeps its file.
 * @param endpoint an engine that runs already: DYNAMODB_ENDPOINT.
 */
export async function startEngine(directory: string, endpoint?: string): Promise<Engine> {
  if (endpoint) return foreignEngine(endpoint);
  const file = join(directory, 'table.sqlite');
  const { port, ...running } = await runOnFreePort(engineBinary(), file);
  orderStreamRecords(file);
  return {
    ...running,
    url: `http://127.0.0.1:${port}`,
    forgetBefore: (table, before, now) => forgetStreamRecords(file, { table, before, now }),
  };
}

/** A port that was free a moment ago may be taken by now. */
async function runOnFreePort(binary: string, file: string): Promise<EngineProcess & { port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const options = ['--host', '127.0.0.1', '--port', String(port), '--db-path', file];
    try {
      return { ...(await runEngine(binary, options)), port };
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !/in use/.test(String(error))) throw error;
    }
  }
}

async function foreignEngine(endpoint: string): Promise<Engine> {
  try {
    await engineCall(endpoint)('DynamoDB_20120810.ListTables', {});
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RefusedSetting(`No DynamoDB engine answers at DYNAMODB_ENDPOINT=${endpoint}: ${reason}`);
  }
  return { url: endpoint, ended: new Promise(() => {}), forgetBefore: () => {}, stop: async () => {} };
}
