/** Serves the documentation, which bin/site has put into the deployed package. Needs no token. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { rejectionPastFirewall } from '../../shared/kit/http/firewall.ts';
import { writeLine } from '../../shared/platform/log.ts';
import { respond } from './respond.ts';

export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const startedAt = Date.now();
  const result = rejectionPastFirewall(event) ?? respond(event);
  const { requestId, http } = event.requestContext;
  writeLine({
    level: 'info',
    message: 'documentation.read',
    requestId,
    method: http.method,
    path: event.rawPath,
    status: result.statusCode,
    durationMs: Date.now() - startedAt,
  });
  return result;
}
