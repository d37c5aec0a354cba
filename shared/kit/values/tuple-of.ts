type Tuple<N extends number, T, Items extends readonly T[] = []> = Items['length'] extends N
  ? Items
  : Tuple<N, T, readonly [...Items, T]>;

/**
 * @throws Error if the list has another number of items.
 * @example const [date, dsp] = tupleOf(2, '2026-11-20 1'.split(' '))
 */
export function tupleOf<const N extends number, T>(count: N, items: readonly T[]): Tuple<N, T> {
  if (items.length !== count) throw new Error(`There are ${items.length} items instead of ${count}.`);
  // The number of items was checked.
  return items as Tuple<N, T>;
}
