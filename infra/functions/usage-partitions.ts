/** Patterns of the partition keys of usage data. */
import {
  usageContentKey,
  usageImportKey,
  usageIndexKey,
  usageLinesKey,
  usagePlaysKey,
  usageRevenueKey,
} from '../../shared/usage/keys.ts';
import { ANY } from '../queues/work-queues.ts';

const usageOf = { subject: { type: ANY, id: ANY }, month: '', dsp: '', album: null, importId: '' };
/** Lines by day and DSP. */
export const usageLines = usageLinesKey(ANY, { dsp: ANY, date: ANY, importId: '', part: 0 }).pk;
/** Revenue of owners. */
const revenues = usageRevenueKey(ANY, { currency: '', month: '', importId: '' }).pk;
/** Rows written by imports. */
export const usageRows = [usageIndexKey(usageOf).pk, usagePlaysKey(usageOf).pk, usageLines, revenues];
/** Imports and their contents. */
export const usageImports = [usageImportKey(ANY).pk, usageContentKey(ANY).pk];

/** @returns the rows from which records of a type are computed. */
export const usageReadFor = (type: string): readonly string[] => {
  if (type === 'royalty-summaries') return [revenues];
  return type.endsWith('-trends') ? playsOf(type) : [];
};

/** @returns the plays for a type of trends. */
const playsOf = (type: string): string[] => {
  const subject = { type: type.replace(/-trends$/, 's'), id: ANY };
  return [usageIndexKey, usagePlaysKey].map((key) => key({ ...usageOf, subject }).pk);
};
