/** What the operations of S3 respond with. */
import type { StoredObject } from './bucket-files.ts';
import type { S3Request } from './s3-request.ts';

export interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

export interface S3Response {
  /** 200 by default. */
  readonly status?: number;
  readonly etag?: string;
  readonly xml?: string;
  /** The content of the response, or that part of it. */
  readonly object?: StoredObject;
  readonly range?: ByteRange;
  /** Overrides the object's own headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** By the name that s3-request.ts finds. */
export type S3Operations = Readonly<Record<string, (request: S3Request) => Promise<S3Response>>>;
