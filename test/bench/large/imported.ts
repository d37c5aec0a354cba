/** Rows that the engine imports from files, as DynamoDB exports them, four times as fast as it takes batches. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { engineBinary, startEngine } from '../../../bin/local/dynamodb/engine.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { environment } from '../../../shared/platform/settings.ts';
import { allRows } from '../../support/invariants.ts';
import { forgetEverything } from '../in-process.ts';

/**
 * Moves the table to an engine that has the rows in addition, and points the environment of this process at it.
 * @param directory for the files of the engine. @returns what ends it.
 */
export async function withImported(
  directory: string,
  parts: () => Iterable<readonly (Item & Key)[]>,
): Promise<() => Promise<void>> {
  const before = await allRows();
  const source = join(directory, 'export');
  const schema = join(directory, 'schema.json');
  await describeTable(schema);
  exportRows(join(source, environment('TABLE_NAME')), parts());
  importInto(directory, ['--source', source, '--schema', schema]);
  rmSync(source, { recursive: true });
  const engine = await startEngine(directory);
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = engine.url;
  forgetEverything();
  await new Table().putMany(before as (Item & Key)[]);
  return () => engine.end();
}

async function describeTable(file: string): Promise<void> {
  const client = new DynamoDBClient({});
  const { Table } = await client.send(new DescribeTableCommand({ TableName: environment('TABLE_NAME') }));
  client.destroy();
  writeFileSync(file, JSON.stringify({ Table }));
}

function exportRows(directory: string, parts: Iterable<readonly Item[]>): void {
  mkdirSync(join(directory, 'data'), { recursive: true });
  let number = 0;
  for (const rows of parts) {
    const lines = rows.map((row) => `${JSON.stringify({ Item: marshall(row, OMITTING) })}\n`);
    writeFileSync(join(directory, 'data', `${number++}.json.gz`), gzipSync(lines.join(''), { level: 1 }));
  }
}

const OMITTING = { removeUndefinedValues: true };

function importInto(directory: string, options: readonly string[]): void {
  const output = join(directory, 'table.sqlite');
  const { status, stderr } = spawnSync(engineBinary(), ['import', ...options, '--output', output], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The engine did not import: ${stderr}`);
}
