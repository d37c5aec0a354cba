/** Objects of another account's bucket that are uploaded in parts, which an attempt that was interrupted leaves there. */
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { CallLimits } from './call-limits.ts';

export interface UploadedPart {
  readonly etag: string;
  /** As base64. */
  readonly sha256: string;
}

export interface PartUpload {
  readonly id: string;
  readonly key: string;
}

/** Methods throw the errors of the SDK. */
export class PartUploads {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #call: { readonly abortSignal: AbortSignal };

  constructor(client: S3Client, bucket: string, { until }: CallLimits) {
    this.#client = client;
    this.#bucket = bucket;
    this.#call = { abortSignal: until };
  }

  /** @param sha256 of the whole object, in hexadecimal digits. */
  async begin(key: string, sha256: string): Promise<PartUpload> {
    const { UploadId } = await this.#client.send(
      new CreateMultipartUploadCommand({
        Bucket: this.#bucket,
        Key: key,
        ChecksumAlgorithm: 'SHA256',
        Metadata: { sha256 },
      }),
      this.#call,
    );
    if (UploadId === undefined) throw new Error('S3 returned no upload id.');
    return { id: UploadId, key };
  }

  /** @returns the newest upload of the object that was begun and has not ended. */
  async unfinished(key: string): Promise<PartUpload | undefined> {
    const { Uploads = [] } = await this.#client.send(
      new ListMultipartUploadsCommand({ Bucket: this.#bucket, Prefix: key }),
      this.#call,
    );
    const of = Uploads.filter(
      ({ Key, ChecksumAlgorithm }) => Key === key && ChecksumAlgorithm === 'SHA256',
    ).toSorted((one, other) => (other.Initiated?.getTime() ?? 0) - (one.Initiated?.getTime() ?? 0));
    const id = of[0]?.UploadId;
    return id === undefined ? undefined : { id, key };
  }

  /** @returns the parts that are there, by their number. */
  async list({ id, key }: PartUpload): Promise<ReadonlyMap<number, UploadedPart>> {
    const parts = new Map<number, UploadedPart>();
    let after: string | undefined;
    do {
      const found = await this.#client.send(
        new ListPartsCommand({
          Bucket: this.#bucket,
          Key: key,
          UploadId: id,
          ...(after !== undefined && { PartNumberMarker: after }),
        }),
        this.#call,
      );
      for (const { PartNumber = 0, ETag, ChecksumSHA256 } of found.Parts ?? [])
        if (ETag && ChecksumSHA256) parts.set(PartNumber, { etag: ETag, sha256: ChecksumSHA256 });
      after = found.IsTruncated ? found.NextPartNumberMarker : undefined;
    } while (after !== undefined);
    return parts;
  }

  /** S3 checks the sum. @param sha256 as base64. @param number from 1. */
  async put(
    { id, key }: PartUpload,
    number: number,
    { content, sha256 }: { readonly content: Uint8Array; readonly sha256: string },
  ): Promise<UploadedPart> {
    const { ETag } = await this.#client.send(
      new UploadPartCommand({
        Bucket: this.#bucket,
        Key: key,
        UploadId: id,
        PartNumber: number,
        Body: content,
        ContentLength: content.length,
        ChecksumSHA256: sha256,
      }),
      this.#call,
    );
    if (ETag === undefined) throw new Error('S3 returned no ETag of the part.');
    return { etag: ETag, sha256 };
  }

  /** Makes them the object, atomically. @param parts in their order. */
  async complete({ id, key }: PartUpload, parts: readonly UploadedPart[]): Promise<void> {
    await this.#client.send(
      new CompleteMultipartUploadCommand({
        Bucket: this.#bucket,
        Key: key,
        UploadId: id,
        MultipartUpload: {
          Parts: parts.map(({ etag, sha256 }, index) => ({
            PartNumber: index + 1,
            ETag: etag,
            ChecksumSHA256: sha256,
          })),
        },
      }),
      this.#call,
    );
  }
}
