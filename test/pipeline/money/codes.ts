/** Whose codes a line of a report names: a model of codes, of the tracks that have them, and of what stores got. */
import { isrcsIn } from '../../../shared/usage/rules/line-isrcs.ts';

export interface ModelTrack {
  readonly owner: number;
  readonly id: string;
  code: string | null;
}

/** A change of codes that may happen at any moment of a round. */
export type CodeChange =
  | { readonly is: 'change'; readonly track: ModelTrack; readonly code: string | null }
  | { readonly is: 'delete'; readonly track: ModelTrack }
  | { readonly is: 'deliver'; readonly owner: number; readonly code: string | null };

/** The number of an owner; undefined if there is no owner, or several. */
export type Owner = number | undefined;

interface Holders {
  readonly got: ReadonlySet<number>;
  readonly placed: ReadonlySet<number>;
}

/** Codes that no store has are those of tracks on delivered albums. */
function holdersOf(all: readonly Holders[]): ReadonlySet<number> {
  const got = new Set(all.flatMap((each) => [...each.got]));
  return got.size > 0 ? got : new Set(all.flatMap((each) => [...each.placed]));
}

function ownerAmong(holders: ReadonlySet<number>, counted: Owner): Owner {
  const [first, ...others] = holders;
  if (others.length === 0) return first;
  return counted !== undefined && holders.has(counted) ? counted : undefined;
}

export class Codes {
  readonly tracks: ModelTrack[] = [];
  /** The owners with whose tracks stores got each code. */
  readonly #got = new Map<string, Set<number>>();

  apply(change: CodeChange): void {
    if (change.is === 'deliver') this.#deliver(change);
    else if (change.is === 'delete') this.#remove(change.track.id);
    else this.#of(change.track.id).code = change.code;
  }

  /** @param code one or several. @param counted for whom the earlier file has counted it. It stays with this one of several. */
  ownerOf(code: string, counted?: Owner): Owner {
    return ownerAmong(holdersOf(isrcsIn(code).map((each) => this.#holdersOf(each))), counted);
  }

  /**
   * @param counted for whom the earlier file of a report can have counted the code.
   * @returns who the owner can be while these changes happen in any order. Several codes can be read at different times.
   */
  possibleOwners(
    code: string,
    changes: readonly CodeChange[],
    counted: ReadonlySet<Owner> = new Set([undefined]),
  ): ReadonlySet<Owner> {
    const states = Array.from({ length: 2 ** changes.length }, (_, which) => {
      const codes = this.copy();
      for (const [at, each] of changes.entries()) if (which & (2 ** at)) codes.apply(each);
      return codes;
    });
    let seen: Holders[][] = [[]];
    for (const each of isrcsIn(code))
      seen = seen.flatMap((before) => states.map((state) => [...before, state.#holdersOf(each)]));
    return new Set(seen.flatMap((all) => Array.from(counted, (each) => ownerAmong(holdersOf(all), each))));
  }

  copy(): Codes {
    const copy = new Codes();
    copy.tracks.push(...this.tracks.map((each) => ({ ...each })));
    for (const [code, owners] of this.#got) copy.#got.set(code, new Set(owners));
    return copy;
  }

  #holdersOf(code: string): Holders {
    const placed = this.tracks.filter((each) => each.code === code).map(({ owner }) => owner);
    return { got: this.#got.get(code) ?? new Set(), placed: new Set(placed) };
  }

  #deliver({ owner, code }: { readonly owner: number; readonly code: string | null }): void {
    if (code !== null) this.#got.set(code, (this.#got.get(code) ?? new Set()).add(owner));
  }

  /** A track that was deleted in between is not changed. */
  #of(id: string): { code: string | null } {
    return this.tracks.find((each) => each.id === id) ?? { code: null };
  }

  #remove(id: string): void {
    const at = this.tracks.findIndex((each) => each.id === id);
    if (at >= 0) this.tracks.splice(at, 1);
  }
}
