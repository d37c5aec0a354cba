/** Creates a value on first use and keeps it. Mark the call as pure, so that bundles omit unused values. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
