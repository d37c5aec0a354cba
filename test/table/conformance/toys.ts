/** A toy API with declarations that the service does not use. */

import { randomUUID } from 'node:crypto';
import { routesOf } from '../../../shared/kit/declare/routes.ts';
import { handlerOf } from '../../support/define-api.ts';
import type { Example } from '../../support/examples.ts';
import { toyApi } from '../../support/toy-api.ts';
import { World } from './world.ts';

const examples: Readonly<Record<string, Example>> = {
  users: { existing: ({ person }) => person.userId },
  'white-labels': { existing: ({ person }) => person.organizationId },
  shelves: { document: () => ({ attributes: { name: `Shelf ${randomUUID().slice(0, 8)}` } }) },
  books: {
    document: async ({ create }) => ({
      attributes: { title: `Book ${randomUUID()}`, pages: 7, 'is-lent': true, notes: 'Signed.' },
      relationships: {
        shelf: { data: { type: 'shelves', id: await create('shelves') } },
        spare: { data: { type: 'shelves', id: await create('shelves') } },
        colours: { data: [{ type: 'colours', id: '1' }] },
      },
    }),
  },
};

const groups = [...new Set(routesOf(toyApi).map(({ group }) => group))];

export const toys = new World({
  definitions: toyApi,
  handlers: Object.fromEntries(groups.map((group) => [group, handlerOf(toyApi, { group })])),
  examples,
});
