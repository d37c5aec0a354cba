/** A request as everything behind the edge sees it: nobody from here on knows the gateway. */

export interface ApiRequest {
  readonly id: string;
  readonly method: string;
  /** Decoded by the gateway, without the version prefix: /labels/17. */
  readonly path: string;
  /** Query parameters, decoded, in the order they were sent. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As it was sent. */
  readonly rawBody: string | undefined;
  /** Whether the body is UTF-8; of another, `rawBody` shows replacement characters. */
  readonly isText: boolean;
  /** Parsed, once the media type was accepted. */
  readonly body: unknown;
  readonly sourceAddress: string;
}
