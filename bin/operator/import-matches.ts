/** import-matches on the command line: checks the lines of the file, and sends the good ones in batches. */
import { basename } from 'node:path';
import * as v from 'valibot';
import { MAX_LINES } from '../../shared/matching/commands.ts';
import { readLine } from '../../shared/matching/imports/line.ts';
import { jsonIn, linesIn, unreadable } from './files.ts';
import { type CommandOutcome, type OperatorIo, runStep, type StageCall } from './invoke.ts';
import { printable } from './printable.ts';
import { Progress } from './progress.ts';

const changes = ['imported', 'replaced', 'unchanged', 'removed', 'dropped'] as const;
const outcomeSchema = v.union([
  v.object({ outcome: v.picklist(changes), notes: v.array(v.string()) }),
  v.object({ outcome: v.literal('rejected'), faults: v.array(v.string()) }),
]);
const pageSchema = v.object({ outcomes: v.pipe(v.array(outcomeSchema), v.minLength(1)) });

type LineOutcome =
  | { readonly outcome: (typeof changes)[number]; readonly notes: readonly string[] }
  | { readonly outcome: 'rejected'; readonly faults: readonly string[] };

interface ReadLine {
  readonly number: number;
  readonly line: unknown;
}

/** Less than 2 MB, because lines are short. A request to a function has at most 6 MB. */
const BATCH = Math.min(100, MAX_LINES);

/** @throws Rejection if the file cannot be read or the stage not reached. Earlier lines are imported. */
export async function importMatches(call: StageCall, io: OperatorIo): Promise<CommandOutcome> {
  const importing = new Import(call, io);
  try {
    for await (const batch of importing.batches()) await importing.send(batch);
    return { result: importing.counts };
  } finally {
    importing.progress.end();
  }
}

class Import {
  readonly counts = { lines: 0, imported: 0, replaced: 0, unchanged: 0, removed: 0, dropped: 0, rejected: 0 };
  readonly progress: Progress;
  readonly #call: StageCall;
  readonly #path: string;
  readonly #io: OperatorIo;

  constructor(call: StageCall, io: OperatorIo) {
    this.#call = call;
    this.#path = String(call.args['file']);
    this.#io = io;
    this.progress = new Progress(io);
  }

  /** @returns the good lines, after all have been counted. Rejects the others. */
  async *batches(): AsyncGenerator<ReadLine[]> {
    let total = 0;
    for await (const _ of this.#lines()) total += 1;
    let batch: ReadLine[] = [];
    for await (const { text, number } of this.#lines()) {
      this.counts.lines += 1;
      const read = checkedLine(text);
      if ('faults' in read) this.#tell({ number }, { outcome: 'rejected', faults: read.faults });
      else batch.push({ number, line: read.line });
      if (batch.length < BATCH && this.counts.lines < total) continue;
      if (batch.length > 0) yield batch;
      batch = [];
      this.progress.show('Importing', { done: this.counts.lines, total, unit: 'lines' });
    }
  }

  async *#lines() {
    try {
      for await (const each of linesIn(this.#path)) if (each.text.trim() !== '') yield each;
    } catch (error) {
      throw unreadable(this.#path, error);
    }
  }

  /** Sends again what the function had no time for. */
  async send(batch: readonly ReadLine[]): Promise<void> {
    let left = batch;
    while (left.length > 0) {
      const args = { file: basename(this.#path), lines: left.map(({ line }) => line) };
      const { outcomes } = await runStep({ ...this.#call, args }, pageSchema);
      for (const [index, read] of left.slice(0, outcomes.length).entries()) this.#tell(read, outcomes[index]);
      left = left.slice(outcomes.length);
    }
  }

  #tell({ number }: Pick<ReadLine, 'number'>, outcome: LineOutcome | undefined): void {
    if (!outcome) return;
    this.counts[outcome.outcome] += 1;
    const details = outcome.outcome === 'rejected' ? outcome.faults : outcome.notes;
    if (details.length === 0) return;
    this.progress.end();
    const detail = printable(details.join(' '));
    const text = this.#io.isJson ? JSON.stringify({ line: number, detail }) : `Line ${number}: ${detail}`;
    this.#io.errors.write(`${text}\n`);
  }
}

/** Some programs begin a file with a byte order mark. */
function checkedLine(text: string): { readonly line: unknown } | { readonly faults: readonly string[] } {
  const line = jsonIn(text.replace(/^\uFEFF/, ''));
  if (line === undefined) return { faults: ['The line is not a JSON document.'] };
  const read = readLine(line);
  return 'faults' in read ? read : { line };
}
