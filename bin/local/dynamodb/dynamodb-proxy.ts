/** Forwards DynamoDB requests that arrive at the AWS endpoint to the engine. */
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { region } from '../template/addresses.ts';
import type { WireHandler } from '../wire/aws-endpoint.ts';
import { AwsError } from '../wire/aws-error.ts';
import { postToEngine } from './engine-call.ts';

/** Operations with ARNs in them. The others carry users' data, which must not be rewritten. */
const WITH_ARNS = /\.(\w+Table|\w+Streams?|GetShardIterator|\w*Tags?OfResource|\w*TagResource)$/;
const ENGINE_ARN = 'arn:aws:dynamodb:dynoxide:';
const STAGE_ARN = `arn:aws:dynamodb:${region}:`;

/** Replaces the engine's region in ARNs by the stage's, so that the table has the same ARN everywhere. */
export function dynamodbProxy(engineUrl: string): WireHandler {
  const { host } = new URL(engineUrl);
  return async (request, response, body) => {
    const { 'transfer-encoding': _chunked, ...headers } = request.headers;
    const hasArns = WITH_ARNS.test(String(request.headers['x-amz-target']));
    const sent = hasArns ? translated(body, STAGE_ARN, ENGINE_ARN) : body;
    const sentHeaders = { ...headers, host, 'content-length': sent.length };
    const incoming = await postToEngine(engineUrl, sentHeaders, sent).catch(throwUnreached);
    const received = await buffer(incoming);
    const shown = hasArns ? translated(received, ENGINE_ARN, STAGE_ARN) : received;
    response.writeHead(incoming.statusCode ?? 502, {
      ...keptHeaders(incoming.headers),
      'content-length': shown.length,
    });
    response.end(shown);
  };
}

const throwUnreached = ({ message }: Error): never => {
  throw new AwsError('InternalServerError', message, { status: 500 });
};

/** Drops headers that the translation invalidates, and CORS, which lets any page read the table. */
function keptHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const dropped = /^(access-control-|x-amz-crc32$|content-length$|transfer-encoding$|connection$)/;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.test(name)));
}

const translated = (text: Buffer, from: string, to: string) =>
  Buffer.from(text.toString().replaceAll(from, to));
