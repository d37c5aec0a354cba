/** The bucket's objects, each stored atomically as a file with the same name. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { notSupported, s3Error } from './s3-error.ts';

export interface StoredObject {
  readonly key: string;
  readonly path: string;
  readonly bytes: number;
  readonly etag: string;
  readonly modifiedAt: Date;
  /** Headers `x-amz-meta-...` without this beginning. */
  readonly metadata: Metadata;
}

export type Metadata = Readonly<Record<string, string>>;

interface NewObject {
  /** A temporary file, which becomes the object. */
  readonly file: string;
  /** Keeps an existing object under the key (`If-None-Match: *`). */
  readonly onlyNew: boolean;
  readonly metadata: Metadata;
}

const MAX_KEY_BYTES = 1024;
const MAX_NAME_BYTES = 255;

export class BucketFiles {
  readonly #directory: string;
  readonly #metadata: string;
  /** Unfinished objects, on the same file system so that a rename is atomic. */
  readonly unfinished: string;

  constructor(dataDirectory: string) {
    this.#directory = join(dataDirectory, 'bucket');
    this.#metadata = join(dataDirectory, 'bucket-metadata');
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
    const etag = `"${version.join('-')}"`;
    return { key, path, bytes, etag, modifiedAt, metadata: await this.#metadataOf(key, etag) };
  }

  async write(key: string, content: Buffer, rest: Omit<NewObject, 'file'>): Promise<StoredObject> {
    this.pathOf(key);
    const file = this.temporaryFile();
    await writeFile(file, content, { mode: 0o600 });
    return this.publish(key, { file, ...rest });
  }

  /** @returns the keys that begin so, in their order. */
  async keys(prefix: string): Promise<readonly string[]> {
    const entries = await readdir(this.#directory, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.#directory, join(entry.parentPath, entry.name)))
      .filter((key) => key.startsWith(prefix))
      .toSorted();
  }

  /** As in S3, an object that does not exist is not an error. */
  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  temporaryFile(): string {
    return join(this.unfinished, randomUUID());
  }

  /** @throws PreconditionFailed */
  async publish(key: string, { file, onlyNew, metadata }: NewObject): Promise<StoredObject> {
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
    const { etag } = await this.find(key);
    if (Object.keys(metadata).length > 0) {
      const kept = join(this.#metadata, key);
      await mkdir(dirname(kept), { recursive: true, mode: 0o700 });
      await writeFile(kept, JSON.stringify({ etag, metadata }), { mode: 0o600 });
    }
    return this.find(key);
  }

  /** Of another version of the object, it does not count. */
  async #metadataOf(key: string, etag: string): Promise<Metadata> {
    const kept = await readFile(join(this.#metadata, key), 'utf8').catch(() => undefined);
    const { etag: of, metadata } = kept === undefined ? {} : JSON.parse(kept);
    return of === etag ? metadata : {};
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
