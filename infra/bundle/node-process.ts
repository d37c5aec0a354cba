/** Replaces `node:process` in the bundles, as node-util.ts does with `node:util`: its exports contain the standard streams. */
export const { env, versions } = process;
