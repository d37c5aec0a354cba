/** The stage's own requests to the DynamoDB engine. Functions send theirs directly. */
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** @param target such as `DynamoDB_20120810.PutItem`. @returns the response body. @throws EngineError */
export type EngineCall = (target: string, body: object) => Promise<Record<string, unknown>>;

export class EngineError extends Error {
  /** Without the namespace: `ResourceNotFoundException`. */
  readonly type: string;

  constructor(type: string, message: string) {
    super(`${type}: ${message}`);
    this.name = 'EngineError';
    this.type = type;
  }
}

/** Local engines require a signature but do not verify it. @internal For requests of tests to the engine. */
export const unverifiedSignature = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, Signature=0',
} as const;

const agent = new Agent({ keepAlive: true });

export const postToEngine = (
  url: string,
  headers: OutgoingHttpHeaders,
  body: Buffer | string,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, resolve).once('error', reject).end(body);
  });

export function engineCall(url: string): EngineCall {
  const common = { ...unverifiedSignature, 'content-type': 'application/x-amz-json-1.0' };
  return async (target, body) => {
    const incoming = await postToEngine(url, { ...common, 'x-amz-target': target }, JSON.stringify(body));
    const response: Record<string, unknown> = JSON.parse((await text(incoming)) || '{}');
    if (incoming.statusCode === 200) return response;
    throw new EngineError(String(response['__type']).replace(/^.*#/, ''), String(response['message']));
  };
}
