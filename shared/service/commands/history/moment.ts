/** What happened at a time, in the history of an organization. */

export interface HistoryMoment {
  readonly at: string;
  readonly kind: 'change' | 'command' | 'event';
  readonly what: string;
  readonly type: string | null;
  readonly id: string;
  readonly name?: unknown;
  readonly album?: string | null;
  readonly actor?: unknown;
  readonly detail?: unknown;
  readonly arguments?: unknown;
  /** Distinguishes moments of a record, always in the same way. */
  readonly part: number;
}

/** Moments that were read, in any order. */
export interface Stretch {
  readonly moments: readonly HistoryMoment[];
  /** The position down to which no moment is missing. Empty if there are no others. */
  readonly from: string;
}

export interface HistoryPage {
  readonly organization: string;
  readonly users: readonly string[];
  readonly limit: number;
  readonly since: string;
  /** The position at the end of the previous page; '~' for the first page. */
  readonly after: string;
}

/** The position of a moment. Positions sort by time. */
export const positionOf = ({ at, kind, id, part }: HistoryMoment): string =>
  `${at}#${kind}#${id}#${String(part).padStart(3, '0')}`;

/** @returns the time of a position; '~' for the first page. */
export const timeOf = (position: string): string => position.replace(/#.*$/, '');

/** @returns a position before all others of that time. */
export const startOf = (at: string): string => `${at}#~`;

export const latest = (positions: readonly string[]): string =>
  positions.reduce((latest, each) => (each > latest ? each : latest), '');

/** @returns the moments of a page that a source has, and where the rest begins. */
export function newest(
  { moments, from }: Stretch,
  { limit, since, after }: Pick<HistoryPage, 'limit' | 'since' | 'after'>,
): { shown: { position: string; moment: HistoryMoment }[]; from: string } {
  const onPage = moments
    // Positions of other times need not be made.
    .filter(({ at }) => at >= since && at <= timeOf(after))
    .map((moment) => ({ position: positionOf(moment), moment }))
    .filter(({ position }) => position < after && position > from)
    .sort((left, right) => (left.position < right.position ? 1 : -1));
  const next = onPage[limit]?.position;
  return { shown: onPage.slice(0, limit), from: next ?? from };
}
