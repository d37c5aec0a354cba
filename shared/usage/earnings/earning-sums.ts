/** Sums of what lines earned, by each of the things that statements group by. */
import { tupleOf } from '../../kit/values/tuple-of.ts';
import type { UsageLine } from '../rules/usage-line.ts';

export const earningGroups = ['track', 'album', 'dsp', 'country'] as const;

export type EarningGroup = (typeof earningGroups)[number];

/** Lengths of the rows with earnings, by group. */
export type EarningSizes = Readonly<Record<EarningGroup, number>>;

/** The track of a line. */
interface EarningTrack {
  readonly id: string;
  readonly isrc: string;
  readonly album: string | null;
}

/** What a track, an album, a DSP or a country earned. */
export interface Earning {
  /** An id, or the code of a country. Empty for tracks without an album. Joined if it is by several. */
  readonly member: string;
  readonly plays: number;
  /** In units of 10^-12. */
  readonly revenue: bigint;
  /** The alphabetically first code under which a track was reported. Empty for other groups. */
  readonly isrc: string;
}

/** Between the members of what is by several. Neither ids nor codes contain it. */
const SEPARATOR = ' ';

export const joinedMembers = (members: readonly string[]): string => members.join(SEPARATOR);

export const membersIn = (joined: string): string[] => joined.split(SEPARATOR);

export const firstMember = (joined: string): string => {
  const end = joined.indexOf(SEPARATOR);
  return end < 0 ? joined : joined.slice(0, end);
};

/** Members by their order: ids by number, codes alphabetically. Of joined ones, the first decides first. */
export function compareMembers(left: string, right: string): number {
  const [mine, theirs] = [membersIn(left), membersIn(right)];
  for (const [at, member] of mine.entries()) {
    const other = theirs[at];
    const order = other === undefined ? 1 : compareOne(member, other);
    if (order !== 0) return order;
  }
  return 0;
}

const compareOne = (left: string, right: string): number =>
  left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);

/** @returns what both earned. @param earlier of the same member. */
export const addEarning = (earlier: Earning | undefined, added: Earning): Earning =>
  earlier === undefined
    ? added
    : {
        member: added.member,
        plays: earlier.plays + added.plays,
        revenue: earlier.revenue + added.revenue,
        isrc: earlier.isrc < added.isrc ? earlier.isrc : added.isrc,
      };

/** What the lines of one owner, month and currency earned. The order of additions makes no difference. */
export class EarningSums {
  readonly #groups = new Map(earningGroups.map((group) => [group, new Map<string, Earning>()]));

  addLine({ dsp, country, plays, revenue }: UsageLine, { id, album, isrc }: EarningTrack): void {
    const members = { track: id, album: album ?? '', dsp, country };
    for (const group of earningGroups)
      this.#add(group, { member: members[group], plays, revenue, isrc: group === 'track' ? isrc : '' });
  }

  /** @param item one of `items`. */
  addItem(item: string): void {
    const [group, member, plays, revenue, isrc] = tupleOf(5, item.split('\t'));
    this.#add(group as EarningGroup, { member, plays: Number(plays), revenue: BigInt(revenue), isrc });
  }

  /** Everything as texts, from which sums over several files are made. */
  *items(): Generator<string> {
    for (const [group, earnings] of this.#groups)
      for (const { member, plays, revenue, isrc } of earnings.values())
        yield [group, member, plays, revenue, isrc].join('\t');
  }

  /** @returns what each member of a group earned, in their order. */
  of(group: EarningGroup): Earning[] {
    const earnings = [...(this.#groups.get(group)?.values() ?? [])];
    return earnings.sort((left, right) => compareMembers(left.member, right.member));
  }

  /** In units of 10^-12. */
  get revenue(): bigint {
    return this.of('dsp').reduce((sum, { revenue }) => sum + revenue, 0n);
  }

  #add(group: EarningGroup, earning: Earning): void {
    const earnings = this.#groups.get(group);
    earnings?.set(earning.member, addEarning(earnings.get(earning.member), earning));
  }
}
