/** @param why the value cannot be undefined. @throws Error with that sentence. */
export function required<T>(value: T | undefined, why: string): T {
  if (value === undefined) throw new Error(why);
  return value;
}
