/** The bucket's objects, each stored atomically as a file with the same name. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notSupported, s3Error } from './s3-error.ts';

export interface StoredObject {
  readonly key: string;
  readonly path: string;
  readonly bytes: number;
  readonly etag: string;
  readonly modifiedAt: Date;
}

const MAX_KEY_BYTES = 1024;
const MAX_NAME_BYTES = 255;

export class BucketFiles {
  readonly #directory: string;
  /** Unfinished objects, on the same file system so that a rename is atomic. */
  readonly unfinished: string;

  constructor(dataDirectory: string) {
    this.#directory = join(dataDirectory, 'bucket');
    this.unfinished = join(dataDirectory, 'bucket-unfinished');
  }

  /** Removes unfinished objects of an earlier run, which cannot be continued. */
  async open(): Promise<void> {
    await rm(this.unfinished, { recursive: true, force: true });
    for (const directory of [this.#directory, this.unfinished])
      await mkdir(directory, { recursive: true, mode: 0o700 });
  }

  /** @throws NoSuchKey */
  async find(key: string): Promise<StoredObject> {
    const path = this.pathOf(key);
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isFile()) throw s3Error('NoSuchKey', 'The specified key does not exist.');
    const { size: bytes, mtime: modifiedAt, mtimeMs, ino } = stats;
    // Not every ETag of S3 is an MD5 sum. This one changes with every write.
    const version = [ino, Math.round(mtimeMs * 1000), bytes].map((part) => part.toString(16));
    return { key, path, bytes, etag: `"${version.join('-')}"`, modifiedAt };
  }

  async write(key: string, content: Buffer, onlyNew: boolean): Promise<StoredObject> {
    this.pathOf(key);
    const file = this.temporaryFile();
    await writeFile(file, content, { mode: 0o600 });
    return this.publish(key, file, onlyNew);
  }

  /** As in S3, an object that does not exist is not an error. */
  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  temporaryFile(): string {
    return join(this.unfinished, randomUUID());
  }

  /**
   * Makes a temporary file an object.
   * @param onlyNew keeps an existing object under the key (`If-None-Match: *`).
   * @throws PreconditionFailed
   */
  async publish(key: string, file: string, onlyNew: boolean): Promise<StoredObject> {
    const path = this.pathOf(key);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // A link fails if the file exists. A rename replaces the file.
      if (onlyNew) await link(file, path);
      else await rename(file, path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST' && existsSync(path)) {
        throw s3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold.');
      }
      if (isNameConflict(error)) throw notSupported(`keys that begin with another key and a slash: ${key}`);
      throw error;
    } finally {
      await rm(file, { force: true });
    }
    return this.find(key);
  }

  /** @returns a path within the directory. @throws NotImplemented for keys that are unsafe as file names. */
  pathOf(key: string): string {
    const names = key.split('/');
    const isUnsafe = (name: string) =>
      ['', '.', '..'].includes(name) || /[\0\\]/.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES;
    if (Buffer.byteLength(key) > MAX_KEY_BYTES || names.some(isUnsafe)) throw notSupported(`the key ${key}`);
    return join(this.#directory, ...names);
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/** A file is where a folder is needed, or the reverse. */
const isNameConflict = (error: unknown): boolean =>
  ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENOTEMPTY'].includes(codeOf(error));
