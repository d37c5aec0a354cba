/** The service's definitions: all declarations, the reference data, and the views and sources of types that have one. */
import { define } from './api/define/definitions.ts';
import { api } from './api/index.ts';
import { albumDspSource } from './catalogue/album-dsp-source.ts';
import { creditSource } from './credits/credit-source.ts';
import { referenceRecords } from './reference/records.ts';
import { albumsView } from './views/albums.ts';
import { tracksView } from './views/tracks.ts';
import { usersView } from './views/users.ts';
import { webhookEventsView } from './views/webhook-events.ts';

export const definitions = define(api, {
  reference: referenceRecords,
  sources: { 'album-dsps': albumDspSource, 'track-credits': creditSource },
  views: {
    users: usersView,
    albums: albumsView,
    tracks: tracksView,
    'webhook-events': webhookEventsView,
  },
});
