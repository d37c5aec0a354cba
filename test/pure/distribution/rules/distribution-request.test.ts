import { describe, expect, it } from 'vitest';
import type { RequestType } from '../../../../shared/distribution/rules/distribution.ts';
import { openProblems, requestProblems } from '../../../../shared/distribution/rules/distribution-request.ts';

const exists = {
  code: 'distribution_request_exists',
  detail: expect.stringContaining('open distribution request'),
  pointer: '/data/relationships/album',
};
const requiresDelivery = (type: string) => ({
  code: `${type}_requires_sent_delivery`,
  detail: expect.stringContaining('delivery request'),
  pointer: '/data/attributes/request-type',
});

describe('a new request', () => {
  it.each<RequestType | undefined>(['delivery', 'takedown', undefined])(
    'does not require a sent delivery for type %s',
    (type) => expect(requestProblems(type, { open: 0, sentDeliveries: 0 }, true)).toEqual([]),
  );

  it.each<RequestType>(['update', 'redelivery'])('requires a sent delivery for type %s', (type) => {
    expect(requestProblems(type, { open: 0, sentDeliveries: 0 }, true)).toEqual([requiresDelivery(type)]);
    expect(requestProblems(type, { open: 0, sentDeliveries: 1 }, true)).toEqual([]);
  });

  it('is rejected while another is open', () => {
    expect(requestProblems('delivery', { open: 1, sentDeliveries: 0 }, true)).toEqual([exists]);
    expect(requestProblems('update', { open: 1, sentDeliveries: 0 }, true)).toEqual([
      exists,
      requiresDelivery('update'),
    ]);
  });
});

it('a changed request is not rejected for being open itself', () => {
  expect(requestProblems('delivery', { open: 1, sentDeliveries: 0 }, false)).toEqual([]);
  expect(requestProblems('update', { open: 1, sentDeliveries: 0 }, false)).toEqual([
    requiresDelivery('update'),
  ]);
});

it('an action of an operator is rejected while a request is open', () => {
  expect(openProblems({ open: 0, sentDeliveries: 3 })).toEqual([]);
  expect(openProblems({ open: 1, sentDeliveries: 0 })).toEqual([
    { code: 'distribution_request_exists', detail: expect.stringContaining('open distribution request') },
  ]);
});
