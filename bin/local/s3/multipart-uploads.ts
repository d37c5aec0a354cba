/** Multipart uploads: parts in any order, joined to one object when the upload is completed. */
import { hash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BucketFiles, Metadata, StoredObject } from './bucket-files.ts';
import { s3Error } from './s3-error.ts';

interface UploadedPart {
  readonly file: string;
  readonly etag: string;
  readonly sha256: string;
  readonly bytes: number;
}

interface Upload extends NewUpload {
  readonly key: string;
  readonly folder: string;
  readonly initiatedAt: Date;
  readonly parts: Map<number, UploadedPart>;
}

interface NewUpload {
  readonly metadata: Metadata;
  readonly checksumAlgorithm: string | undefined;
}

export interface PartReference {
  readonly number: number;
  readonly etag: string;
}

const MAX_PARTS = 10_000;
/** Minimum size of every part except the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** @returns the id that a request names. No upload has an empty one. */
export const uploadIdIn = (query: URLSearchParams): string => query.get('uploadId') ?? '';

export class MultipartUploads {
  readonly #files: BucketFiles;
  readonly #uploads = new Map<string, Upload>();

  constructor(files: BucketFiles) {
    this.#files = files;
  }

  /** @returns the id of the upload. */
  async create(key: string, upload: NewUpload): Promise<string> {
    this.#files.pathOf(key);
    const id = randomUUID();
    const folder = join(this.#files.unfinished, id);
    await mkdir(folder, { mode: 0o700 });
    this.#uploads.set(id, { key, folder, initiatedAt: new Date(), parts: new Map(), ...upload });
    return id;
  }

  /** @returns those of objects whose keys begin so, with their ids. */
  list(prefix: string): readonly (readonly [id: string, upload: Readonly<Upload>])[] {
    return [...this.#uploads].filter(([, { key }]) => key.startsWith(prefix));
  }

  /** @throws NoSuchUpload */
  partsOf(id: string, key: string): ReadonlyMap<number, UploadedPart> {
    return this.#find(id, key).parts;
  }

  /** @returns the part's ETag. A part that was uploaded before is replaced. */
  async writePart(
    id: string,
    key: string,
    { number, content }: { number: number; content: Buffer },
  ): Promise<string> {
    const upload = this.#find(id, key);
    if (!(Number.isInteger(number) && number >= 1 && number <= MAX_PARTS)) {
      throw s3Error('InvalidArgument', `Part numbers are from 1 to ${MAX_PARTS}.`);
    }
    const file = join(upload.folder, `${number}-${randomUUID()}`);
    await writeFile(file, content, { mode: 0o600 });
    const etag = `"${hash('md5', content)}"`;
    const sha256 = hash('sha256', content, 'base64');
    upload.parts.set(number, { file, etag, sha256, bytes: content.length });
    return etag;
  }

  /** @throws NoSuchUpload, InvalidPart, InvalidPartOrder, EntityTooSmall, PreconditionFailed */
  async complete(
    id: string,
    key: string,
    { parts, onlyNew }: { parts: readonly PartReference[]; onlyNew: boolean },
  ): Promise<StoredObject> {
    const upload = this.#find(id, key);
    const chosen = chosenParts(upload, parts);
    const whole = this.#files.temporaryFile();
    for (const { file } of chosen) {
      await pipeline(createReadStream(file), createWriteStream(whole, { flags: 'a', mode: 0o600 }));
    }
    const object = await this.#files.publish(key, { file: whole, onlyNew, metadata: upload.metadata });
    await this.abort(id, key);
    return object;
  }

  async abort(id: string, key: string): Promise<void> {
    const { folder } = this.#find(id, key);
    this.#uploads.delete(id);
    await rm(folder, { recursive: true, force: true });
  }

  #find(id: string, key: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload?.key !== key) throw s3Error('NoSuchUpload', 'The specified multipart upload does not exist.');
    return upload;
  }
}

function chosenParts({ parts }: Upload, references: readonly PartReference[]): readonly UploadedPart[] {
  const isAscending = references.every(
    ({ number }, index) => index === 0 || number > (references[index - 1]?.number ?? 0),
  );
  if (!isAscending) throw s3Error('InvalidPartOrder', 'The list of parts is not in ascending order.');
  const chosen = references.map(({ number, etag }) => {
    const part = parts.get(number);
    if (!part || part.etag.replaceAll('"', '') !== etag.replaceAll('"', '')) {
      throw s3Error('InvalidPart', `The part ${number} was not uploaded, or has another ETag.`);
    }
    return part;
  });
  if (chosen.length === 0) throw s3Error('MalformedXML', 'The list of parts is empty.');
  if (chosen.slice(0, -1).some(({ bytes }) => bytes < MIN_PART_BYTES)) {
    throw s3Error('EntityTooSmall', 'A part other than the last is smaller than 5 MB.');
  }
  return chosen;
}
