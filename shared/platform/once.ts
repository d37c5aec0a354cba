/** Creates a value on first use and keeps it. Mark the call as pure, so that bundles omit unused values. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T; readonly generation: number } | undefined;
  return () => {
    if (made?.generation !== generation) made = { value: make(), generation };
    return made.value;
  };
}

let generation = 0;

/** @internal Resets all values, for test files that share a process. */
export function forgetAll(): void {
  generation += 1;
}
