/** Counts the table calls and units of a request or message, for its log line. */
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';

/** Read units of an eventually consistent read of up to 4 KB. */
export const LEAST_UNITS = 0.5;

export class Meter {
  calls = 0;
  /** A unit reads 4 KB with strong consistency. Eventually consistent reads cost half. */
  readUnits = 0;
  /** The part of these units that searches took, which have a separate limit. */
  searchUnits: number | undefined;
  /** A unit writes 1 KB. Transactions cost double. */
  writeUnits = 0;

  count(kind: 'read' | 'write', consumed: ConsumedCapacity | ConsumedCapacity[] | undefined): void {
    this.calls += 1;
    const units = [consumed ?? []].flat().reduce((sum, each) => sum + (each.CapacityUnits ?? 0), 0);
    if (kind === 'read') this.readUnits += units;
    else this.writeUnits += units;
  }
}
