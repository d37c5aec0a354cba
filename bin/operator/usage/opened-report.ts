/** A report on this machine: its content, without compression, and all files of it if it has several. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { joinedContent, reportsAmong } from '../../../shared/usage/import/report-files.ts';
import { FileRejected } from '../../../shared/usage/reading/file-rejected.ts';
import { unreadable } from '../files.ts';
import { rejection } from '../rejection.ts';

/** More than the lines that can precede a header. */
const START_BYTES = 400_000;

export interface OpenedReport {
  /** Of its first file. */
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Its beginning. */
  readonly start: Uint8Array;
  readonly content: () => AsyncIterable<Uint8Array>;
}

/**
 * @param path of the report, or of one of its files. The others are beside it.
 * @throws Rejection for a file that cannot be read, or is missing.
 */
export async function openReport(path: string): Promise<OpenedReport> {
  const paths = await pathsOf(path);
  const content = () => joinedContent(paths.map((each) => () => createReadStream(each)));
  const hash = createHash('sha256');
  const starts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of content()) {
      hash.update(piece);
      if (bytes < START_BYTES) starts.push(piece);
      bytes += piece.length;
    }
  } catch (error) {
    if (error instanceof FileRejected) throw rejection('usage_file_refused', error.message);
    throw unreadable(path, error);
  }
  const start = Buffer.concat(starts).subarray(0, START_BYTES);
  return { name: basename(paths[0] ?? path), sha256: hash.digest('hex'), bytes, start, content };
}

async function pathsOf(path: string): Promise<readonly string[]> {
  const name = basename(path);
  if (reportsAmong([name])[0]?.missing.length === 0) return [path];
  const names = await readdir(dirname(path)).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const report = reportsAmong(names).find(({ files }) => files.includes(name));
  if (!report) throw unreadable(path, 'There is no such file.');
  const { missing, files } = report;
  if (missing.length > 0)
    throw rejection(
      'usage_file_refused',
      `The report has ${missing.length + files.length} files, of which ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not beside ${name}.`,
    );
  return files.map((each) => join(dirname(path), each));
}
