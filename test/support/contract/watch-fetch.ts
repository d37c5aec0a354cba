/**
 * Holds the responses that tests fetch from a stage to the API's document. Pages and other services have
 * another policy.
 */
import { fixedHeaders } from '../../../shared/kit/declare/security-headers.ts';

const original = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await original(input, init);
  const policy = response.headers.get('content-security-policy');
  if (policy !== fixedHeaders['Content-Security-Policy']) return response;
  const { method, url } = new Request(input, init);
  const { pathname, search } = new URL(url);
  const text = await response.clone().text();
  const [{ contractOf }, { definitions }] = await Promise.all([
    import('./contract.ts'),
    import('../../../shared/service/definitions.ts'),
  ]);
  const actual = { status: response.status, headers: Object.fromEntries(response.headers), text };
  const found = contractOf(definitions).violations({ method, path: pathname + search }, actual);
  if (found.length > 0) throw new Error(`${found.join('\n')}\n${text}`);
  return response;
};
