/**
 * Replaces the package `debug`, which a dependency of file-type uses, in the bundles, where its
 * output is not read.
 */
const silent = (): void => {};

export default () => silent;
