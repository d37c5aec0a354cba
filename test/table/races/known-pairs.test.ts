/**
 * Pairs and threes of operations that were once found to disturb each other, by the long form (`test/races`) or by dropping a
 * check, each at each call of the others.
 */
import { expect, it } from 'vitest';
import { exploreNamed } from '../../support/pairs/pairs.ts';
import type { SceneName } from '../../support/pairs/scenes/scenes.ts';
import { withPairs } from '../../support/pairs/stage.ts';
import { meetAtEachCall, meetInThrees } from '../../support/pairs/ways.ts';

type Groups = readonly (readonly string[])[];

const known: Readonly<Partial<Record<SceneName, Groups>>> = {
  draft: [['add-admin', 'erase-organization']],
  'in review': [
    // Two alone give the result of an order in which the approval is first.
    ['approve-request', 'approve-request', 'set-capabilities'],
  ],
  approved: [
    ['work store-delivery', 'PATCH /tracks/{id} that removes the ISRC'],
    ['work store-delivery', 'PATCH /tracks/{id} that makes it a video'],
    ['work store-delivery', 'POST /tracks in a free place'],
    // The second request of two that are decided after the command does not see the first.
    [
      'POST /distribution-requests to update',
      'POST /distribution-requests to redelivery',
      'set-capabilities',
    ],
  ],
  transferring: [
    ['read-store', 'disconnect-store'],
    ['test-store', 'disconnect-store'],
    ['work store-reading', 'disconnect-store'],
  ],
  'read-only': [
    ['set-read-only to end it', 'erase-organization'],
    ['set-read-only to end it', 'set-read-only'],
  ],
  organization: [
    ['add-admin', 'set-read-only'],
    ['POST /users', 'erase-organization'],
    ['POST /users', 'set-capabilities'],
    ['POST /users', 'set-read-only'],
    ['POST /auth/password', 'reset-password'],
    ['POST /auth/password', 'erase-user of the administrator'],
    ['POST /webhook-endpoints/{id}/test', 'disable-user of the administrator'],
    ['POST /webhook-events/{id}/resend', 'disable-user of the administrator'],
    ['work release-indexing', 'DELETE /tracks/{id}'],
    ['POST /webhook-events/{id}/resend', 'DELETE /webhook-endpoints/{id}'],
  ],
};

const { prepareScene } = withPairs();

it.each(Object.entries(known) as [SceneName, Groups][])(
  'operations in the catalogue "%s" that once disturbed each other give the result of a serial order',
  async (name, groups) => {
    const names = new Set(groups.flat());
    const scene = await prepareScene(name, (operation) => names.has(operation.name));
    const ways = [
      [2, meetAtEachCall],
      [3, meetInThrees],
    ] as const;
    for (const [size, way] of ways) {
      const some = groups.filter(({ length }) => length === size);
      const { faults } = await exploreNamed(scene, some, way);
      expect(faults).toEqual([]);
    }
  },
);
