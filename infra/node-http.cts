/**
 * Bundled into functions in place of `node:http`. As an ES module, the built-in is loaded with every export it has,
 * WebSocket and fetch among them, which is a quarter of a function's start-up time; this way nothing more is loaded
 * than is used.
 */
module.exports = process.getBuiltinModule('node:http');
