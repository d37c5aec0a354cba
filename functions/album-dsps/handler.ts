/** The DSPs of albums. */
import { makeHandler } from '../../shared/handler.ts';
import { albumDspHooks } from './album-dsp-hooks.ts';
import { assign, remove } from './bulk.ts';

export const handler = makeHandler('album-dsps', {
  actions: { 'album-dsps': { 'bulk/assign': assign, 'bulk/remove': remove } },
  hooks: { 'album-dsps': albumDspHooks },
});
