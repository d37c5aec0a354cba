/** A year of plays: every day, on every DSP, in many countries. */
import { dspData } from '../../shared/reference/data/dsps.ts';
import type { Subject } from '../../shared/usage/keys.ts';
import { givePlays } from './plays.ts';

const days = Array.from({ length: 365 }, (_, day) =>
  new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
);

export const wholeYear = 'filter[date-from]=2025-01-01&filter[date-to]=2025-12-31';

/** @returns how many trends there are: days times DSPs times countries times albums. */
export async function giveYear(
  subject: Subject,
  { countries, albums = [null] }: { countries: number; albums?: readonly (string | null)[] },
): Promise<number> {
  const codes = Array.from({ length: countries }, (_, index) =>
    String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26)),
  );
  const dsps = dspData.rows().map(({ id }) => id);
  for (const album of albums) {
    for (const dsp of dsps) {
      const played = days.flatMap((date, at) =>
        codes.map((country, index) => {
          const plays = (at * 7919 + index * 104_729) % 90_001;
          return { date, dsp, country, album, plays };
        }),
      );
      await givePlays(subject, played);
    }
  }
  return days.length * dsps.length * codes.length * albums.length;
}
