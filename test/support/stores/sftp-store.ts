/** For the tests of one file: a store on loopback, with its folder. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { SftpCall, SftpFault } from '../../../bin/local/store/sftp-call.ts';
import { newHostKey, type SftpServer, startSftpServer } from '../../../bin/local/store/sftp-server.ts';
import { connecting } from './connecting.ts';

const PASSWORD = 'Correct-Horse-1';
const hostKey = newHostKey();

export class SftpStore {
  readonly folder = mkdtempSync(join(tmpdir(), 'store-'));
  /** What a call does instead of what was asked. */
  onCall: ((call: SftpCall) => SftpFault | undefined) | undefined;
  /** The calls since the list was last emptied. */
  readonly calls: SftpCall[] = [];
  #server: SftpServer | undefined;

  async start(port = 0): Promise<void> {
    this.#server = await startSftpServer({
      ...{ folder: this.folder, user: 'label', password: PASSWORD, hostKey, port },
      onCall: (call) => {
        this.calls.push(call);
        return this.onCall?.(call);
      },
    });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  get server(): SftpServer {
    if (!this.#server) throw new Error('The store was not started.');
    return this.#server;
  }

  /** The arguments of connect-store. */
  connecting(dspId: string, more: object = {}) {
    const { port, fingerprint } = this.server;
    return { ...connecting(dspId), port, folder: '', 'host-key': [fingerprint], ...more };
  }

  /** The contents of files by path. */
  files(): ReadonlyMap<string, Buffer> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.toSorted().map((path) => [relative(this.folder, path), readFileSync(path)]));
  }

  empty(): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder);
    this.calls.length = 0;
    this.onCall = undefined;
  }
}

/** @returns a store that runs during the tests of the file. */
export function withSftpStore(): SftpStore {
  const store = new SftpStore();
  beforeAll(() => store.start());
  afterAll(async () => {
    await store.stop();
    rmSync(store.folder, { recursive: true, force: true });
  });
  return store;
}
