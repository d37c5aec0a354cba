/**
 * Exact money of two owners, by the lines of the reports that are loaded. While operations run, it says which sums can
 * be read; after them, it takes over what can have happened, and nothing else.
 */
import { isDeepStrictEqual } from 'node:util';
import { type CodeChange, Codes, type Owner } from './codes.ts';

/** Each line of a report differs from the others in its day, DSP, code or currency. */
export interface ModelLine {
  readonly date: string;
  readonly dsp: string;
  readonly code: string;
  readonly currency: string;
  readonly plays: number;
  /** In units of 10^-12. */
  readonly revenue: bigint;
  /** How often the report has the line. */
  readonly times: number;
}

export interface Content {
  readonly text: string;
  readonly sha256: string;
  readonly lines: readonly ModelLine[];
}

/** A content with the owner of each of its lines. */
export interface Loaded {
  readonly content: Content;
  readonly owners: readonly Owner[];
  /** On another stage, where lines without an owner are not found. */
  readonly isMoved?: true;
}

/** A content, and who can own each of its lines. */
export interface PossibleContent {
  readonly content: Content;
  readonly owners: readonly ReadonlySet<Owner>[];
}

export interface ModelPayment {
  readonly owner: number;
  readonly currency: string;
  /** In units of 10^-12. Zero once it was voided. */
  readonly amount: bigint;
}

/** What happens in a round, at any moment and in any order. */
export interface Round {
  readonly codes: readonly CodeChange[];
  /** What is imported under each name. */
  readonly contents: ReadonlyMap<string, readonly Content[]>;
  /** The amounts that each payment can have. */
  readonly payments: ReadonlyMap<string, readonly ModelPayment[]>;
}

/** A month and currency of an owner. */
export interface Place {
  readonly owner: number;
  /** YYYY-MM. */
  readonly month: string;
  readonly currency: string;
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, each) => all + each, 0n);

const isIn = ({ date, currency }: ModelLine, place: Place): boolean =>
  date.startsWith(place.month) && currency === place.currency;

export const revenueOf = ({ revenue, times }: ModelLine): bigint => revenue * BigInt(times);

export class Money {
  readonly codes = new Codes();
  readonly loaded = new Map<string, Loaded>();
  readonly payments = new Map<string, ModelPayment>();

  earned(place: Place): bigint {
    const own = [...this.loaded.values()].flatMap(({ content: { lines }, owners }) =>
      lines.filter((line, at) => owners[at] === place.owner && isIn(line, place)),
    );
    return sum(own.map(revenueOf));
  }

  paid({ owner, currency }: Pick<Place, 'owner' | 'currency'>): bigint {
    const own = [...this.payments.values()].filter(
      (each) => each.owner === owner && each.currency === currency,
    );
    return sum(own.map(({ amount }) => amount));
  }

  /** @returns every sum that can be read of a month while the round runs. */
  possibleEarned(place: Place, round: Round): ReadonlySet<bigint> {
    const names = new Set([...this.loaded.keys(), ...round.contents.keys()]);
    return added(
      Array.from(names, (name) => {
        const sums = this.possibleContents(name, round).flatMap((each) => [...sumsIn(place, each)]);
        return new Set(this.loaded.has(name) ? sums : [0n, ...sums]);
      }),
    );
  }

  possiblePaid({ owner, currency }: Pick<Place, 'owner' | 'currency'>, round: Round): ReadonlySet<bigint> {
    const references = new Set([...this.payments.keys(), ...round.payments.keys()]);
    return added(
      Array.from(references, (reference) => {
        const all = [this.payments.get(reference), ...(round.payments.get(reference) ?? [])];
        const own = all.map((each) =>
          each?.owner === owner && each.currency === currency ? each.amount : 0n,
        );
        return new Set(own);
      }),
    );
  }

  /** @returns for each name, the contents that it can have after a round. To be asked before the round is taken over. */
  possibleAfter(round: Round): ReadonlyMap<string, readonly PossibleContent[]> {
    const names = new Set([...this.loaded.keys(), ...round.contents.keys()]);
    return new Map(Array.from(names, (name) => [name, this.possibleContents(name, round)]));
  }

  /** @returns the contents that a name can have in a round, each with who can own its lines. */
  possibleContents(name: string, round: Round): PossibleContent[] {
    const before = this.loaded.get(name);
    const kept = before && {
      content: before.content,
      owners: before.content.lines.map((line, at) => {
        const owner = before.owners[at];
        return before.isMoved || owner !== undefined
          ? new Set([owner])
          : this.codes.possibleOwners(line.code, round.codes);
      }),
    };
    const loaded = round.contents.get(name) ?? [];
    const first = kept ? [kept] : [];
    // Each can replace each other one, so what they count depends on each other.
    let known: PossibleContent[] = [];
    for (let next = this.#loadedAfter(first, loaded, round); !isDeepStrictEqual(next, known); ) {
      known = next;
      next = this.#loadedAfter([...first, ...known], loaded, round);
    }
    return [...first, ...known];
  }

  #loadedAfter(
    earlier: readonly PossibleContent[],
    loaded: readonly Content[],
    { codes }: Round,
  ): PossibleContent[] {
    return loaded.map((content) => ({
      content,
      owners: content.lines.map(({ code }) =>
        this.codes.possibleOwners(code, codes, countedOf(code, earlier)),
      ),
    }));
  }

  /** Unmatched lines belong to no organization, so they stay behind, and so does a report without others. */
  move(): void {
    for (const [name, loaded] of this.loaded)
      if (loaded.owners.some((owner) => owner !== undefined))
        this.loaded.set(name, { ...loaded, isMoved: true });
      else this.loaded.delete(name);
  }
}

/** @returns for whom one of the contents can have counted a code. Nobody, if it was nobody or were several. */
function countedOf(code: string, contents: readonly PossibleContent[]): ReadonlySet<Owner> {
  const counted = new Set<Owner>(contents.length > 0 ? [] : [undefined]);
  for (const { content, owners } of contents) {
    const possible = content.lines.flatMap((line, at) => (line.code === code ? [...(owners[at] ?? [])] : []));
    const all = new Set(possible);
    for (const owner of all.size === 1 ? all : [...all, undefined]) counted.add(owner);
  }
  return counted;
}

/** @returns what a content can bring in a month. */
const sumsIn = (place: Place, { content, owners }: PossibleContent): ReadonlySet<bigint> =>
  added(
    content.lines.flatMap((line, at) => {
      const possible = [...(owners[at] ?? [])];
      return isIn(line, place)
        ? [new Set(possible.map((owner) => (owner === place.owner ? revenueOf(line) : 0n)))]
        : [];
    }),
  );

/** @returns the sums of one amount of each. */
function added(all: readonly ReadonlySet<bigint>[]): ReadonlySet<bigint> {
  let sums = new Set([0n]);
  for (const amounts of all)
    sums = new Set([...sums].flatMap((before) => Array.from(amounts, (amount) => before + amount)));
  return sums;
}
