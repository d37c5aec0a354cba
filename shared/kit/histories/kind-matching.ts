/** Decides once for each kind of entries whether a query selects them. */
import type { Entry } from '../declare/fields.ts';
import type { HistoryQuery } from './segments.ts';
import { fieldsOfKind, fixedKind, historyEnd, isWholeKind, type Kind, kindOf } from './tally.ts';
import { type HistoryList, timeOf } from './tally-row.ts';

export class KindMatching {
  readonly #list: HistoryList;
  readonly #query: HistoryQuery;
  readonly #now = Date.now();
  readonly #selected = new Map<Kind, boolean>();

  constructor(list: HistoryList, query: HistoryQuery) {
    this.#list = list;
    this.#query = query;
  }

  isSelected(kind: Kind): boolean {
    return this.#selected.get(this.#known(kind)) ?? false;
  }

  kindsOf(entries: readonly Entry[]): Kind[] {
    return entries.map((entry) => this.#kindOf(entry));
  }

  #kindOf({ fields }: Entry): Kind {
    return kindOf(this.#list.history, fields, this.#query.isBySettling);
  }

  async learn(kinds: readonly Kind[]): Promise<void> {
    const { history, resource, ownerId, sortedBy } = this.#list;
    const unknown = [...new Set(kinds.map((kind) => this.#known(kind)))].filter(
      (kind) => !this.#selected.has(kind) && this.#isDecidable(kind),
    );
    const time = new Date(this.#now).toISOString();
    const entries = unknown.map(
      (kind): Entry => ({
        type: resource.type,
        id: kind,
        ownerId,
        fields: { ...fieldsOfKind(history, kind), [sortedBy]: time },
      }),
    );
    const selected = new Set(
      entries.length > 0 ? (await this.#query.select(entries)).map(({ id }) => id) : [],
    );
    for (const kind of unknown) this.#selected.set(kind, selected.has(kind));
  }

  /** Decides by kind, except for entries whose history has ended: some of these are still listed, so each is decided. */
  async among(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const { history } = this.#list;
    const old = new Set(
      entries.filter((entry) => historyEnd(history, timeOf(this.#list, entry)) < this.#now),
    );
    const listed = entries.filter((entry) => !old.has(entry));
    const [selected] = await Promise.all([
      old.size > 0 ? this.#query.select([...old]) : [],
      this.learn(this.kindsOf(listed)),
    ]);
    const ids = new Set(selected.map(({ id }) => id));
    return entries.filter((entry) =>
      old.has(entry) ? ids.has(entry.id) : this.isSelected(this.#kindOf(entry)),
    );
  }

  /** Without the settling field if the query does not use it. */
  #known(kind: Kind): Kind {
    return this.#query.isBySettling ? kind : fixedKind(this.#list.history, kind);
  }

  /** Kinds without the settling field are remembered from other queries. */
  #isDecidable(kind: Kind): boolean {
    return !this.#query.isBySettling || isWholeKind(this.#list.history, kind);
  }
}
