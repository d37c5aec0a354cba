/**
 * Replaces the package `debug` in the bundles. A dependency of file-type writes its steps with it. The original is a
 * CommonJS module that requires built-ins of Node, which a bundle of ES modules cannot do.
 */
const silent = (): void => {};

export default () => silent;
