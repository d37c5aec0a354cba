/** Divides lists into batches of the size that one call takes. */
interface BatchSize<T> {
  readonly mostBytes: number;
  readonly bytesOf: (item: T) => number;
}

/** @param size limits the bytes of a batch as well. An item that is larger has its own batch. */
export function batchesOf<T>(items: readonly T[], most: number, size?: BatchSize<T>): T[][] {
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
