/** Creates a value on first use and keeps it. Mark the call as pure, so that bundles omit unused values. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T; readonly generation: number } | undefined;
  return () => {
    if (made?.generation !== generation) made = { value: make(), generation };
    return made.value;
  };
}

let generation = 0;

/** @internal Test files that run in one process each begin as a new process does. */
export function forgetAll(): void {
  generation += 1;
}
