/** The miniature catalogue at work: its definitions, what is special about its types, and the function that serves it. */

import { loadOwned } from '../../../shared/kit/crud/read/load.ts';
import { plainShape, renderSingle } from '../../../shared/kit/crud/read/render.ts';
import { createMany } from '../../../shared/kit/crud/write/create-many.ts';
import { hooksOf } from '../../../shared/kit/crud/write/hooks.ts';
import { define } from '../../../shared/kit/declare/definitions.ts';
import type { Stored } from '../../../shared/kit/declare/fields.ts';
import { readQuery } from '../../../shared/kit/jsonapi/query.ts';
import { changed, findRecord, type Store } from '../../../shared/kit/records/store.ts';
import { transition } from '../../../shared/kit/records/transition.ts';
import { stateMachine } from '../../../shared/kit/values/states.ts';
import { type ActionHandler, handlerOf } from '../../../shared/service/handler.ts';
import { problems } from '../../../shared/service/problems.ts';
import { albumStores, albums, miniature, requests, tracks } from './declarations.ts';

const store = (id: string, name: string) => ({
  type: 'stores',
  id,
  ownerId: '',
  version: 1,
  fields: { name },
});

export const catalogue = define(miniature, {
  problems,
  reference: {
    stores: () => Array.from({ length: 95 }, (_, index) => store(String(index + 1), `Store ${index + 1}`)),
  },
});

/** A link takes the order of its track. */
const trackHooks = hooksOf(tracks, {
  prepare(draft) {
    const order = draft.valid('order');
    if (order !== undefined) draft.setLink('albums', () => ({ order }));
  },
});

/** A request puts its album into review, in the same transaction. */
const requestHooks = hooksOf(requests, {
  async prepare(draft, context) {
    const id = draft.valid('album');
    const before = id === undefined ? undefined : await findRecord(context, albums, id);
    if (before) draft.also(albumIn('in_review', before, context));
  },
});

const albumIn = (status: 'approved' | 'draft' | 'in_review', before: Stored<typeof albums>, at: Store) => ({
  resource: albums,
  before,
  after: changed(at, albums, { before, fields: { status } }),
});

const review = stateMachine({
  transitions: [
    { from: ['pending'], on: 'approve', to: 'sent', by: ['owner'], also: ['approve-album'] },
    { from: ['pending'], on: 'reject', to: 'rejected', by: ['owner'] },
  ],
  refused: { approve: 'invalid_value', reject: 'invalid_value' },
});

const moves =
  (on: 'approve' | 'reject'): ActionHandler =>
  async (context, id) => {
    readQuery(context.request.query, requests, 'none');
    await loadOwned(context, requests, id);
    const record = await transition(context, {
      resource: requests,
      id,
      machine: review,
      field: 'status',
      pull: { on, by: 'owner' },
      effects: {
        'approve-album': async ({ fields }, at) => {
          const album = await findRecord(at, albums, fields.album);
          return { also: album ? [albumIn('approved', album, at)] : [] };
        },
      },
    });
    return renderSingle(context, { record, shape: plainShape });
  };

export const mini = handlerOf(catalogue, {
  group: 'miniature',
  actions: {
    requests: { approve: moves('approve'), reject: moves('reject') },
    'album-stores': { 'bulk/assign': (context) => createMany(context, albumStores, { max: 90 }) },
  },
  hooks: { tracks: trackHooks, requests: requestHooks },
});
