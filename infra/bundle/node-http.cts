/**
 * Replaces `node:http` in the bundles. Importing the built-in as an ES module evaluates all its exports, such
 * as WebSocket and fetch, which takes a quarter of a function's start-up time.
 */
module.exports = process.getBuiltinModule('node:http');
