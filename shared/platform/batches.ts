/**
 * Splits a list into batches for calls that limit the number of items or bytes.
 * @param size also limits the bytes of a batch. Larger items get their own batch.
 */
export function batchesOf<T>(
  items: readonly T[],
  most: number,
  size?: { readonly mostBytes: number; readonly bytesOf: (item: T) => number },
): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const more = size?.bytesOf(item) ?? 0;
    const batch = batches.at(-1);
    bytes += more;
    if (batch && batch.length < most && bytes <= (size?.mostBytes ?? bytes)) batch.push(item);
    else {
      batches.push([item]);
      bytes = more;
    }
  }
  return batches;
}
