/** Relationships of a declaration: to whom, how many, and where the linkage is found. */

import type { Writable } from './attribute.ts';

interface Writability {
  readonly required: boolean;
  readonly writable: Writable;
  /** What a sent id that nobody has is: a 404, or for the rules of the resource to refuse in words of their own. */
  readonly unknownIds: 'missing' | 'judged';
}

export interface ToOne<T extends string = string> extends Writability {
  readonly many: false;
  readonly type: T;
  /** 'id': kept on the record. 'owner': the record's owner. */
  readonly from: 'id' | 'owner';
}

export interface ToMany<T extends string = string> extends Writability {
  readonly many: true;
  readonly type: T;
  /** The relationship of the other side that points here; without it, the ids are kept on this record. */
  readonly inverse: string | null;
  /** Which of the ids kept on the record are shown: what it effectively links. */
  readonly shown: ((fields: Readonly<Record<string, unknown>>) => readonly string[]) | null;
  /** Show the linkage in the answer to a single record even when it is not included. */
  readonly linkage: 'on-request' | 'single';
}

export type Relationship = ToOne | ToMany;

export const toOne = <T extends string>(
  type: T,
  options: Partial<Omit<ToOne, 'many' | 'type'>> = {},
): ToOne<T> => ({
  many: false,
  type,
  required: false,
  unknownIds: 'missing',
  writable: options.from === 'owner' ? 'never' : 'always',
  from: 'id',
  ...options,
});

export const toMany = <T extends string>(
  type: T,
  options: Partial<Omit<ToMany, 'many' | 'type'>> = {},
): ToMany<T> => ({
  many: true,
  type,
  required: false,
  unknownIds: 'missing',
  writable: options.inverse ? 'never' : 'always',
  inverse: null,
  shown: null,
  linkage: 'on-request',
  ...options,
});
