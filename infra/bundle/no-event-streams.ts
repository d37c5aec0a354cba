/**
 * Replaces the SDK's event streams in the bundles. No function uses them. The SDK imports them dynamically,
 * for which esbuild would wrap most modules of the SDK into functions, and Node would parse these twice.
 */

/** Has the names of the exports that the SDK imports. */
export const eventStreamSerdeProvider = () => ({});

export const resolveEventStreamSerdeConfig = <T>(config: T): T => config;

export class EventStreamSerde {
  constructor() {
    throw new Error('Bundles have no event streams.');
  }
}
