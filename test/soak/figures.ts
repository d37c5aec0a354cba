/** What the soak counts and measures. */
import type { Memory } from './stage-process.ts';

const CEILING_MEGABYTES = 1500;

interface MemorySample extends Memory {
  /** Seconds since the start of the soak. */
  readonly at: number;
  /** Whether the stage has been killed since the previous sample. */
  readonly run: number;
}

export class Figures {
  readonly counts = new Map<string, number>();
  readonly #milliseconds: number[] = [];
  readonly #memory: MemorySample[] = [];
  readonly #startedAt = performance.now();

  count(what: string, by = 1): void {
    this.counts.set(what, this.of(what) + by);
  }

  of(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  /** Of a response. */
  took(milliseconds: number): void {
    this.#milliseconds.push(milliseconds);
  }

  sample(memory: Memory, run: number): void {
    if (memory.all > 0) this.#memory.push({ ...memory, run, at: this.seconds() });
  }

  seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  /** Such as "409 12, 500 1". */
  errors(): string {
    const kinds = [...this.counts].filter(([what]) => what.startsWith('error '));
    const shown = kinds.map(([what, count]) => `${what.slice('error '.length)} ${count}`).toSorted();
    return shown.join(', ') || 'none';
  }

  get maxMemory(): number {
    return Math.max(0, ...this.#memory.map(({ all }) => all));
  }

  get isWithinMemory(): boolean {
    return this.maxMemory <= CEILING_MEGABYTES;
  }

  /** The line of each ten seconds. */
  progress(): string {
    const last = this.#memory.at(-1)?.all ?? 0;
    const of = (begin: string) =>
      [...this.counts].reduce(
        (sum, [what, count]) => (what.startsWith(`error ${begin}`) ? sum + count : sum),
        0,
      );
    return [
      `${Math.round(this.seconds())} s`,
      `${this.of('requests')} requests`,
      `errors: ${of('4')} 4xx, ${of('5')} 5xx, ${of('no ')} no response`,
      `${this.of('webhooks received')} webhooks`,
      `${last} MB`,
      `killed: ${this.of('stage killed')} stages, ${this.of('engine killed')} engines, ${this.of('functions crashed')} functions`,
    ].join(' · ');
  }

  report(): Record<string, string | number> {
    const sorted = this.#milliseconds.toSorted((one, other) => one - other);
    const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
    return {
      ...Object.fromEntries([...this.counts].filter(([what]) => !what.startsWith('error ')).toSorted()),
      errors: this.errors(),
      'requests a second': Math.round(this.of('requests') / this.seconds()),
      'p50, p95, p99 ms': [at(0.5), at(0.95), at(0.99)].join(', '),
      'memory MB, at most': this.maxMemory,
      'memory of the engine MB, at most': Math.max(0, ...this.#memory.map(({ engine }) => engine)),
      'memory in the longest run': this.#trend(),
    };
  }

  /** Measured over the longest time between two kills, without its first minute. */
  #trend(): string {
    const runs = [...Map.groupBy(this.#memory, ({ run }) => run).values()];
    const longest = runs.toSorted((one, other) => other.length - one.length)[0] ?? [];
    const begin = (longest[0]?.at ?? 0) + 60;
    const warm = longest.filter(({ at }) => at >= begin);
    if (warm.length < 10) return 'too short for a trend';
    const minutes = ((warm.at(-1)?.at ?? 0) - (warm[0]?.at ?? 0)) / 60;
    const slopes = [slopeOf(warm, ({ all }) => all), slopeOf(warm, ({ engine }) => engine)];
    const [all, engine] = slopes.map((slope) => `${slope >= 0 ? '+' : ''}${slope.toFixed(1)}`);
    return `${all} MB a minute over ${minutes.toFixed(1)} minutes, of which the engine ${engine}`;
  }
}

/** By least squares. @returns megabytes a minute. */
function slopeOf(samples: readonly MemorySample[], of: (sample: MemorySample) => number): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanAt = mean(samples.map(({ at }) => at));
  const meanOf = mean(samples.map(of));
  const above = samples.reduce((sum, each) => sum + (each.at - meanAt) * (of(each) - meanOf), 0);
  const below = samples.reduce((sum, each) => sum + (each.at - meanAt) ** 2, 0);
  return below === 0 ? 0 : (60 * above) / below;
}
