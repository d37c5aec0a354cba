/** The attributes of rows in one order, so that they can be compared as text. */

const asText = (value: unknown): unknown =>
  value instanceof Uint8Array ? `bytes:${Buffer.from(value).toString('base64')}` : value;

/** Members in the order of their names. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return asText(value);
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, each]) => [
        name,
        name === 'SS' || name === 'BS' ? (sorted(each) as unknown[]).toSorted() : sorted(each),
      ]),
  );
}
