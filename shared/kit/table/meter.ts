/** Counts what one request or one message costs at the table; ends up in its log line. */
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';

export class Meter {
  calls = 0;
  /** Read units (4 KB each, strongly consistent; half for eventual reads). */
  readUnits = 0;
  /** Write units (1 KB each; double in a transaction). */
  writeUnits = 0;

  count(kind: 'read' | 'write', consumed: ConsumedCapacity | ConsumedCapacity[] | undefined): void {
    this.calls += 1;
    const units = [consumed ?? []].flat().reduce((sum, each) => sum + (each.CapacityUnits ?? 0), 0);
    if (kind === 'read') this.readUnits += units;
    else this.writeUnits += units;
  }
}
