/** The stage's own requests to the DynamoDB engine. Functions send theirs directly. */
import { Agent, request } from 'node:http';

/** @param target such as `DynamoDB_20120810.PutItem`. @returns the response body. @throws EngineError for an error response. */
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

export function engineCall(url: string): EngineCall {
  return (target, body) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...unverifiedSignature,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': target,
      };
      const outgoing = request(url, { method: 'POST', agent, headers }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.once('error', reject).once('end', () => {
          const response: Record<string, unknown> = JSON.parse(text || '{}');
          if (incoming.statusCode === 200) resolve(response);
          else
            reject(
              new EngineError(String(response['__type']).replace(/^.*#/, ''), String(response['message'])),
            );
        });
      });
      outgoing.once('error', reject).end(JSON.stringify(body));
    });
}
