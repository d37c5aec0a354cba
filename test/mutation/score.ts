/**
 * Reads the report of a mutation test, in the schema that its tools share: mutation-testing-report-schema.
 */

interface Mutant {
  readonly id: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: { readonly line: number } };
}

export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

const DETECTED = new Set(['Killed', 'Timeout']);
const UNDETECTED = new Set(['Survived', 'NoCoverage']);

export interface Score {
  readonly killed: number;
  readonly total: number;
  /** In percent, as is the margin that holds the score of all mutants for 95 of 100 samples of this size. */
  readonly score: number;
  readonly margin: number;
}

/** @returns the mutants that tests noticed, of those that could run. */
export function scoreOf({ files }: MutationReport): Score {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const killed = mutants.filter(({ status }) => DETECTED.has(status)).length;
  const total = killed + mutants.filter(({ status }) => UNDETECTED.has(status)).length;
  const share = total === 0 ? 1 : killed / total;
  const margin = 1.96 * Math.sqrt((share * (1 - share)) / Math.max(1, total));
  return { killed, total, score: 100 * share, margin: 100 * margin };
}

/**
 * @returns a line for each mutant that no test noticed: its place, its line, and what replaced a part of it.
 */
export const survivorsOf = ({ files }: MutationReport): string[] =>
  Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => UNDETECTED.has(status))
      .map(({ status, mutatorName, replacement, location: { start } }) => {
        const text = lines[start.line - 1]?.trim();
        const instead = replacement?.replaceAll(/\s+/g, ' ').slice(0, 60);
        return `${status === 'NoCoverage' ? 'not run ' : 'survived'} ${file}:${start.line} ${mutatorName} ${instead}   in: ${text}`;
      });
  });
