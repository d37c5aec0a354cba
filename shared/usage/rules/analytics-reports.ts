/** Rules of analytics reports: the possible DSPs and days. */
import type { Problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';

/** Numeric ids of the DSPs with reports. */
export const reportedDsps = [1, 3, 4, 6, 9] as const;

export const reportStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** How a report is made. 'begun': the first attempt. 'given_up': after the last one. 'repeated': by an operator. */
export const reportMoves = [
  { from: ['pending'], on: 'begun', to: 'processing' },
  { from: ['processing'], on: 'written', to: 'completed' },
  { from: ['processing'], on: 'given_up', to: 'failed' },
  { from: ['failed'], on: 'repeated', to: 'pending' },
] as const;
type ReportMove = (typeof reportMoves)[number];

export const reportStatusAfter = (on: ReportMove['on']): ReportMove['to'] =>
  required(
    reportMoves.find((move) => move.on === on),
    `No report is ${on}.`,
  ).to;

/** Whether the report is unfinished. */
export const isRunning = (status: unknown): boolean => status === 'pending' || status === 'processing';

/** @param date YYYY-MM-DD. @returns a problem for a day in the future (UTC). */
export function dayProblems(date: string, now: Date): Problem[] {
  if (date <= now.toISOString().slice(0, 10)) return [];
  const detail = 'date must not be in the future (UTC).';
  return [{ code: 'invalid_value', detail, pointer: '/data/attributes/date' }];
}
