/** @param why the value is never undefined or null. @throws Error with that sentence. */
export function required<T>(value: T, why: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(why);
  return value;
}
