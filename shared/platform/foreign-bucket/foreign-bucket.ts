/** The S3 bucket of another account, read and written with the credentials of a role of that account. */
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { RoleCredentials } from './assumed-role.ts';
import { type CallLimits, callHandler } from './call-limits.ts';
import { PartUploads } from './part-uploads.ts';

export interface BucketAccess extends CallLimits {
  readonly bucket: string;
  readonly region: string;
  readonly credentials: RoleCredentials;
}

/** In a folder. */
export interface ListedObjects {
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly changedAt: number }[];
  readonly folders: readonly string[];
}

/** Methods throw the errors of the SDK. */
export class ForeignBucket {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #call: { readonly abortSignal: AbortSignal };
  readonly parts: PartUploads;

  constructor({ bucket, region, credentials, ...limits }: BucketAccess) {
    this.#client = new S3Client({
      region,
      credentials,
      maxAttempts: 2,
      followRegionRedirects: false,
      requestHandler: callHandler(limits),
    });
    this.#bucket = bucket;
    this.#call = { abortSignal: limits.until };
    this.parts = new PartUploads(this.#client, bucket, limits);
  }

  close(): void {
    this.#client.destroy();
  }

  /** @returns undefined if there is no object. The SHA-256 sum is the one with which the stage has placed it. */
  async find(key: string): Promise<{ readonly bytes: number; readonly sha256: string | null } | undefined> {
    try {
      const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: key });
      const { ContentLength = 0, Metadata = {} } = await this.#client.send(command, this.#call);
      return { bytes: ContentLength, sha256: Metadata['sha256'] ?? null };
    } catch (error) {
      if (Object(error).$metadata?.httpStatusCode === 404) return undefined;
      throw error;
    }
  }

  /** @param folder with a slash at its end, or empty for all. @returns page by page. */
  async *list(folder: string): AsyncGenerator<ListedObjects> {
    let next: string | undefined;
    do {
      const found = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: folder,
          Delimiter: '/',
          ...(next !== undefined && { ContinuationToken: next }),
        }),
        this.#call,
      );
      const nameOf = (key = '') => key.slice(folder.length).replace(/\/$/, '');
      yield {
        files: (found.Contents ?? []).map(({ Key, Size = 0, LastModified }) => ({
          name: nameOf(Key),
          bytes: Size,
          changedAt: Math.floor((LastModified?.getTime() ?? 0) / 1000),
        })),
        folders: (found.CommonPrefixes ?? []).map(({ Prefix }) => nameOf(Prefix)),
      };
      next = found.IsTruncated ? found.NextContinuationToken : undefined;
    } while (next !== undefined);
  }

  async *read(key: string): AsyncGenerator<Uint8Array> {
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key });
    const { Body } = await this.#client.send(command, this.#call);
    if (!(Body instanceof Readable)) throw new Error('S3 returned no content.');
    yield* Body;
  }

  /** Replaces what is there, atomically. S3 checks the sum. @param sha256 in hexadecimal digits. */
  async put(key: string, content: Uint8Array, sha256: string): Promise<void> {
    await this.#client.send(
      new PutObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        Body: content,
        ContentLength: content.length,
        ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
        Metadata: { sha256 },
      }),
      this.#call,
    );
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }), this.#call);
  }
}
