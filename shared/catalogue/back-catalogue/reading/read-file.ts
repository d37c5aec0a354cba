/** A release as it was read from a file, with the places of its fields. */

import type { GenreOf } from '../../../reference/named-genres.ts';
import type { Release } from '../release-form.ts';

/** What the reader of a file gets. */
export interface About {
  /** The name of the file in messages. */
  readonly file: string;
  readonly resolve: Resolve;
  /** By default, finds genres by the names of the catalogue. */
  readonly genreOf?: GenreOf;
}

/** What the reader of a message gets. */
export interface AboutMessage extends About {
  /** Decides which deals are in force. */
  readonly now: Date;
  /** By default, texts in files are omitted. */
  readonly textAt?: TextAt;
}

export interface ReadRelease {
  readonly release: Release;
  /** Where a field stands, for messages: the file with the line, and the column or the element. */
  readonly placeOf: (at: { readonly track?: number; readonly field: string }) => string;
  /** Fields that the reader has reported (`fieldName`). Further problems with them follow from that. */
  readonly malformed: ReadonlySet<string>;
}

/** @param track place in the list of tracks; undefined for the release. */
export const fieldName = (field: string, track?: number): string => [track, field].join('/');

export interface ReadFile {
  readonly releases: readonly ReadRelease[];
  /** Sentences, with the place. */
  readonly problems: readonly string[];
  /** What the catalogue cannot hold, with the place. */
  readonly notes: readonly Note[];
}

/** A file of which nothing can be imported. */
export const failedFile = (...problems: readonly string[]): ReadFile => ({
  releases: [],
  problems,
  notes: [],
});

export interface Note {
  readonly note: string;
  readonly place: string;
}

/** Resolves an address of a master. @returns the address, or why it cannot be used. */
export type Resolve = (address: string) => { readonly url: string } | { readonly fault: string };

/** Reads a text file beside the message. @returns the text, or why it cannot be read, a sentence. */
export type TextAt = (path: string) => { readonly text: string } | { readonly fault: string };
