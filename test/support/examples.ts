/** One valid record of every type: what the conformance suite asks its questions about. A new resource adds its line. */
import { randomUUID } from 'node:crypto';
import type { Person } from './calls.ts';

export interface ExampleDocument {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data: unknown }>>;
}

/** Makes records through the API, as a user would. */
export interface Maker {
  readonly person: Person;
  /** @returns the id of a new record of the type. */
  readonly create: (type: string) => Promise<string>;
  /** @returns the id of the resource that the request answers with. */
  readonly post: (path: string) => Promise<string>;
}

export type Example =
  | { readonly document: (maker: Maker) => Promise<ExampleDocument> | ExampleDocument }
  /** For types that nobody creates by a POST of their own: the id of a record the person can read. */
  | { readonly existing: (maker: Maker) => Promise<string> | string };

export const examples: Readonly<Record<string, Example>> = {
  'white-labels': { existing: ({ person }) => person.organizationId },
  users: {
    document: () => ({
      attributes: {
        name: 'Grace',
        email: `${randomUUID()}@example.com`,
        password: 'Correct-Horse-1',
        role: 'label',
      },
    }),
  },
  artists: { document: () => ({ attributes: { name: `Artist ${randomUUID()}`, bio: 'Plays.' } }) },
  'artist-dsp-availabilities': {
    document: async ({ create }) => ({
      attributes: { 'external-artist-id': '17', 'external-artist-url': 'https://beta.example/artist/17' },
      relationships: {
        artist: { data: { type: 'artists', id: await create('artists') } },
        dsp: { data: { type: 'dsps', id: '4' } },
      },
    }),
  },
  labels: { document: () => ({ attributes: { name: `Label ${randomUUID()}`, description: 'Jazz' } }) },
  'webhook-endpoints': {
    document: () => ({
      attributes: { url: 'https://127.0.0.1:9/hook', events: ['delivery.created'], description: 'Ours' },
    }),
  },
  'webhook-events': {
    existing: async ({ create, post }) =>
      post(`/webhook-endpoints/${await create('webhook-endpoints')}/test`),
  },
};
