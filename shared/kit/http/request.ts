/** An API request, independent of the gateway. */

export interface ApiRequest {
  readonly id: string;
  readonly method: string;
  /** Decoded by the gateway, without the version prefix: /labels/17. */
  readonly path: string;
  /** The length of the path and the query. */
  readonly urlBytes: number;
  /** Query parameters, decoded, in the order they were sent. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined if the request has no body. */
  readonly rawBody: string | undefined;
  /** False if the body is not UTF-8. `rawBody` then contains replacement characters. */
  readonly isText: boolean;
  /** The parsed body, or undefined until the media type is checked. */
  readonly body: unknown;
  readonly sourceAddress: string;
}
