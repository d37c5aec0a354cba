/** How a call to the table ends: with its result, an error that says whether to try again, or the deadline. */
import {
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { responseOf, TableThrottled, TableUnavailable } from '../../../../shared/kit/table/client.ts';

const about = { message: 'Slow down', $metadata: {} };
const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const failing = (error: unknown) => responseOf(() => Promise.reject(error), undefined);
const forever = () => new Promise<never>(() => {});

describe('a table call', () => {
  it('returns its result', async () => {
    expect(await responseOf(async () => 7, undefined)).toBe(7);
    expect(await responseOf(async () => 7, new AbortController().signal)).toBe(7);
  });

  it.each([
    new ProvisionedThroughputExceededException(about),
    new RequestLimitExceeded(about),
    new ThrottlingException(about),
    new TransactionInProgressException(about),
  ])('reports throttling with the cause ($name)', async (cause) => {
    const error = new TableThrottled('The table throttled the request.', { cause });
    await expect(failing(cause)).rejects.toEqual(error);
    await expect(failing(cause)).rejects.toMatchObject({ name: 'TableThrottled', cause });
  });

  it('reports a missing response with the cause', async () => {
    await expect(failing(unreachable)).rejects.toMatchObject({
      name: 'TableUnavailable',
      message: 'The table did not respond.',
      cause: unreachable,
    });
  });

  it('passes on any other error', async () => {
    const error = new Error('Broken');
    await expect(failing(error)).rejects.toBe(error);
  });

  it('ends at the request deadline, even between attempts', async () => {
    const request = new AbortController();
    const call = responseOf(forever, request.signal);
    request.abort();
    await expect(call).rejects.toThrow(
      new TableUnavailable('The table did not respond before the deadline of the request.'),
    );
  });
});
