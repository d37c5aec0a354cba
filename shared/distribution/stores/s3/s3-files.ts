/** The files of a store whose bucket is written through a role that it grants. */
import type { ForeignBucket } from '../../../platform/foreign-bucket/foreign-bucket.ts';
import type { ListedFile, PlacedFile, StoreFiles } from '../connected/store-files.ts';
import { type Ask, putObject } from './put-object.ts';
import { type S3Place, s3Failure } from './s3-failure.ts';

interface Opened {
  readonly place: S3Place;
  /** Ends all calls. */
  readonly end: AbortController;
}

export class S3Files implements StoreFiles {
  readonly #bucket: ForeignBucket;
  readonly #place: S3Place;
  readonly #end: AbortController;
  readonly signedIn: string;
  /** Each has three parts of 8 MB in memory. */
  readonly concurrentFiles = 4;

  constructor(bucket: ForeignBucket, { place, end }: Opened) {
    this.#bucket = bucket;
    this.#place = place;
    this.#end = end;
    this.signedIn = `Assumed the role ${place.role}, with the external id.`;
  }

  /** Folders need not be made. A bucket that is missing fails with the first file. */
  async requireFolder(): Promise<void> {}

  async makeFolder(): Promise<void> {}

  async stat(path: string): Promise<{ readonly bytes: number; readonly isFolder: boolean } | undefined> {
    const found = await this.#ask(`look at ${path}`, () => this.#bucket.find(path));
    if (found) return { bytes: found.bytes, isFolder: false };
    for await (const page of this.list(path)) if (page.length > 0) return { bytes: 0, isFolder: true };
    return undefined;
  }

  async *list(path: string): AsyncGenerator<readonly ListedFile[]> {
    const pages = this.#bucket.list(path === '' ? '' : `${path}/`);
    for await (const { files, folders } of this.#each(`list ${path || 'the bucket'}`, pages)) {
      const all = [
        ...files.map((file) => ({ ...file, isFolder: false })),
        ...folders.map((name) => ({ name, bytes: 0, isFolder: true, changedAt: 0 })),
      ];
      // The console of S3 makes an empty object for a folder.
      yield all.filter(({ name }) => name !== '');
    }
  }

  async *content(path: string, bytes: number): AsyncGenerator<Uint8Array> {
    let left = bytes;
    for await (const piece of this.#each(`read ${path}`, this.#bucket.read(path))) {
      yield piece.subarray(0, left);
      left -= piece.length;
      if (left <= 0) return;
    }
  }

  put(file: PlacedFile): Promise<number> {
    return putObject(this.#bucket, file, { ask: this.#ask, confirm: async () => {} });
  }

  /** Objects are placed atomically. */
  putMark(file: PlacedFile, confirm: () => Promise<void>): Promise<number> {
    return putObject(this.#bucket, file, { ask: this.#ask, confirm });
  }

  async remove(path: string): Promise<void> {
    await this.#ask(`remove ${path}`, () => this.#bucket.delete(path));
  }

  close(): void {
    this.#end.abort();
    this.#bucket.close();
  }

  readonly #ask: Ask = async (action, call) => {
    try {
      return await call();
    } catch (error) {
      throw s3Failure(error, action, this.#place);
    }
  };

  async *#each<T>(action: string, items: AsyncIterable<T>): AsyncGenerator<T> {
    const iterator = items[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await this.#ask(action, () => iterator.next());
        if (done) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}
