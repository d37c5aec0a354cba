/** DynamoDB's streams for those who come through the stage's own port: the engine knows each by an ARN of its own. */
import * as v from 'valibot';
import type { Passage } from '../wire/aws-endpoint.ts';
import { enginePassage } from './dynamodb-proxy.ts';
import type { LiveTable } from './table.ts';

const requestSchema = v.pipe(v.string(), v.parseJson(), v.looseObject({ StreamArn: v.string() }));

export function streamPassage(engineUrl: string, tables: readonly LiveTable[]): Passage {
  const pass = enginePassage(engineUrl);
  return (request, response, body) => {
    const { success, output } = v.safeParse(requestSchema, body.toString());
    const table = success ? tables.find(({ streamArn }) => streamArn === output.StreamArn) : undefined;
    if (!success || !table?.engineStreamArn) return pass(request, response, body);
    const translated = JSON.stringify({ ...output, StreamArn: table.engineStreamArn });
    return pass(request, response, Buffer.from(translated));
  };
}
