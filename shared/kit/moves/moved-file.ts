/**
 * One file of an export, with a line of JSON for each record or row. Features declare in `moved.ts` what is
 * particular about theirs.
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
  /** Whether exports of earlier versions lack the file. */
  readonly isAddedLater?: boolean;
  /** @param after `next` of the preceding page. */
  read(reading: Exporting, owner: string, after: string | undefined): Promise<FilePage>;
  /** Reads some lines again, with strong consistency. Files without it have no lines that need records. */
  readAgain?(moving: Moving, place: LineAddress): Promise<readonly Line[]>;
  /** Examines a line alone. */
  inspect(api: Pick<Api, 'resources' | 'keys'>, line: unknown): Inspected;
  /** Compares lines with the stage, without writing. The lines must have been inspected. */
  check(store: Store, lines: readonly Line[]): Promise<LineStatus[]>;
  /** Writes lines that are not there yet, after the lines of earlier files. */
  write(moving: Moving, lines: readonly Line[]): Promise<LineStatus[]>;
  /** Follows after all lines of all files were written. Idempotent. */
  finish?(store: Store, lines: readonly Line[], options: { readonly takesOver: boolean }): Promise<void>;
}

export interface Moving extends Store {
  /** Seals secrets in lines; undefined if they are omitted. */
  readonly key: Uint8Array | undefined;
}

export interface Exporting extends Moving {
  /** Whether a record existed when the export began. Others are omitted. */
  readonly isKept: (id: string) => boolean;
}

export interface FilePage {
  readonly lines: readonly Line[];
  /** Position of the next page; undefined at the end. */
  readonly next: string | undefined;
}

export type Inspected =
  | { readonly faults: readonly string[] }
  | (Fitting & {
      /** The user or the organization whose line it is. */
      readonly owner: string;
      /** Names the line in its file. */
      readonly id: string;
      /** What only one line of all files may have. Each record claims itself. */
      readonly claims: readonly string[];
      /** Whether work on the record had not ended. */
      readonly isUnfinished: boolean;
    });

/** How a line fits to other lines. */
export interface Fitting {
  readonly needs: readonly Need[];
  /** What lines may need of it, besides its claims. Several lines can offer the same. */
  readonly offers: readonly string[];
  /** Numbers by text. For each text, all lines together offer the text, a space and the least number. */
  readonly least?: readonly { readonly of: string; readonly number: number }[];
}

/** What another line must claim or offer. */
export interface Need {
  readonly text: string;
  /** Where that line is. */
  readonly at: Omit<LineAddress, 'owner'>;
  /**
   * 'link' to a record, 'linked' by a record, or 'equal': lines that are written together say the same.
   * Unequal lines are read again, and are not a problem if the stage has them so.
   */
  readonly kind: 'link' | 'linked' | 'equal';
}

/** The line with an id or, with `by`, those of the records that link by it to the record with the id. */
export interface LineAddress {
  readonly file: string;
  readonly owner: string;
  readonly id: string;
  readonly by?: string | undefined;
}

/** 'new' or 'written', 'there' with the same content, 'differs': there with another, which stays. */
export type LineStatus = 'new' | 'there' | 'differs' | { readonly problem: string };

export const claimOf = (type: string, id: string): string => `${type} ${id}`;

export const recordNeed = (type: string, id: string): Need => ({
  text: claimOf(type, id),
  at: { file: type, id },
  kind: 'link',
});
