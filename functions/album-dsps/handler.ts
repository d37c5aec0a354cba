/** The DSPs of albums. */

import { assign, remove } from '../../shared/catalogue/actions/bulk.ts';
import { albumDspHooks } from '../../shared/catalogue/hooks/album-dsp-hooks.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('album-dsps', {
  actions: { 'album-dsps': { 'bulk/assign': assign, 'bulk/remove': remove } },
  hooks: { 'album-dsps': albumDspHooks },
});
