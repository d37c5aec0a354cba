/**
 * Contents belong to the import that has read them first, until a correction replaces them. A content is a file, or the
 * valid lines of one, which other files can also have.
 */
import { failedConditions } from '../../kit/table/commit.ts';
import { equal, rowMissing } from '../../kit/table/expressions.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { Overtaken } from '../../kit/work/lease.ts';
import { linesContent, usageContentKey } from '../keys.ts';
import { FileRejected } from '../reading/file-rejected.ts';
import type { UsageImport } from './usage-import.ts';

export type ReadContent = Pick<UsageImport, 'sha256' | 'linesDigest'>;

/** @returns the names of the file and of its lines. */
export const contentsOf = ({ sha256, linesDigest }: ReadContent): string[] => [
  sha256,
  ...(linesDigest === null ? [] : [linesContent(linesDigest)]),
];

interface Holder {
  readonly importId: string;
  readonly name: string;
}

/** @returns writes that fail if another import has a content. */
export const contentWrites = ({ importId, name }: Holder, contents: readonly string[]): Write[] =>
  contents.map((content) => ({
    put: { ...usageContentKey(content), importId, name },
    condition: { any: [rowMissing, equal('importId', importId)] },
  }));

/** @returns the name of another import that has one of the contents. */
export async function otherHolder(
  table: Table,
  importId: string,
  contents: readonly string[],
): Promise<string | undefined> {
  const rows = await table.getMany(contents.map(usageContentKey), true);
  const other = rows.find((row) => row['importId'] !== importId);
  return other && String(other['name']);
}

/** Of an operator who imports a content again. */
export const knownSentence = (name: string): string =>
  `The same lines were imported as ${name}. Correct that import with --as ${name}.`;

/**
 * Takes the contents of a report that was read, before any of its lines is written.
 * @param held checks the claim of the import. @throws FileRejected, Overtaken
 */
export async function takeContents(table: Table, taking: UsageImport, held: Write): Promise<void> {
  const contents = contentsOf(taking);
  if (!(await failedConditions(table.commit([...contentWrites(taking, contents), held])))) return;
  const name = await otherHolder(table, taking.importId, contents);
  if (name === undefined) throw new Overtaken();
  throw new FileRejected(knownSentence(name), 'known');
}

/** @returns writes that free those of the contents that belong to the import. */
export async function freeingWrites(
  table: Table,
  importId: string,
  contents: readonly string[],
): Promise<Write[]> {
  const rows = await table.getMany([...new Set(contents)].map(usageContentKey), true);
  const own = rows.filter((row) => row['importId'] === importId);
  return own.map(({ pk, sk }) => ({
    delete: { pk: String(pk), sk: String(sk) },
    condition: equal('importId', importId),
  }));
}
