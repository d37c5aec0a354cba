/** One committed write, as the table's stream tells of it: a record before and after. */
import { fromWire } from '../table/item.ts';
import { type StoredRecord, toRecord } from '../table/records.ts';

export interface Change {
  /** Undefined when the change made the record. */
  readonly before: StoredRecord | undefined;
  /** Undefined when the change removed it. */
  readonly after: StoredRecord | undefined;
}

/** A row in the stream's form. */
export interface Images {
  readonly OldImage?: object | undefined;
  readonly NewImage?: object | undefined;
}

export const changeOf = ({ OldImage, NewImage }: Images): Change => ({
  before: OldImage && recordOf(OldImage),
  after: NewImage && recordOf(NewImage),
});

const recordOf = (image: object): StoredRecord => toRecord(fromWire(image as Parameters<typeof fromWire>[0]));
