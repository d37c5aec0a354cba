/** Reads the report of a mutation test, in the schema that its tools share: mutation-testing-report-schema. */

interface Mutant {
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

/** @returns the mutants that tests noticed, of those that could run, and their share in percent. */
export function scoreOf({ files }: MutationReport): { killed: number; total: number; score: number } {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const killed = mutants.filter(({ status }) => DETECTED.has(status)).length;
  const total = killed + mutants.filter(({ status }) => UNDETECTED.has(status)).length;
  return { killed, total, score: total === 0 ? 100 : (100 * killed) / total };
}

/** @returns a line for each mutant that no test noticed: its place, its line, and what replaced a part of it. */
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
