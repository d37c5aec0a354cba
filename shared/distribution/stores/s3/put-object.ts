/** Places one file in the bucket of a store. What an attempt that was interrupted has placed is not sent again. */
import { createHash, hash } from 'node:crypto';
import type { ForeignBucket } from '../../../platform/foreign-bucket/foreign-bucket.ts';
import type { UploadedPart } from '../../../platform/foreign-bucket/part-uploads.ts';
import { partsOf } from '../connected/parts-of.ts';
import { StoreFailure } from '../connected/store-failure.ts';
import type { PlacedFile } from '../connected/store-files.ts';

/** @returns the response of the store. @param action what it is asked to do, for the sentence of a failure. */
export type Ask = <T>(action: string, call: () => Promise<T>) => Promise<T>;

interface Placing {
  readonly ask: Ask;
  /** Called before the store can see the file. */
  readonly confirm: () => Promise<void>;
}

/** Larger files have several parts. The largest file has 750. @internal Tests need parts. */
export const PART_BYTES = 8 * 1024 * 1024;
/** Of one file. One more is being read. */
const CONCURRENT_PARTS = 2;

/** @returns how many bytes were sent. @throws StoreFailure. The next call continues. */
export async function putObject(bucket: ForeignBucket, file: PlacedFile, placing: Placing): Promise<number> {
  if (await isThere(bucket, file, placing)) return 0;
  const sent = file.bytes <= PART_BYTES ? putWhole(bucket, file, placing) : putInParts(bucket, file, placing);
  const bytes = await sent;
  if (!(await isThere(bucket, file, placing)))
    throw new StoreFailure(
      'protocol',
      `The file ${file.path} at the store differs from the one that was sent.`,
    );
  return bytes;
}

/** S3 has checked what was sent, and only this stage has given it this sum. */
async function isThere(
  bucket: ForeignBucket,
  { path, bytes, sha256 }: PlacedFile,
  { ask }: Placing,
): Promise<boolean> {
  const there = await ask(`look at ${path}`, () => bucket.find(path));
  return there?.bytes === bytes && there.sha256 === sha256;
}

async function putWhole(
  bucket: ForeignBucket,
  { path, bytes, sha256, read }: PlacedFile,
  { ask, confirm }: Placing,
): Promise<number> {
  const pieces: Uint8Array[] = [];
  for await (const piece of read(0)) pieces.push(piece);
  const content = Buffer.concat(pieces);
  requireSame(hash('sha256', content), sha256, path);
  await confirm();
  await ask(`write ${path}`, () => bucket.put(path, content, sha256));
  return bytes;
}

async function putInParts(
  bucket: ForeignBucket,
  { path, sha256, read }: PlacedFile,
  { ask, confirm }: Placing,
): Promise<number> {
  const { parts } = bucket;
  const asked = <T>(call: () => Promise<T>) => ask(`write ${path}`, call);
  const left = await asked(() => parts.unfinished(path));
  const upload = left ?? (await asked(() => parts.begin(path, sha256)));
  const there = left ? await asked(() => parts.list(left)) : new Map<number, UploadedPart>();
  const sending = new Sending((number, part) => asked(() => parts.put(upload, number, part)), there);
  const whole = createHash('sha256');
  for await (const content of partsOf(read(0), PART_BYTES)) {
    whole.update(content);
    await sending.add(content);
  }
  const placed = await sending.all();
  requireSame(whole.digest('hex'), sha256, path);
  await confirm();
  await asked(() => parts.complete(upload, placed));
  return sending.bytes;
}

type PutPart = (
  number: number,
  part: { readonly content: Uint8Array; readonly sha256: string },
) => ReturnType<ForeignBucket['parts']['put']>;

/** The parts of one file, some of which are on their way. */
class Sending {
  readonly #put: PutPart;
  readonly #there: ReadonlyMap<number, UploadedPart>;
  readonly #parts: Promise<UploadedPart>[] = [];
  readonly #underWay: Promise<UploadedPart>[] = [];
  /** How many were sent. */
  bytes = 0;

  constructor(put: PutPart, there: ReadonlyMap<number, UploadedPart>) {
    this.#put = put;
    this.#there = there;
  }

  /** @throws StoreFailure of a part before. */
  async add(content: Uint8Array): Promise<void> {
    const number = this.#parts.length + 1;
    const sha256 = hash('sha256', content, 'base64');
    const known = this.#there.get(number);
    if (known?.sha256 === sha256) {
      this.#parts.push(Promise.resolve(known));
      return;
    }
    if (this.#underWay.length >= CONCURRENT_PARTS) await this.#underWay.shift();
    const part = this.#put(number, { content, sha256 });
    // It is awaited later. A failure before is not unhandled.
    part.catch(() => {});
    this.#parts.push(part);
    this.#underWay.push(part);
    this.bytes += content.length;
  }

  all(): Promise<UploadedPart[]> {
    return Promise.all(this.#parts);
  }
}

function requireSame(found: string, sha256: string, path: string): void {
  if (found !== sha256) throw new Error(`The file of the package is not the one in its manifest: ${path}.`);
}
