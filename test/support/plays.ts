/** Plays without a report, written as imports write them. */

import type { Subject } from '../../shared/usage/keys.ts';
import { cellOf } from '../../shared/usage/rows/pack-plays.ts';
import { playsRows } from '../../shared/usage/rows/usage-rows.ts';
import { writeRows } from './rows-of.ts';

export interface Played {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly dsp?: string;
  readonly country?: string;
  readonly album?: string | null;
  readonly plays?: number;
}

/** @param importId plays of different imports are added up; those of one are replaced, month by month. */
export async function givePlays(
  subject: Subject,
  played: readonly Played[],
  importId = 'test',
): Promise<void> {
  const groups = Map.groupBy(
    played,
    ({ date, dsp = '1', album = null }) => `${date.slice(0, 7)} ${dsp} ${album}`,
  );
  const rows = [...groups.values()].flatMap((group) => {
    const [{ date = '', dsp = '1', album = null } = {}] = group;
    const plays = new Map(group.map((each) => [cellOf(each.date, each.country ?? 'US'), each.plays ?? 1]));
    return playsRows({ importId, run: 'test' }, { subject, month: date.slice(0, 7), dsp, album }, plays);
  });
  await writeRows(rows);
}
