/** Holds the responses that tests fetch from a stage to the API's document. Only our stack sends the header it goes by. */
const original = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await original(input, init);
  if (response.headers.get('x-content-type-options') !== 'nosniff') return response;
  // The documentation is not part of the API.
  if (response.headers.has('content-security-policy')) return response;
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
