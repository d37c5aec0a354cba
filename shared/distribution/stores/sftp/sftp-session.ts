/** A session with a store by SFTP. Each call fails with a sentence, or once the store has been silent too long. */
import type { SFTPWrapper, Stats } from 'ssh2';
import { StoreFailure } from '../connected/store-failure.ts';
import type { ListedFile } from '../connected/store-files.ts';
import { type DiskState, explainedFailure } from './explained-failure.ts';
import { STATUS, sftpFailure, statusOf } from './sftp-failure.ts';
import type { SessionLimits, SftpTarget } from './sftp-target.ts';
import { type SshConnection, sshConnection } from './ssh-connection.ts';

type Done<T> = (error: Error | null | undefined, value?: T) => void;

/** All servers take pieces of this size. */
const PIECE_BYTES = 32_768;

export class SftpSession {
  readonly #connection: SshConnection;
  readonly #waiting = new Set<(failure: StoreFailure) => void>();
  readonly #limits: SessionLimits;
  readonly #watch: NodeJS.Timeout;
  #ended: StoreFailure | undefined;
  #heardAtMs = performance.now();

  /** @throws StoreFailure */
  static async open(target: SftpTarget, limits: SessionLimits): Promise<SftpSession> {
    return new SftpSession(await sshConnection(target, limits), limits);
  }

  private constructor(connection: SshConnection, limits: SessionLimits) {
    this.#connection = connection;
    this.#limits = limits;
    connection.onEnd((failure) => this.#end(failure));
    this.#watch = setInterval(() => this.#checkSilence(), Math.min(1000, limits.idleTimeoutMs / 4));
  }

  /** How many bytes one call writes at most. Servers of OpenSSH say how many they take. */
  get pieceBytes(): number {
    // The library divides larger pieces, and does not send the parts concurrently.
    const limit = Number(Object(this.#connection.sftp)._maxWriteLen);
    return limit > 0 ? limit : PIECE_BYTES;
  }

  close(): void {
    this.#end(new StoreFailure('closed', 'The session has ended.'));
    this.#connection.close();
  }

  /** @returns undefined if there is nothing at the path. */
  async stat(path: string): Promise<{ readonly bytes: number; readonly isFolder: boolean } | undefined> {
    try {
      const stats = await this.#ask<Stats>(`look at ${path}`, (sftp, done) => sftp.stat(path, done));
      return { bytes: stats.size, isFolder: stats.isDirectory() };
    } catch (error) {
      if (error instanceof StoreFailure && error.fault === 'missing') return undefined;
      throw error;
    }
  }

  /** The folder may exist. */
  async makeFolder(path: string): Promise<void> {
    try {
      await this.#ask<void>(`make the folder ${path}`, (sftp, done) => sftp.mkdir(path, done));
    } catch (error) {
      // Version 3 of the protocol has no status for what exists.
      if (!(error instanceof StoreFailure) || this.#ended) throw error;
      if ((await this.stat(path))?.isFolder !== true)
        throw await this.#explained(error, { path, action: `make the folder ${path}` });
    }
  }

  /** @param mode 'r' to read, 'r+' to write into what is there, 'w' to write from the beginning. */
  open(path: string, mode: 'r' | 'r+' | 'w'): Promise<Buffer> {
    const start = (sftp: SFTPWrapper, done: Done<Buffer>) => sftp.open(path, mode, done);
    return mode === 'r' ? this.#ask(`read ${path}`, start) : this.#write(path, start);
  }

  async closeFile(path: string, handle: Buffer): Promise<void> {
    await this.#ask<void>(`close ${path}`, (sftp, done) => sftp.close(handle, done));
  }

  async write(path: string, handle: Buffer, { bytes, at }: { bytes: Buffer; at: number }): Promise<void> {
    await this.#write<void>(path, (sftp, done) => sftp.write(handle, bytes, 0, bytes.length, at, done));
  }

  /** @returns fewer bytes at the end of the file, and none after it. */
  async read(path: string, handle: Buffer, { length, at }: { length: number; at: number }): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    const count = await this.#ask<number>(`read ${path}`, (sftp, done) =>
      sftp.read(handle, buffer, 0, length, at, (error, read) =>
        statusOf(error) === STATUS.end ? done(null, 0) : done(error, read),
      ),
    );
    return buffer.subarray(0, count);
  }

  async setLength(path: string, handle: Buffer, bytes: number): Promise<void> {
    await this.#ask<void>(`write ${path}`, (sftp, done) => sftp.fsetstat(handle, { size: bytes }, done));
  }

  /** Fails if there is something at the new path. */
  async rename(path: string, to: string): Promise<void> {
    await this.#ask<void>(`rename ${path}`, (sftp, done) => sftp.rename(path, to, done));
  }

  async remove(path: string): Promise<void> {
    await this.#ask<void>(`remove ${path}`, (sftp, done) => sftp.unlink(path, done));
  }

  /** @returns the files of a folder, page by page, so that a folder without an end takes no memory. */
  async *list(path: string): AsyncGenerator<readonly ListedFile[]> {
    const action = `list ${path}`;
    const handle = await this.#ask<Buffer>(action, (sftp, done) => sftp.opendir(path, done));
    for (;;) {
      const page = await this.#ask<readonly ListedFile[]>(action, (sftp, done) =>
        sftp.readdir(handle, (error, files) =>
          statusOf(error) === STATUS.end
            ? done(null, [])
            : done(
                error,
                files?.map(({ filename, attrs }) => ({
                  name: filename,
                  bytes: attrs.size,
                  isFolder: attrs.isDirectory(),
                  changedAt: attrs.mtime,
                })),
              ),
        ),
      );
      if (page.length === 0) break;
      yield page.filter(({ name }) => name !== '.' && name !== '..');
    }
    await this.closeFile(path, handle);
  }

  /** @param action what the store is asked to do, for the sentence of a failure. */
  #ask<T>(action: string, start: (sftp: SFTPWrapper, done: Done<T>) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#ended) return reject(during(this.#ended, action));
      if (this.#waiting.size === 0) this.#heardAtMs = performance.now();
      const fail = (failure: StoreFailure) => reject(during(failure, action));
      this.#waiting.add(fail);
      const done: Done<T> = (error, value) => {
        this.#heardAtMs = performance.now();
        this.#waiting.delete(fail);
        if (error) reject(this.#ended ? during(this.#ended, action) : sftpFailure(error, action));
        else resolve(value as T);
      };
      try {
        start(this.#connection.sftp, done);
      } catch (error) {
        this.#waiting.delete(fail);
        reject(sftpFailure(error, action));
      }
    });
  }

  #checkSilence(): void {
    const silentMs = performance.now() - this.#heardAtMs;
    if (this.#waiting.size === 0 || silentMs < this.#limits.idleTimeoutMs) return;
    const seconds = this.#limits.idleTimeoutMs / 1000;
    this.#end(new StoreFailure('timeout', `The store did not respond for ${seconds} seconds.`));
    this.#connection.close();
  }

  #end(failure: StoreFailure): void {
    clearInterval(this.#watch);
    this.#ended ??= failure;
    for (const fail of [...this.#waiting]) fail(this.#ended);
    this.#waiting.clear();
  }

  async #write<T>(path: string, start: (sftp: SFTPWrapper, done: Done<T>) => void): Promise<T> {
    const action = `write ${path}`;
    try {
      return await this.#ask(action, start);
    } catch (error) {
      throw await this.#explained(error, { path, action });
    }
  }

  /** @returns the reason of a failure that has none, if the store reports the state of its disk, as OpenSSH does. */
  async #explained(error: unknown, { path, action }: { path: string; action: string }): Promise<unknown> {
    if (!(error instanceof StoreFailure) || error.fault !== 'protocol' || this.#ended) return error;
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '.';
    try {
      const disk = await this.#ask<DiskState>('tell the state of its disk', (sftp, done) =>
        sftp.ext_openssh_statvfs(folder, done),
      );
      return explainedFailure(disk, action);
    } catch {
      return error;
    }
  }
}

const during = ({ fault, message }: StoreFailure, action: string): StoreFailure =>
  new StoreFailure(fault, `${message} It was asked to ${action}.`);
