/** The local stage's S3 on a separate port, with its folder, and callers that die at a write. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { s3Api } from '../../../bin/local/s3/s3-api.ts';
import type { WireHandler } from '../../../bin/local/wire/aws-endpoint.ts';
import { readBody } from '../../../bin/local/wire/read-body.ts';

const NAME = 'packages';

/** The caller dies at a call that writes, before or after the write. Nothing more comes from it. */
interface Crash {
  readonly writesBefore: number;
  readonly isWritten: boolean;
  isDead?: boolean;
}

export class LocalBucket {
  readonly name = NAME;
  readonly directory = mkdtempSync(join(tmpdir(), 'bucket-'));
  crash: Crash | undefined;
  /** Calls that write, since they were last set to 0. */
  writes = 0;
  /** Called with the key of each object before it is written. */
  beforeWrite: ((path: string) => Promise<unknown> | undefined) | undefined;
  /** The status of the response to all calls, none of which is made. */
  rejectsWith: 403 | 503 | undefined;
  /** Called with each call. What it returns is the response instead. */
  onCall: ((method: string, url: string) => Rejection | 'cut' | 'silence' | undefined) | undefined;
  /** The method and path of each call that writes. */
  readonly log: string[] = [];

  /** The names of a package's files, and their contents. */
  async files(folder: string): Promise<ReadonlyMap<string, Buffer>> {
    const root = join(this.directory, 'bucket', folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.toSorted().map((path) => [relative(root, path), readFileSync(path)]));
  }

  /** What is left of transfers that did not end. */
  unfinished(): Promise<readonly string[]> {
    return readdir(join(this.directory, 'bucket-unfinished'));
  }

  /** Makes the files of the bucket what they were. */
  async putBack(files: ReadonlyMap<string, Buffer>): Promise<void> {
    const root = join(this.directory, 'bucket');
    const now = await this.files('');
    for (const path of now.keys()) if (!files.has(path)) rmSync(join(root, path));
    for (const [path, content] of files) {
      const there = now.get(path);
      if (!there) writeFileSync(join(root, path), content);
      else if (!there.equals(content)) throw new Error(`${path} has changed.`);
    }
  }

  /** The next caller. */
  revive(): void {
    this.crash = undefined;
    this.writes = 0;
  }
}

/** Points the SDK of this process at it for the tests of one file. */
export function withBucket(): LocalBucket {
  const bucket = new LocalBucket();
  const server = createServer();
  // By default, it closes connections after five seconds, in which a busy machine sends the next request over them.
  server.keepAliveTimeout = 0;
  beforeAll(async () => {
    const planned = { logicalId: 'Packages', name: NAME, ref: NAME, arn: '', properties: {} };
    const respond = await s3Api([planned], bucket.directory);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      pass(bucket, { request, response }, respond).catch(() => request.socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    Object.assign(process.env, {
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_MAX_ATTEMPTS: '1',
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      BUCKET_NAME: NAME,
    });
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    rmSync(bucket.directory, { recursive: true, force: true });
  });
  return bucket;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function pass(
  bucket: LocalBucket,
  { request, response }: Exchange,
  respond: WireHandler,
): Promise<void> {
  const body = (await readBody(request, 20e6)) ?? Buffer.alloc(0);
  const { method = '', url = '' } = request;
  if (bucket.rejectsWith !== undefined) return reject(bucket.rejectsWith, response);
  const instead = bucket.onCall?.(method, url);
  if (instead === 'silence') return;
  if (instead === 'cut') {
    request.socket.destroy();
    return;
  }
  if (instead) return rejectAs(instead, response);
  if (['PUT', 'POST'].includes(method)) {
    await bucket.beforeWrite?.(url);
    bucket.log.push(`${method} ${url}`);
    const { crash } = bucket;
    const isLast = crash && !crash.isDead && bucket.writes === crash.writesBefore;
    bucket.writes += 1;
    if (isLast) {
      crash.isDead = true;
      // The response reaches no client.
      response.end = () => response;
      if (crash.isWritten) await respond(request, response, body);
    }
  }
  if (bucket.crash?.isDead) request.socket.destroy();
  else await respond(request, response, body);
}

function reject(status: number, response: ServerResponse): void {
  rejectAs({ status, code: status === 403 ? 'AccessDenied' : 'SlowDown' }, response);
}

interface Rejection {
  readonly status: number;
  readonly code: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function rejectAs({ status, code, headers }: Rejection, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(`<Error><Code>${code}</Code><Message>The bucket rejects the call.</Message></Error>`);
}
