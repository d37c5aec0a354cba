/**
 * What is made when it is first needed, and then kept for as long as the process lives. Modules mark the call as pure, so that
 * a bundle omits what no function uses.
 */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
