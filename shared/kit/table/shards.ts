/** Distributes texts evenly over shards. */
export function shardOf(text: string, shards: number): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash % shards;
}
