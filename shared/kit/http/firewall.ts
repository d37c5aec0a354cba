/** Requests of a stage with a firewall come through CloudFront, which sends a key that nobody else knows. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { environment } from '../../platform/settings.ts';
import { securityHeaders } from '../declare/security-headers.ts';

/** CloudFront replaces a header of this name that a client sends. infra/api/firewall.ts sets it. */
const KEY_HEADER = 'x-firewall-key';

const firewallKey = (): string | undefined => process.env['FIREWALL_KEY'];

type Event = Pick<APIGatewayProxyEventV2, 'headers' | 'requestContext'>;

/** @returns the response to a request past the firewall, as of the gateway, or undefined for any other. */
export function rejectionPastFirewall({ headers }: Event): APIGatewayProxyStructuredResultV2 | undefined {
  const key = firewallKey();
  if (key === undefined || timingSafeEqual(digest(headers[KEY_HEADER] ?? ''), digest(key))) return undefined;
  return {
    statusCode: 403,
    headers: { ...securityHeaders(environment('BASE_URL')), 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: 'Forbidden' }),
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** CloudFront and then the gateway add the address of who called them. The client gives earlier ones. */
export function clientAddress({ headers, requestContext }: Event): string {
  const { sourceIp } = requestContext.http;
  if (firewallKey() === undefined) return sourceIp;
  const added = headers['x-forwarded-for']?.split(',').map((address) => address.trim()) ?? [];
  return (added.at(-1) === sourceIp ? added.at(-2) : added.at(-1)) || sourceIp;
}
