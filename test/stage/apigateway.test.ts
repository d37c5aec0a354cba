import { type ClientRequest, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { arnOf, httpApi, lambda, type Resource, startStage } from '../support/hand-made.ts';

const api = (type: string, properties: Record<string, unknown>): Resource => ({
  Type: `AWS::ApiGatewayV2::${type}`,
  Properties: properties,
});

const permission = (name: string, source: string): Resource => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: arnOf(name),
    Principal: 'apigateway.amazonaws.com',
    SourceArn: { 'Fn::Sub': `arn:aws:execute-api:\${AWS::Region}:\${AWS::AccountId}:\${Api}/${source}` },
  },
});

const stage = await startStage({
  functions: {
    Echo: 'export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });',
    Say: 'export const handler = async (event) => JSON.parse(event.body);',
    Crash: 'export const handler = async () => process.exit(1);',
    Slow: 'export const handler = () => new Promise((resolve) => setTimeout(resolve, 60_000));',
    Large: 'export const handler = async () => ({ statusCode: 200, body: "x".repeat(7e6) });',
    Hidden: 'export const handler = async () => ({ statusCode: 200 });',
    Bare: 'export const handler = async () => ({ statusCode: 200, headers: { ETag: "\\"1\\"" } });',
  },
  resources: {
    Api: api('Api', {
      Body: httpApi(
        {
          '/echo/{proxy+}': 'Echo',
          '/say': 'Say',
          '/crash': 'Crash',
          '/slow': 'Slow',
          '/large': 'Large',
          '/hidden': 'Hidden',
          '/bare': 'Bare',
        },
        { Slow: { timeoutInMillis: 50 } },
      ),
    }),
    Stage: api('Stage', { ApiId: { Ref: 'Api' }, StageName: '$default', AutoDeploy: true }),
    Slow: lambda('Slow', { Timeout: 1 }),
    MayEcho: permission('Echo', '*/*/echo/{proxy+}'),
    MaySay: permission('Say', '$default/POST/say'),
    MayCrash: permission('Crash', '*/*/*'),
    MaySlow: permission('Slow', '*/*/*'),
    MayLarge: permission('Large', '*/*'),
    MayBare: permission('Bare', '*/*/*'),
    MayHide: permission('Hidden', '*/GET/shown'),
  },
});

// biome-ignore lint/suspicious/noExplicitAny: the event as the function received it.
const echo = async (path: string, options: RequestInit = {}): Promise<any> =>
  (await fetch(`${stage.url}/echo/${path}`, options)).json();
const post = (contentType: string | undefined, body: Uint8Array<ArrayBuffer> | string) =>
  echo('1/x', { method: 'POST', body, headers: contentType ? { 'content-type': contentType } : {} });

describe('a function', () => {
  test('receives a request in payload format 2.0', async () => {
    const event = await echo('1/a/b?x=1&y=a%20b&x=2', {
      headers: { 'X-Thing': 'Value', cookie: 'a=1; b=2', 'user-agent': 'tester' },
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /echo/{proxy+}',
      rawPath: '/echo/1/a/b',
      rawQueryString: 'x=1&y=a%20b&x=2',
      queryStringParameters: { x: '1,2', y: 'a b' },
      pathParameters: { proxy: '1/a/b' },
      cookies: ['a=1', 'b=2'],
      headers: { 'x-thing': 'Value', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
      isBase64Encoded: false,
      requestContext: {
        domainName: 'localhost',
        stage: '$default',
        routeKey: 'ANY /echo/{proxy+}',
        http: {
          method: 'GET',
          path: '/echo/1/a/b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'tester',
        },
      },
    });
    expect(event.requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    expect(event.requestContext.requestId).not.toBe('');
    expect(event).not.toHaveProperty('body');
    expect(event.headers).not.toHaveProperty('cookie');
    expect(event.headers).not.toHaveProperty('connection');
  });

  test.each([
    ['decoded', 'a%20b%C3%A9', 'a bé'],
    ['decoded, reserved characters included', 'a%23b%3Ac%26', 'a#b:c&'],
    ['without anything after an encoded question mark', 'a%3Fb', 'a'],
    ['as it was sent if a slash is encoded', 'a%2Fb%20c', 'a%2Fb%20c'],
    ['as it was sent if it is encoded twice', 'a%252fb', 'a%252fb'],
    ['as it was sent if a percent sign is encoded twice', 'a%2525b', 'a%2525b'],
  ])('receives the path %s', async (_, sent, rawPath) => {
    const event = await echo(`1/${sent}`);
    expect(event.rawPath).toBe(`/echo/1/${rawPath}`);
    expect(event.requestContext.http.path).toBe(event.rawPath);
  });

  test('receives a second question mark as part of the query', async () => {
    const event = await echo('1/x??a=1&b=2');
    expect(event.rawQueryString).toBe('?a=1&b=2');
    expect(event.queryStringParameters).toEqual({ '?a': '1', b: '2' });
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/xml'])(
    'receives a body of type %s as text',
    async (type) => {
      expect(await post(type, '{"é":1}')).toMatchObject({ body: '{"é":1}', isBase64Encoded: false });
    },
  );

  test.each(['application/vnd.api+json', 'application/x-www-form-urlencoded', 'image/png', undefined])(
    'receives a body of type %s as base64',
    async (type) => {
      const body = new Uint8Array([0, 255, 123]);
      expect(await post(type, body)).toMatchObject({ body: 'AP97', isBase64Encoded: true });
    },
  );

  test('receives query parameters named like inherited members', async () => {
    const { queryStringParameters } = await echo('1/x?__proto__=1&constructor=2');
    expect(Object.entries(queryStringParameters)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });
});

describe('a client', () => {
  const say = (result: unknown) =>
    fetch(`${stage.url}/say`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(result),
    });

  test('receives status, headers, cookies and body of the result', async () => {
    const response = await say({
      statusCode: 201,
      headers: { 'Content-Type': 'application/vnd.api+json', 'X-Count': 3 },
      cookies: ['a=1', 'b=2'],
      body: 'hello',
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/vnd.api+json');
    expect(response.headers.get('x-count')).toBe('3');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.text()).toBe('hello');
  });

  test('receives the bytes of a base64 body', async () => {
    const response = await say({ statusCode: 200, body: 'AP97', isBase64Encoded: true });
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 123]);
  });

  test('receives no body with a 204', async () => {
    const response = await say({ statusCode: 204 });
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  test('receives a result without a status as JSON', async () => {
    const response = await say({ some: 'thing' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toEqual({ some: 'thing' });
  });

  test.each([
    ['a status that is not a number', { statusCode: 'many' }],
    ['a body that is not a string', { statusCode: 200, body: { a: 1 } }],
    ['a status that is not final', { statusCode: 101 }],
    ['an invalid header value', { statusCode: 200, headers: { a: 'b\nc' } }],
    ['headers that are lists', { statusCode: 200, headers: { a: ['b'] } }],
  ])('receives a 500 for %s', async (_, result) => {
    const response = await say(result);
    expect([response.status, await response.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
  });

  test.each([
    ['500 if the function crashes', 'crash', 500, 'Internal Server Error'],
    ['503 if the function takes too long', 'slow', 503, 'Service Unavailable'],
    ['500 if the result is over 6 MB', 'large', 500, 'Internal Server Error'],
    ['404 if no route matches', 'nowhere', 404, 'Not Found'],
    ['404 if a slash of the path is encoded', 'echo%2F1/x', 404, 'Not Found'],
    ['500 if the function permits calls of other routes only', 'hidden', 500, 'Internal Server Error'],
    ['400 for a path that cannot be decoded', 'echo/1/%zz', 400, 'Bad Request'],
    ['400 for a path that cannot be decoded twice', 'echo/1/100%25', 400, 'Bad Request'],
  ])('receives %s', async (_, path, status, message) => {
    const response = await fetch(`${stage.url}/${path}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message });
  });

  const statusOf = (write: (outgoing: ClientRequest) => void) =>
    new Promise((resolve, reject) => {
      const outgoing = request(`${stage.url}/say`, { method: 'POST' }, (response) => {
        resolve(response.resume().statusCode);
        outgoing.destroy();
      });
      outgoing.once('error', reject);
      write(outgoing);
    });
  const megabyte = Buffer.alloc(1024 * 1024);

  test('receives a 413 for a body over 10 MB', async () => {
    const status = await statusOf((outgoing) => {
      for (let sent = 0; sent < 11; sent += 1) outgoing.write(megabyte);
      outgoing.end();
    });
    expect(status).toBe(413);
  });

  test('receives a 413 immediately if Content-Length is over 10 MB', async () => {
    const status = await statusOf((outgoing) => {
      outgoing.setHeader('content-length', 11 * megabyte.length);
      outgoing.write(megabyte);
    });
    expect(status).toBe(413);
  });
});

test('a HEAD response has no length if the function omits the body, unlike a GET response', async () => {
  const lengthOf = async (method: string) =>
    (await fetch(`${stage.url}/bare`, { method })).headers.get('content-length');
  expect([await lengthOf('HEAD'), await lengthOf('GET')]).toEqual([null, '0']);
});
