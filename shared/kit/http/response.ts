/** An API response as handlers return it, independent of the gateway. */

/** The records a request created, and the status of the response that shows them. */
export interface Made {
  readonly type: string;
  readonly ids: readonly string[];
  readonly status: number;
  /** The response is a list, even for a single record. */
  readonly isList?: true;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly document?: object;
  /** What the top-level `meta` says of the request beside the document: no part of the record, nor of its ETag. */
  readonly remarks?: Readonly<Record<string, unknown>>;
  /** Version of the single record in the document, for its ETag. */
  readonly version?: number;
  /** Attributes shown only in this response: a replay must not repeat them. */
  readonly secrets?: readonly string[];
}
