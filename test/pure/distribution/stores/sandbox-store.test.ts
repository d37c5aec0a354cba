/** The reasons of the sandbox store, which operators read when they look for the cause of a failed delivery. */
import { expect, it } from 'vitest';
import { sandboxStore } from '../../../../shared/distribution/stores/sandbox-store.ts';

it.each(['fail', 'flaky'] as const)(
  'the rejection by a store set to %s names the command that set it',
  async (behavior) => {
    // The sandbox does not look into the parcel.
    const handover = await sandboxStore(behavior, 3).hand({} as never, 1);
    expect(handover).toMatchObject({ reason: expect.stringContaining('(set-store)') });
  },
);
