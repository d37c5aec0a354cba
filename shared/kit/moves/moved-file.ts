/**
 * One file of an export, with a line of JSON for each record or row. Features declare in `moved.ts` what is particular about
 * theirs.
 */
import type { Api } from '../declare/api.ts';
import type { Store } from '../records/store.ts';

/** A line as parsed. */
export type Line = Readonly<Record<string, unknown>>;

export interface MovedFile {
  /** Without `.jsonl`. */
  readonly name: string;
  /** Whether its lines belong to the organization or to its users. */
  readonly owner: 'organization' | 'user';
  /** Identifies the members of its lines, so that another version is noticed. */
  readonly layout: string;
  /** @param after `next` of the preceding page. */
  read(moving: Moving, owner: string, after: string | undefined): Promise<FilePage>;
  /** Examines a line alone. */
  inspect(api: Pick<Api, 'resources' | 'keys'>, line: unknown): Inspected;
  /** Compares lines with the stage, without writing. The lines must have been inspected. */
  check(store: Store, lines: readonly Line[]): Promise<Found[]>;
  /** Writes lines that are not there yet, after the lines of earlier files. */
  write(moving: Moving, lines: readonly Line[]): Promise<Found[]>;
  /** Follows after all lines of all files were written. Idempotent. */
  finish?(store: Store, lines: readonly Line[], options: { readonly takesOver: boolean }): Promise<void>;
}

export interface Moving extends Store {
  /** Seals secrets in lines; undefined if they are omitted. */
  readonly key: Uint8Array | undefined;
}

export interface FilePage {
  readonly lines: readonly Line[];
  /** Position of the next page; undefined at the end. */
  readonly next: string | undefined;
}

export type Inspected =
  | { readonly faults: readonly string[] }
  | {
      /** The user or the organization whose line it is. */
      readonly owner: string;
      /** What only one line of all files may have. */
      readonly claims: readonly string[];
      /** The records that it needs, as `<type> <id>`. Each record claims itself. */
      readonly needs: readonly string[];
      /** Whether work on the record had not ended. */
      readonly isUnfinished: boolean;
    };

/** 'new' or 'written', 'there' with the same content, 'differs': there with another, which stays. */
export type Found = 'new' | 'there' | 'differs' | { readonly problem: string };

export const claimOf = (type: string, id: string): string => `${type} ${id}`;
