/** The catalogue in miniature: many-to-many, ordered links, attributes kept apart, states and a bulk action. */
import { randomUUID } from 'node:crypto';
import { handlerOf } from '../../shared/service/handler.ts';
import type { Example } from '../support/examples.ts';
import { catalogue, mini } from '../support/miniature/index.ts';
import { World } from './world.ts';

const to = (type: string, id: string) => ({ data: { type, id } });

const examples: Readonly<Record<string, Example>> = {
  users: { existing: ({ person }) => person.userId },
  'white-labels': { existing: ({ person }) => person.organizationId },
  labels: { document: () => ({ attributes: { name: `Label ${randomUUID().slice(0, 8)}` } }) },
  albums: {
    document: async ({ create }) => ({
      attributes: { title: `Album ${randomUUID()}` },
      relationships: { label: to('labels', await create('labels')) },
    }),
  },
  tracks: {
    document: async ({ create }) => ({
      attributes: { title: `Track ${randomUUID()}`, order: 3, credits: [{ role: 'piano', name: 'Nina' }] },
      relationships: { albums: { data: [{ type: 'albums', id: await create('albums') }] } },
    }),
  },
  'album-tracks': {
    document: async ({ create }) => ({
      attributes: { order: 7 },
      relationships: {
        album: to('albums', await create('albums')),
        track: to('tracks', await create('tracks')),
      },
    }),
  },
  'album-stores': {
    document: async ({ create }) => ({
      attributes: {},
      relationships: { album: to('albums', await create('albums')), store: to('stores', '7') },
    }),
  },
  requests: {
    document: async ({ create }) => ({
      attributes: {},
      relationships: { album: to('albums', await create('albums')) },
    }),
  },
};

const others = ['people', 'users'].map((group) => [group, handlerOf(catalogue, { group })] as const);

export const miniature = new World({
  definitions: catalogue,
  handlers: { miniature: mini, ...Object.fromEntries(others) },
  examples,
});
