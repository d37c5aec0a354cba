/**
 * What requests and events cost at the table. Tests measure these figures, and compare the documents with
 * them.
 */
import type { Units } from './costs.ts';

const units = (calls: number, readUnits: number, writeUnits: number): Units => ({
  calls,
  readUnits,
  writeUnits,
});

export const measuredUnits = {
  'POST /labels': units(2, 0, 8),
  'GET /labels/{id}': units(3, 1.5, 1),
  'PATCH /labels/{id}': units(4, 1.5, 6),
  'PATCH /labels/{id}, unchanged': units(3, 1.5, 1),
  'DELETE /labels/{id}': units(3, 1, 8),
  /** To one endpoint, delivered by the first attempt. */
  event: units(4, 2.5, 4),
} as const;

/** Of a release of ten tracks to a connected store: package, transfer and acknowledgement. */
export const connectedStoreUse = {
  readUnits: 144.5,
  writeUnits: 86,
  objectReads: 28,
  objectWrites: 13,
} as const;

/** Of a reading of a connected store that finds nothing new. */
export const readingUse = { readUnits: 3.5, writeUnits: 13 } as const;
