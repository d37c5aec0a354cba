/** Reads, lists, creates and deletes objects of one S3 bucket. Objects are never replaced. */
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { once } from '../once.ts';

/** The smallest part that S3 accepts. Three are in memory at a time: two in upload, one being read. */
const PART_BYTES = 5 * 1024 * 1024;
const CONCURRENT_PARTS = 2;

const CONNECTION_MS = 5000;
/** The time limit of a call, or of a part of an upload. Without it, a call without a response lasts as long as its function. */
const RESPONSE_MS = 60_000;

const s3 = /* @__PURE__ */ once(
  () =>
    new S3Client({
      requestHandler: {
        connectionTimeout: CONNECTION_MS,
        requestTimeout: RESPONSE_MS,
        throwOnRequestTimeout: true,
      },
    }),
);

export class Bucket {
  readonly #name: string;
  readonly #client: S3Client;

  /** @param client for callers other than the stage's functions. */
  constructor(name: string, client: S3Client = s3()) {
    this.#name = name;
    this.#client = client;
  }

  async has(key: string): Promise<boolean> {
    try {
      await this.#client.send(new HeadObjectCommand({ Bucket: this.#name, Key: key }));
      return true;
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) return false;
      // A response to HEAD has no body, so the error has neither a code nor a message.
      throw status === undefined ? error : new Error(`S3 responded with ${status}.`, { cause: error });
    }
  }

  /** @param from the first byte that is read. The object must be longer. */
  async *read(key: string, from = 0): AsyncGenerator<Uint8Array> {
    const range = from === 0 ? {} : { Range: `bytes=${from}-` };
    const { Body } = await this.#client.send(
      new GetObjectCommand({ Bucket: this.#name, Key: key, ...range }),
    );
    if (!(Body instanceof Readable)) throw new Error(`S3 returned no content for ${key}.`);
    yield* Body;
  }

  /** @throws Error if the object does not have this length. */
  async readWhole(key: string, bytes: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let left = bytes;
    for await (const piece of this.read(key)) {
      left -= piece.length;
      if (left < 0) break;
      pieces.push(piece);
    }
    if (left !== 0) throw new Error(`${key} does not have ${bytes} bytes.`);
    return Buffer.concat(pieces);
  }

  /**
   * Creates an object atomically from content of any size.
   * @returns false if the object already exists. It is not changed.
   * @throws errors of the content. No parts of it are kept.
   * @example await bucket.create(`${id}/manifest.json`, [JSON.stringify(manifest)])
   */
  async create(key: string, content: Iterable<string> | AsyncIterable<Uint8Array>): Promise<boolean> {
    const upload = new Upload({
      client: this.#client,
      params: {
        Bucket: this.#name,
        Key: key,
        Body: Readable.from(content, { objectMode: false }),
        IfNoneMatch: '*',
      },
      partSize: PART_BYTES,
      queueSize: CONCURRENT_PARTS,
    });
    try {
      await upload.done();
      return true;
    } catch (error) {
      if (statusOf(error) !== 412) throw error;
      // The library does not remove the parts of an upload that it cannot complete.
      if (upload.uploadId !== undefined) await this.#abort(key, upload.uploadId);
      return false;
    }
  }

  /** An object that does not exist is not an error. */
  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#name, Key: key }));
  }

  /** Lists the objects whose keys begin with a prefix. Those that are deleted meanwhile can be among them. */
  async *list(prefix: string): AsyncGenerator<{ readonly key: string; readonly modifiedAt: Date }> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#name, Prefix: prefix });
    for await (const { Contents = [] } of pages)
      for (const { Key, LastModified } of Contents)
        if (Key !== undefined && LastModified) yield { key: Key, modifiedAt: LastModified };
  }

  async #abort(key: string, uploadId: string): Promise<void> {
    await this.#client.send(
      new AbortMultipartUploadCommand({ Bucket: this.#name, Key: key, UploadId: uploadId }),
    );
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
