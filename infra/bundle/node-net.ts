/** Replaces `node:net` in the bundles, as node-util.ts does with `node:util`. */
export const { BlockList, isIP } = process.getBuiltinModule('node:net');
