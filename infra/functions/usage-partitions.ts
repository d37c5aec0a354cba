/** Patterns of the partition keys of reports. */
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
/** The lines of owners' tracks, by day and DSP. */
export const usageLines = usageLinesKey(ANY, { dsp: ANY, date: ANY, importId: '', part: 0 }).pk;
/** What owners have earned. */
const revenues = usageRevenueKey(ANY, { currency: '', month: '', importId: '' }).pk;
/** What reports bring. */
export const usageRows = [usageIndexKey(usageOf).pk, usagePlaysKey(usageOf).pk, usageLines, revenues];
/** The imports themselves. */
export const usageImports = [usageImportKey(ANY).pk, usageContentKey(ANY).pk];

/** What records of a type are made of: plays or revenue. */
export const usageReadFor = (type: string): readonly string[] => {
  if (type === 'royalty-summaries') return [revenues];
  return type.endsWith('-trends') ? playsOf(type) : [];
};

/** The plays that a type of trends consists of. */
const playsOf = (type: string): string[] => {
  const subject = { type: type.replace(/-trends$/, 's'), id: ANY };
  return [usageIndexKey, usagePlaysKey].map((key) => key({ ...usageOf, subject }).pk);
};
