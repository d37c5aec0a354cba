/** Looks into the due index with one call, which is none of the functions'. */
import { engineCall } from '../../bin/local/dynamodb/engine-call.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { dueBy } from '../../shared/kit/work/due.ts';

interface DueRow {
  /** Its place in the index, which differs for each attempt. */
  readonly dueAt: string;
  readonly key: Key;
}

/** @returns all rows in the due index. */
export async function dueRows(): Promise<DueRow[]> {
  const call = engineCall(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
  const { Items, LastEvaluatedKey } = await call('DynamoDB_20120810.Scan', {
    TableName: process.env['TABLE_NAME'],
    IndexName: 'by-due-time',
    ProjectionExpression: 'dueAt, pk, sk',
  });
  if (LastEvaluatedKey) throw new Error('The due index has several pages.');
  return (Items as Record<'dueAt' | 'pk' | 'sk', { S: string }>[]).map(({ dueAt, pk, sk }) => ({
    dueAt: dueAt.S,
    key: { pk: pk.S, sk: sk.S },
  }));
}

/** @returns those that a sweep at that time would find. */
export function dueAmong(rows: readonly DueRow[], at: Date): DueRow[] {
  const until = dueBy(at);
  return rows.filter(({ dueAt }) => dueAt <= until);
}
