/** For the tests of one file: a store with a bucket on loopback, and the service that gives its role. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { queryProtocol } from '../../../bin/local/wire/query-protocol.ts';
import { readBody } from '../../../bin/local/wire/read-body.ts';
import type { LocalBucket } from './local-bucket.ts';

const NAME = 'store-incoming';
const EXTERNAL_ID = '5b1f0d7e-53a4-4c0e-9d7a-2f6b8f0c1a11';
const ROLE = 'arn:aws:iam::111122223333:role/music-distribution/incoming';

export class S3Store {
  readonly #bucket: LocalBucket;
  /** What was asked of the service that gives roles. */
  readonly roles: URLSearchParams[] = [];

  constructor(bucket: LocalBucket) {
    this.#bucket = bucket;
  }

  get #folder(): string {
    return join(this.#bucket.directory, 'store-buckets', NAME, 'bucket');
  }

  /** What a call to the bucket of the store does instead of what was asked. */
  set onCall(call: LocalBucket['onCall']) {
    this.#bucket.onCall = (method, url) => (url.startsWith(`/${NAME}`) ? call?.(method, url) : undefined);
  }

  /** The arguments of connect-store. */
  connecting(dspId: string, more: object = {}) {
    return {
      'dsp-id': dspId,
      protocol: 's3',
      bucket: NAME,
      region: 'eu-central-1',
      role: ROLE,
      'external-id': EXTERNAL_ID,
      ...more,
    };
  }

  /** The contents of objects by key. */
  files(): ReadonlyMap<string, Buffer> {
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.toSorted().map((path) => [relative(this.#folder, path), readFileSync(path)]));
  }

  place(key: string, content: string): void {
    const path = join(this.#folder, key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  empty(): void {
    for (const name of readdirSync(this.#folder)) rmSync(join(this.#folder, name), { recursive: true });
    this.#bucket.onCall = undefined;
    this.roles.length = 0;
  }

  make(): void {
    mkdirSync(this.#folder, { recursive: true });
  }
}

/** Roles are assumed only with the external id of the store. */
export function withS3Store(bucket: LocalBucket): S3Store {
  const store = new S3Store(bucket);
  const server = createServer(async (request, response) => {
    const body = (await readBody(request, 1e6)) ?? Buffer.alloc(0);
    const form = new URLSearchParams(body.toString());
    store.roles.push(form);
    if (form.get('RoleArn') === ROLE && form.get('ExternalId') === EXTERNAL_ID)
      return queryProtocol(request, response, body);
    response.writeHead(403, { 'content-type': 'text/xml' });
    response.end(
      '<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>No.</Message></Error></ErrorResponse>',
    );
  });
  beforeAll(async () => {
    store.make();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.env['AWS_ENDPOINT_URL_STS'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return store;
}
