/** The operator's command that sends all events again whose delivery to an endpoint was given up. */
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { now, pass, patch, register, usePipeline } from './pipeline.ts';
import { failedEvents, failures, work } from './recovering.ts';

usePipeline();
beforeEach(() => pass(60));

const command = (id: string, given: object = {}) =>
  operate({ command: 'recover-endpoint', positionals: [id], arguments: given, actor: 'test' });

describe('recover-endpoint', () => {
  it('resends what was given up since a time, or all of it by default', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    await failedEvents(id, 3);
    pass(60);
    const since = now().toISOString();
    await failedEvents(id, 2);
    expect(await command(id, { since })).toMatchObject({ result: { endpoint: id, resent: 2 } });
    expect(await command(id)).toMatchObject({ result: { endpoint: id, resent: 3 } });
    expect(await command(id)).toEqual({ result: { endpoint: id, resent: 0 } });
    await work();
    expect(await failures(id)).toEqual([]);
  });

  it('is rejected for an unknown and a disabled endpoint', async () => {
    const { id } = await register('https://127.0.0.1:1/');
    await patch(id, { 'is-active': false });
    expect(await command(id)).toMatchObject({ problems: [{ code: 'webhook-endpoint-disabled' }] });
    expect(await command('17')).toMatchObject({ problems: [{ code: 'unknown_record' }] });
  });
});
