/** An answer as handlers give it, before it is written out for the gateway. */

/** The record a request made, and the status of the answer that shows it. */
export interface Made {
  readonly type: string;
  readonly id: string;
  readonly status: number;
}

export interface Response {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly document?: object;
  /** The version of the one record the document shows: makes its ETag. */
  readonly version?: number;
  /** Attributes shown in this answer alone, which a replay of it must not show again. */
  readonly secrets?: readonly string[];
}
