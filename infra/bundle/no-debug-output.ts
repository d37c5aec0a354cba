/**
 * Replaces the package `debug`, which a dependency of file-type uses, in the bundles. Nobody reads its output
 * there.
 */
const silent = (): void => {};

export default () => silent;
