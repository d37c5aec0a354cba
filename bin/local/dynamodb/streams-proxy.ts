/** Forwards requests for DynamoDB streams to the engine, which has its own ARN for each stream. */
import * as v from 'valibot';
import type { WireHandler } from '../wire/aws-endpoint.ts';
import { dynamodbProxy } from './dynamodb-proxy.ts';
import type { LiveTable } from './table.ts';

const requestSchema = v.pipe(v.string(), v.parseJson(), v.looseObject({ StreamArn: v.string() }));

export function streamsProxy(engineUrl: string, tables: readonly LiveTable[]): WireHandler {
  const forward = dynamodbProxy(engineUrl);
  return (request, response, body) => {
    const { success, output } = v.safeParse(requestSchema, body.toString());
    const table = success ? tables.find(({ streamArn }) => streamArn === output.StreamArn) : undefined;
    if (!success || !table?.engineStreamArn) return forward(request, response, body);
    const translated = JSON.stringify({ ...output, StreamArn: table.engineStreamArn });
    return forward(request, response, Buffer.from(translated));
  };
}
