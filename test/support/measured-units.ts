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
