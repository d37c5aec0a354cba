/** The DynamoDB engine of the stage: embedded, or one that runs already. */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { RefusedSetting } from '../../refused-setting.ts';
import { freePort } from '../host/port.ts';
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
  const { url, ...running } = await runOnFreePort(engineBinary(), file);
  orderStreamRecords(file);
  return {
    ...running,
    url,
    forgetBefore: (table, before, now) => forgetStreamRecords(file, { table, before, now }),
  };
}

/** A port that was free a moment ago may be taken by now. */
async function runOnFreePort(binary: string, file: string): Promise<EngineProcess & { url: string }> {
  const host = process.platform === 'linux' ? unguessableLoopback() : '127.0.0.1';
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const options = ['--host', host, '--port', String(port), '--db-path', file];
    try {
      return { ...(await runEngine(binary, options)), url: `http://${host}:${port}` };
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !/in use/.test(String(error))) throw error;
    }
  }
}

/**
 * The engine lets scripts of every web page in (CORS) and asks for no password: pages could find it by trying the ports
 * of 127.0.0.1. Linux has all of 127.0.0.0/8.
 */
function unguessableLoopback(): string {
  return ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.');
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
