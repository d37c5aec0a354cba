/**
 * The ids of an organization and of all that it has, by which its rows and objects are known. They are kept in the bucket
 * while it is erased, because its records are deleted meanwhile.
 */
import { randomUUID } from 'node:crypto';
import type { Bucket } from '../../../platform/bucket/bucket.ts';

/** An organization or a user, instead of the type of a record. */
export const OWNER = 'owner';
/** The type is not known. */
export const ANY_TYPE = '*';
/** The folder of a package, instead of the type of a record. */
export const PACKAGE = 'package';

export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** Prefix of the objects. */
export const LEAVING_PREFIX = 'leaving/';

const folderOf = (organization: string): string => `${LEAVING_PREFIX}${organization}/`;

export class Belongings {
  readonly #ids = new Map<string, Set<string>>();

  add({ type, id }: Reference): void {
    const ids = this.#ids.get(type);
    if (ids) ids.add(id);
    else this.#ids.set(type, new Set([id]));
  }

  has({ type, id }: Reference): boolean {
    if (type === ANY_TYPE) return [...this.#ids.values()].some((ids) => ids.has(id));
    return this.#ids.get(type)?.has(id) ?? false;
  }

  /** In the order in which they were added. */
  of(type: string): readonly string[] {
    return [...(this.#ids.get(type) ?? [])];
  }

  *[Symbol.iterator](): Generator<Reference> {
    for (const [type, ids] of this.#ids) for (const id of ids) yield { type, id };
  }
}

/** Adds what was found to what is kept. */
export async function keep(bucket: Bucket, organization: string, found: Belongings): Promise<void> {
  const text = Array.from(found, ({ type, id }) => `${type} ${id}\n`).join('');
  if (text !== '') await bucket.create(`${folderOf(organization)}${randomUUID()}`, [text]);
}

export async function kept(bucket: Bucket, organization: string): Promise<Belongings> {
  const belongings = new Belongings();
  for await (const { key } of bucket.list(folderOf(organization))) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bucket.read(key)) pieces.push(piece);
    for (const line of Buffer.concat(pieces).toString().split('\n')) {
      const [type, id] = line.split(' ');
      if (type && id) belongings.add({ type, id });
    }
  }
  return belongings;
}

export async function forgetKept(bucket: Bucket, organization: string): Promise<void> {
  for await (const { key } of bucket.list(folderOf(organization))) await bucket.delete(key);
}
