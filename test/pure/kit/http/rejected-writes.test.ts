/** What a rejected request says if its caller has lost access since it was admitted. */
import { describe, expect, it, vi } from 'vitest';
import { problem } from '../../../../shared/kit/values/problems.ts';
import { callersWith, sent, useStack } from './sent.ts';

useStack();

describe('a rejected request', () => {
  const rejection = problem('stale_version', 'Changed.');
  const lost = async () => {
    throw problem('not_authenticated', 'Ended.');
  };

  it('is a 401 if it is a write whose caller has lost access since', async () => {
    const remove = { method: 'DELETE', path: '/labels/17' } as const;
    expect(await sent(remove, { fails: rejection })).toMatchObject({ status: 412 });
    const callers = callersWith({ confirm: lost });
    expect(await sent(remove, { fails: rejection, callers })).toMatchObject({ status: 401 });
  });

  it('stays as it is if it only reads, or was not admitted', async () => {
    const callers = callersWith({ confirm: vi.fn(lost) });
    expect(await sent({ path: '/labels/17' }, { fails: rejection, callers })).toMatchObject({ status: 412 });
    await sent({ method: 'DELETE', path: '/unknown' }, { callers });
    expect(callers.confirm).not.toHaveBeenCalled();
  });

  it('stays as it is if it failed', async () => {
    const callers = callersWith({ confirm: lost });
    const remove = { method: 'DELETE', path: '/labels/17' } as const;
    expect(await sent(remove, { fails: new Error('Broken'), callers })).toMatchObject({ status: 500 });
  });
});
