/** Pairs of operations that the long form (`test/races`) once found to disturb each other, each at each call of the other. */
import { expect, it } from 'vitest';
import { explorePairs } from '../../support/pairs/pairs.ts';
import type { SceneName } from '../../support/pairs/scenes/scenes.ts';
import { withPairs } from '../../support/pairs/stage.ts';
import { meetAtEachCall } from '../../support/pairs/ways.ts';

const known: Readonly<Partial<Record<SceneName, readonly (readonly [string, string])[]>>> = {
  draft: [['add-admin', 'erase-organization']],
  approved: [
    ['work store-delivery', 'PATCH /tracks/{id} that removes the ISRC'],
    ['work store-delivery', 'PATCH /tracks/{id} that makes it a video'],
  ],
  transferring: [
    ['read-store', 'disconnect-store'],
    ['test-store', 'disconnect-store'],
    ['work store-reading', 'disconnect-store'],
  ],
  organization: [
    ['add-admin', 'set-read-only'],
    ['POST /users', 'erase-organization'],
    ['POST /users', 'set-capabilities'],
    ['POST /users', 'set-read-only'],
    ['work release-indexing', 'DELETE /tracks/{id}'],
    ['POST /webhook-events/{id}/resend', 'DELETE /webhook-endpoints/{id}'],
  ],
};

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

const { prepareScene } = withPairs();

it.each(Object.entries(known) as [SceneName, readonly (readonly [string, string])[]][])(
  'operations in the catalogue "%s" that once disturbed each other give the result of a serial order',
  async (name, pairs) => {
    const scene = await prepareScene(name);
    const { faults, tally } = await explorePairs(scene, {
      isWanted: (one, other) =>
        pairs.some((names) => isSame(names, [one.operation.name, other.operation.name])),
      way: meetAtEachCall,
    });
    expect(tally.groups).toBe(pairs.length);
    expect(faults).toEqual([]);
  },
);
