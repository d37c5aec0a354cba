/** Whose code a line of a report names: a model of codes, of the tracks that have them, and of what stores got. */

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

export class Codes {
  readonly tracks: ModelTrack[] = [];
  /** The owners with whose tracks stores got each code. */
  readonly #got = new Map<string, Set<number>>();

  apply(change: CodeChange): void {
    if (change.is === 'deliver') this.#deliver(change);
    else if (change.is === 'delete') this.#remove(change.track.id);
    else this.#of(change.track.id).code = change.code;
  }

  /** @param counted for whom the earlier file of a report has counted the code. It stays with this one of several. */
  ownerOf(code: string, counted?: Owner): Owner {
    const holders = this.#holdersOf(code);
    const [first, ...others] = holders;
    if (others.length === 0) return first;
    return counted !== undefined && holders.has(counted) ? counted : undefined;
  }

  /**
   * @param counted for whom the earlier file of a report can have counted the code.
   * @returns who the owner can be while these changes happen in any order.
   */
  possibleOwners(
    code: string,
    changes: readonly CodeChange[],
    counted: ReadonlySet<Owner> = new Set([undefined]),
  ): ReadonlySet<Owner> {
    const owners = new Set<Owner>();
    for (let which = 0; which < 2 ** changes.length; which++) {
      const codes = this.copy();
      for (const [at, each] of changes.entries()) if (which & (2 ** at)) codes.apply(each);
      for (const each of counted) owners.add(codes.ownerOf(code, each));
    }
    return owners;
  }

  copy(): Codes {
    const copy = new Codes();
    copy.tracks.push(...this.tracks.map((each) => ({ ...each })));
    for (const [code, owners] of this.#got) copy.#got.set(code, new Set(owners));
    return copy;
  }

  /** A code that no store has is that of a track on a delivered album. */
  #holdersOf(code: string): ReadonlySet<number> {
    const placed = () => new Set(this.tracks.filter((each) => each.code === code).map(({ owner }) => owner));
    return this.#got.get(code) ?? placed();
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
