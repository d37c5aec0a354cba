/** An API response as handlers return it, independent of the gateway. */

import type { IgnoredMember } from '../jsonapi/ignored-members.ts';
import type { UnreadableRow } from '../table/unreadable-row.ts';

/** Records created by a request, and the status of the response that shows them. */
export interface CreatedRecords {
  readonly type: string;
  readonly ids: readonly string[];
  readonly status: number;
  /** Whether the response is a list even for a single record. */
  readonly isList?: true;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly document?: object;
  /** A body that is not a document, with its media type. */
  readonly text?: { readonly contentType: string; readonly body: string };
  /** Members of the request whose values the rules of its type have ignored. */
  readonly ignored?: readonly IgnoredMember[];
  /** Notes on the request, added to the top-level `meta`. They do not affect the ETag. */
  readonly remarks?: Readonly<Record<string, unknown>>;
  /** What a list lacks because its rows cannot be read, for the log. */
  readonly damaged?: readonly UnreadableRow[];
  /** Version of the single record in the document, for its ETag. */
  readonly version?: number;
  /** Attributes shown only in this response, and omitted from replays. */
  readonly secrets?: readonly string[];
}
