/** The metrics of webhooks, and of accounts none of whose endpoints responds. */
import { describe, expect, it } from 'vitest';
import { listen } from '../support/log.ts';
import { valuesOf } from '../support/metrics.ts';
import { announce, endpointResponding, owner, pass, patch, settle, usePipeline } from './pipeline.ts';

usePipeline();

async function send(): Promise<void> {
  announce();
  await settle();
}

const added = async (work: () => Promise<void>) => {
  const names = [
    'WebhooksDelivered',
    'WebhookAttemptsFailed',
    'WebhooksFailed',
    'AccountsUnreachable',
  ] as const;
  const sums = () => names.map((name) => valuesOf(name).reduce((sum: number, each) => sum + Number(each), 0));
  const before = sums();
  await work();
  return sums().map((sum, index) => sum - (before[index] ?? 0));
};

describe('an event to an unreachable endpoint', () => {
  it('counts for each endpoint', async () => {
    await endpointResponding(204);
    await endpointResponding(204);
    await endpointResponding(500);
    expect(await added(send)).toEqual([2, 1, 0, 0]);
  });
});

describe('an account', () => {
  it('is reported as unreachable if all its active endpoints fail for an hour', async () => {
    await endpointResponding(500);
    const second = await endpointResponding(500);
    const disabled = await endpointResponding(204);
    await patch(disabled.id, { 'is-active': false });
    expect(await added(send)).toEqual([0, 2, 0, 0]);
    pass(3599);
    expect((await added(send))[3]).toBe(0);
    pass(1);
    const { lines, stop } = listen();
    expect((await added(send))[3]).toBe(1);
    stop();
    expect(lines.filter(({ event }) => event === 'account.unreachable')).toEqual([
      { level: 'warn', event: 'account.unreachable', tenant: owner().userId, endpoints: 2 },
    ]);
    await patch(second.id, { 'is-active': false });
    await patch(second.id, { 'is-active': true });
    expect((await added(send))[3]).toBe(0);
  });

  it('is not reported while one endpoint responds', async () => {
    await endpointResponding(500);
    await endpointResponding(204);
    await send();
    pass(7200);
    expect(await added(send)).toMatchObject({ 0: 1, 3: 0 });
  });
});
