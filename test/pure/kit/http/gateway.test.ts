/** The request that a function reads from an event of the gateway. */
import { describe, expect, it } from 'vitest';
import { toRequest } from '../../../../shared/kit/http/gateway.ts';
import { eventOf } from '../../../support/event-of.ts';

describe('a request from a gateway event', () => {
  it('has its method, headers, address and id', () => {
    const event = eventOf({
      method: 'POST',
      path: '/labels',
      headers: { a: 'b' },
      sourceAddress: '192.0.2.7',
    });
    expect(toRequest(event)).toMatchObject({
      id: event.requestContext.requestId,
      method: 'POST',
      headers: { a: 'b' },
      sourceAddress: '192.0.2.7',
      body: undefined,
    });
  });

  it.each([
    ['/api/v1/labels/7', '/labels/7'],
    ['/labels/7', '/labels/7'],
    ['/api/v1', '/api/v1'],
    ['/api/v10/labels', '/api/v10/labels'],
    ['/labels/api/v1/7', '/labels/api/v1/7'],
  ])('has its path: %s becomes %s', (path, bare) => expect(toRequest(eventOf({ path })).path).toBe(bare));

  it.each([
    ['', []],
    [
      'a=1&b=x%20y+z&a=2',
      [
        ['a', '1'],
        ['b', 'x y z'],
        ['a', '2'],
      ],
    ],
    ['?x=1', [['?x', '1']]],
    ['page%5Bsize%5D=2', [['page[size]', '2']]],
  ])('has its parameters: "%s" becomes %j', (query, parameters) => {
    expect(toRequest({ ...eventOf({ path: '/labels' }), rawQueryString: query }).query).toEqual(parameters);
  });

  it.each([
    ['text', '{"name":"é"}', '{"name":"é"}', true],
    ['bytes', Buffer.from('{"name":"é"}'), '{"name":"é"}', true],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), '"\ufffd"', false],
    ['an empty text', '', undefined, true],
    ['nothing', undefined, undefined, true],
  ])('has its body as text if it is %s', (_, body, rawBody, isText) => {
    expect(toRequest(eventOf({ path: '/labels', body }))).toMatchObject({ rawBody, isText });
  });
});
