/** Looks into the due index with one call, which is none of the functions'. */
import { engineCall } from '../../infra/local/dynamodb/engine-call.ts';
import { dueBy } from '../../shared/kit/work/due-keys.ts';

/** @returns the places of all rows in the due index. */
export async function duePlaces(): Promise<string[]> {
  const call = engineCall(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
  const { Items, LastEvaluatedKey } = await call('DynamoDB_20120810.Scan', {
    TableName: process.env['TABLE_NAME'],
    IndexName: 'by-due-time',
    ProjectionExpression: 'dueAt',
  });
  if (LastEvaluatedKey) throw new Error('The due index has several pages.');
  return (Items as { dueAt: { S: string } }[]).map(({ dueAt }) => dueAt.S);
}

/** @returns whether a sweep at that time would find one of them. */
export function isAnyDue(places: readonly string[], at: Date): boolean {
  const until = dueBy(at);
  return places.some((place) => place <= until);
}
