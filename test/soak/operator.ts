/** The operators of the soak: commands of their command line, repeated until they have a result. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { operateOn } from '../support/command-line.ts';
import type { Figures } from './figures.ts';

export type Result =
  | { readonly result: Readonly<Record<string, unknown>>; readonly isRepeated: boolean }
  | { readonly codes: readonly string[]; readonly isRepeated: boolean };

const LIMIT_MILLISECONDS = 180_000;
/** Failures that say nothing about the command: the stage was killed, or its function crashed. */
const UNKNOWN = new Set([
  'stage_not_reached',
  'command_failed',
  'table_throttled',
  'table_unavailable',
  'secret_unavailable',
  'internal_error',
]);

const problemsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ problems: v.array(v.object({ code: v.string(), detail: v.string() })) }),
);

export class Operator {
  readonly #awsUrl: string;
  readonly #figures: Figures;

  constructor(awsUrl: string, figures: Figures) {
    this.#awsUrl = awsUrl;
    this.#figures = figures;
  }

  /**
   * @returns the result of the command, or why it was rejected.
   * @throws Error when there is none in three minutes.
   */
  async run(line: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Result> {
    const until = Date.now() + LIMIT_MILLISECONDS;
    let last = '';
    for (let isRepeated = false; Date.now() < until; isRepeated = true) {
      this.#figures.count('commands');
      const { code, output, errors } = await operateOn(this.#awsUrl, [...line, '--json'], { environment });
      if (code === 0) return { result: JSON.parse(output), isRepeated };
      const lines = errors.trim().split('\n');
      last = lines.at(-1) ?? '';
      const { success, output: read } = v.safeParse(problemsSchema, last);
      const problems = success ? read.problems : [];
      const codes = problems.map((each) => each.code);
      if (success && !codes.some((each) => UNKNOWN.has(each))) return { codes, isRepeated };
      this.#figures.count('error command without a result');
      await wait(300 + 500 * Math.random());
    }
    throw new Error(`No result of ${line.join(' ')}: ${last}`);
  }

  /** @throws Error when the command is rejected. */
  async must(line: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const outcome = await this.run(line, environment);
    if ('codes' in outcome) throw new Error(`${line.join(' ')} was rejected: ${outcome.codes.join()}`);
    return outcome.result;
  }
}
