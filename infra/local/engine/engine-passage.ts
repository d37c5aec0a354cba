/** DynamoDB and its streams, for those who come through the stage's own port: passed on to the engine as they are. */
import { Agent, request as httpRequest } from 'node:http';
import { AwsError } from '../wire/aws-error.ts';
import { type Passage, refuse } from '../wire/wire.ts';

const agent = new Agent({ keepAlive: true });

export function enginePassage(engineUrl: string): Passage {
  const { host } = new URL(engineUrl);
  return (request, response, body) => {
    const { 'transfer-encoding': _chunked, ...headers } = request.headers;
    const outgoing = httpRequest(
      engineUrl,
      { method: 'POST', agent, headers: { ...headers, host, 'content-length': body.length } },
      (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers);
        incoming.pipe(response);
      },
    );
    outgoing.once('error', (error) =>
      refuse(response, new AwsError('InternalServerError', error.message, { status: 500 })),
    );
    outgoing.end(body);
  };
}
