/** The contributions of a report's lines to rows. Those to one row have the same group, named by a text. */
import { formatAmount } from '../../kit/values/money.ts';
import type { PlaysId } from '../keys.ts';
import { cellOf } from '../rows/pack-plays.ts';
import { NO_ALBUM } from '../rows/usage-rows.ts';
import { isrcsBeginningWith } from '../rules/line-isrcs.ts';
import type { UsageLine } from '../rules/usage-line.ts';
import type { FoundTrack } from './find-tracks.ts';

/** The last field can be any text. The others are ids, types and times. */
const fieldsOf = {
  plays: ['type', 'id', 'month', 'dsp', 'album'],
  lines: ['owner', 'dsp', 'date'],
  revenue: ['owner', 'month', 'currency'],
} as const;

export type GroupKind = keyof typeof fieldsOf;
type GroupFields<K extends GroupKind> = Readonly<Record<(typeof fieldsOf)[K][number], string>>;

const SEPARATOR = '|';

/** @returns a text without a tab, if the fields have none. @internal */
export function encodeGroup<K extends GroupKind>(kind: K, fields: GroupFields<K>): string {
  const names: readonly (keyof GroupFields<K>)[] = fieldsOf[kind];
  return [kind, ...names.map((name) => fields[name])].join(SEPARATOR);
}

export function decodeGroup<K extends GroupKind>(kind: K, group: string): GroupFields<K> {
  const names = fieldsOf[kind];
  const values = group.slice(kind.length + SEPARATOR.length).split(SEPARATOR);
  const last = values.splice(names.length - 1).join(SEPARATOR);
  // Each name of the kind has a value.
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? last])) as GroupFields<K>;
}

export interface Contribution {
  readonly group: string;
  readonly item: string;
}

export const contributionLine = ({ group, item }: Contribution): string => `${group}\t${item}`;

export function readContribution(line: string): Contribution & { readonly kind: GroupKind } {
  const end = line.indexOf('\t');
  const kind = line.slice(0, line.indexOf(SEPARATOR)) as GroupKind;
  return { group: line.slice(0, end), kind, item: line.slice(end + 1) };
}

const monthOf = ({ date }: UsageLine): string => date.slice(0, 7);

export const playsContribution = (
  line: UsageLine,
  { subject, album }: Pick<PlaysId, 'subject' | 'album'>,
): Contribution => ({
  group: encodeGroup('plays', { ...subject, month: monthOf(line), dsp: line.dsp, album: album ?? '' }),
  item: `${cellOf(line.date, line.country)},${line.plays}`,
});

export function lineContribution(line: UsageLine, track: FoundTrack): Contribution {
  const { owner, id, album } = track;
  const { country, plays, revenue, currency } = line;
  const isrcs = isrcsBeginningWith(track.isrc, line.isrc);
  return {
    group: encodeGroup('lines', { owner, dsp: line.dsp, date: line.date }),
    item: [isrcs, id, country, plays, formatAmount(revenue), currency, album ?? NO_ALBUM].join('\t'),
  };
}

export const revenueGroup = (line: UsageLine, { owner }: FoundTrack): string =>
  encodeGroup('revenue', { owner, month: monthOf(line), currency: line.currency });
