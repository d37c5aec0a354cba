/** An answer as handlers give it, before it is written out for the gateway. */

/** The records a request made, and the status of the answer that shows them. */
export interface Made {
  readonly type: string;
  readonly ids: readonly string[];
  readonly status: number;
  /** The answer is a list, also when there is one. */
  readonly isList?: true;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly document?: object;
  /** The version of the one record the document shows: makes its ETag. */
  readonly version?: number;
  /** Attributes shown in this answer alone, which a replay of it must not show again. */
  readonly secrets?: readonly string[];
}
