/** One round of the sweep. Sends messages for due rows, and schedules the next message for each. */
import { equal } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { UnreadableRow } from '../table/unreadable-row.ts';
import { writeIf } from './claim.ts';
import { dueAttribute as at, type Due, dueAt, dueBy, dueValue, isRunning } from './due.ts';
import { enqueue, type WorkKind } from './kind.ts';
import { claimsIn, recordFault } from './work-faults.ts';

interface DueItem {
  readonly item: Item;
  readonly row: Due;
}

export class SweepRound {
  readonly table: Table;
  readonly now: Date;
  readonly woken = new Map<string, number>();
  readonly overdueSeconds = new Map<string, number>();
  readonly faults: unknown[] = [];
  readonly #kinds: readonly WorkKind[];
  /** Kinds whose queue failed. Their other rows wait for the next round. */
  readonly #stopped = new Set<WorkKind>();

  constructor({ table, now, kinds }: { table: Table; now: Date; kinds: readonly WorkKind[] }) {
    this.table = table;
    this.now = now;
    this.#kinds = kinds;
  }

  /** @param keys from the due index. It is eventually consistent, so the rows are read and checked again. */
  async wake(keys: readonly Key[]): Promise<void> {
    const items = (await this.table.getMany(keys, true)).filter((item) => isDueBy(item, this.now));
    for (const [kind, some] of Map.groupBy(items, (item) => this.#kindOf(item))) {
      if (kind) await this.#wakeKind(kind, some);
    }
  }

  async #wakeKind(kind: WorkKind, items: readonly Item[]): Promise<void> {
    if (this.#stopped.has(kind)) return;
    const read = await Promise.all(items.map((item) => this.#read(kind, item)));
    const due = read.flat().filter(({ row }) => !isRunning(row, this.now));
    if (due.length === 0) return;
    this.#measure(kind, due);
    try {
      // Send messages before writing. After a crash in between, the next round sends harmless duplicates.
      const rows = due.map(({ row }) => row);
      await enqueue(kind, rows, this.now);
    } catch (error) {
      this.#stopped.add(kind);
      this.faults.push(error);
      return;
    }
    this.woken.set(kind.name, (this.woken.get(kind.name) ?? 0) + due.length);
    const moves = await Promise.allSettled(due.map((each) => this.#moveOn(each)));
    for (const move of moves) if (move.status === 'rejected') this.faults.push(move.reason);
  }

  #measure({ name }: WorkKind, due: readonly DueItem[]): void {
    const first = Math.min(...due.map(({ row }) => Date.parse(row.nextAttemptAt)));
    const seconds = Math.floor((this.now.getTime() - first) / 1000);
    if (seconds > 0) this.overdueSeconds.set(name, Math.max(seconds, this.overdueSeconds.get(name) ?? 0));
  }

  /** Rows of unknown kinds belong to a newer version of the service and stay due. */
  #kindOf(item: Item): WorkKind | undefined {
    const dueKind = dueValue(item, 'dueKind');
    const kind = this.#kinds.find(({ name }) => name === dueKind);
    const since = this.now.getTime() - Date.parse(String(dueValue(item, 'nextAttemptAt')));
    if (!kind && since >= DEPLOYED_WITHIN_MS)
      this.faults.push(new Error(`Unknown kind of work ${String(dueKind)}.`));
    return kind;
  }

  /** A row that cannot be read is looked at again later, like an attempt that ends with a fault. */
  async #read(kind: WorkKind, item: Item): Promise<DueItem[]> {
    try {
      return [{ item, row: kind.read(item) }];
    } catch (error) {
      const key = rowKey(item);
      const condition = equal(at('dueAt'), dueValue(item, 'dueAt'));
      const faulty = { kind: kind.name, key, claims: claimsIn(item) + 1, condition, now: this.now };
      await recordFault(this.table, faulty, error).catch((fault) => this.faults.push(fault));
      this.faults.push(new UnreadableRow(key, error));
      return [];
    }
  }

  async #moveOn({ item, row }: DueItem): Promise<void> {
    const key = rowKey(item);
    const next = nextLook(Date.parse(row.nextAttemptAt), this.now, Number(dueValue(item, 'notices') ?? 0));
    // The condition fails if the message has already been processed.
    await writeIf(this.table, {
      update: key,
      with: [
        { set: at('dueAt'), to: dueAt(next, key) },
        { add: at('notices'), by: 1 },
      ],
      condition: equal(at('dueAt'), dueValue(item, 'dueAt')),
    });
  }
}

const MINUTE_MS = 60_000;
/** A fault during a gradual deployment would end it. */
const DEPLOYED_WITHIN_MS = 60 * MINUTE_MS;
const MAX_MINUTES = 15;

/**
 * @returns when the sweep sends another message for a row, after 1, 2, 4, ... minutes. The growing gap keeps
 * a stalled queue from filling with duplicates.
 * @param notices messages sent before this one.
 * @internal For the simulation in test/bench.
 */
export function nextLook(dueMs: number, now: Date, notices: number): Date {
  const minutes = Math.min(MAX_MINUTES, 2 ** notices);
  return new Date(Math.max(dueMs, now.getTime()) + minutes * MINUTE_MS);
}

export const rowKey = (item: Item): Key => ({ pk: String(item['pk']), sk: String(item['sk']) });

function isDueBy(item: Item, now: Date): boolean {
  const due = dueValue(item, 'dueAt');
  return typeof due === 'string' && due <= dueBy(now);
}
