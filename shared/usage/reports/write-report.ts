/** Writes the compressed file of a report into the bucket, completely or not at all, and only once. */
import { rmSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Table } from '../../kit/table/table.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import type { AnalyticsReport } from '../api/analytics-reports.ts';
import { temporaryFolders } from '../import/temporary-folders.ts';
import { reportFile } from './report-file.ts';
import { linesByCountry, reportText } from './report-text.ts';

const newFolder = temporaryFolders('report');

/** @returns the number of lines in the file, excluding the header. */
export async function writeReport(
  report: AnalyticsReport,
  { table, bucket }: { readonly table: Table; readonly bucket: Bucket },
): Promise<number> {
  const directory = newFolder();
  try {
    const spill = await linesByCountry(report, table, directory);
    let lines = 0;
    async function* text() {
      for await (const some of reportText(report, spill)) {
        lines += some.length;
        if (some.length > 0) yield `${some.join('\n')}\n`;
      }
    }
    // The reader of the compressed content receives its error.
    const compressed = pipeline(Readable.from(text()), createGzip(), () => {});
    const isWritten = await bucket.create(reportFile(report.id), compressed);
    return (isWritten ? lines : await linesIn(bucket, reportFile(report.id))) - 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Counts the lines of a file that an earlier attempt wrote but did not record. */
async function linesIn(bucket: Bucket, key: string): Promise<number> {
  let lines = 0;
  const text = pipeline(Readable.from(bucket.read(key)), createGunzip(), () => {});
  for await (const piece of text) for (const byte of piece as Uint8Array) if (byte === LINE_END) lines += 1;
  return lines;
}

const LINE_END = '\n'.charCodeAt(0);
