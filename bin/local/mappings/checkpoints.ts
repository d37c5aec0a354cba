/** The last sequence number that a mapping has processed in each shard of its stream. */
import type { State } from '../host/state.ts';

export interface Checkpoints {
  get(shard: string): string | undefined;
  set(shard: string, sequenceNumber: string): void;
}

/** @param reader of a mapping and stream. The new stream of a recreated table is read from its start. */
export function openCheckpoints({ database }: State, reader: string): Checkpoints {
  database.exec(`CREATE TABLE IF NOT EXISTS checkpoints (
    reader TEXT, shard TEXT, sequence_number TEXT, PRIMARY KEY (reader, shard)) WITHOUT ROWID`);
  const read = database.prepare('SELECT sequence_number FROM checkpoints WHERE reader = ? AND shard = ?');
  const write = database.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?)');
  return {
    get(shard) {
      const value = read.get(reader, shard)?.['sequence_number'];
      return typeof value === 'string' ? value : undefined;
    },
    set: (shard, sequenceNumber) => write.run(reader, shard, sequenceNumber),
  };
}
