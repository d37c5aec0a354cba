/** The DynamoDB engine behind the stage's table: the embedded one, or one that is already running. */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';
import { freePort } from '../host/port.ts';
import { type EngineCall, engineCall } from './engine-call.ts';
import { type EngineProcess, runEngine } from './engine-process.ts';
import { compactFile, indexStreamRecords, type Trim, trimStreamRecords } from './stream-records.ts';

export interface Engine extends EngineProcess {
  readonly url: string;
  readonly call: EngineCall;
  /** Deletes stream records. */
  trimStream(trim: Trim): void;
}

const MAX_ATTEMPTS = 5;

/**
 * @param directory where the engine keeps its file.
 * @param endpoint the URL of a running engine, which is then used instead (DYNAMODB_ENDPOINT).
 * @throws RejectedSetting when no engine is installed, or none responds at the endpoint.
 */
export async function startEngine(directory: string, endpoint?: string): Promise<Engine> {
  if (endpoint) return externalEngine(endpoint);
  const file = join(directory, 'table.sqlite');
  try {
    compactFile(file);
  } catch {
    // The engine says what is wrong with the file. Without space for another one, it can be used as it is.
  }
  const { url, ...running } = await runOnFreePort(engineBinary(), ['--db-path', file]);
  indexStreamRecords(file);
  return {
    ...running,
    url,
    call: engineCall(url),
    trimStream: (trim) => trimStreamRecords(file, trim),
  };
}

/**
 * @internal For tests, which need not wait for a disk. Its streams are slow, because records have no index.
 */
export const startEngineInMemory = (): Promise<EngineProcess & Pick<Engine, 'url'>> =>
  runOnFreePort(engineBinary(), []);

/** Retried, because another program may take the port before the engine opens it. */
async function runOnFreePort(
  binary: string,
  storage: readonly string[],
): Promise<EngineProcess & Pick<Engine, 'url'>> {
  const host = process.platform === 'linux' ? unguessableLoopback() : '127.0.0.1';
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const options = ['--host', host, '--port', String(port), ...storage];
    try {
      return { ...(await runEngine(binary, options)), url: `http://${host}:${port}` };
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !/in use/.test(String(error))) throw error;
    }
  }
}

/**
 * The engine allows requests from any web page (CORS) and needs no credentials, so a page could find it by
 * scanning the ports of 127.0.0.1. Linux accepts connections on all of 127.0.0.0/8.
 */
function unguessableLoopback(): string {
  return ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.');
}

async function externalEngine(endpoint: string): Promise<Engine> {
  const call = engineCall(endpoint);
  try {
    await call('DynamoDB_20120810.ListTables', {});
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RejectedSetting(`No DynamoDB engine responds at DYNAMODB_ENDPOINT=${endpoint}: ${reason}`);
  }
  return { url: endpoint, call, ended: new Promise(() => {}), trimStream: () => {}, end: async () => {} };
}

/** @internal @returns the executable of this project, or of the PATH. @throws RejectedSetting with what to install. */
export function engineBinary(): string {
  const packaged = packagedBinary();
  if (packaged) return packaged;
  if (!spawnSync('dynoxide', ['--version'], { stdio: 'ignore' }).error) return 'dynoxide';
  throw new RejectedSetting(
    [
      `No DynamoDB engine for ${process.platform}-${process.arch} is installed here. Either`,
      '  - install dynoxide so that it is on the PATH (brew install nubo-db/tap/dynoxide, cargo install dynoxide-rs, or',
      '    a binary of https://github.com/nubo-db/dynoxide/releases), or',
      '  - set DYNAMODB_ENDPOINT to a running engine, such as http://127.0.0.1:8000.',
    ].join('\n'),
  );
}

/** Undefined on platforms that the optional dependency has no binary for. */
function packagedBinary(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    const manifest = resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`);
    const binary = join(dirname(manifest), 'dynoxide');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
