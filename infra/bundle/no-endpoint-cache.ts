/**
 * Replaces the cache of the SDK's endpoint discovery in the bundles. Discovery is off, and the cache needs CommonJS modules
 * that are evaluated when the bundle loads.
 */
export class EndpointCache {}
