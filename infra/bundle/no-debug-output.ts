/**
 * Replaces the package `debug`, which a dependency of file-type uses, in the bundles. The original is a
 * CommonJS module that requires Node built-ins, which does not work in an ES module bundle.
 */
const silent = (): void => {};

export default () => silent;
