/** The service's definitions: all declarations, the reference data, and the views and sources of types that have one. */

import { usersView } from '../accounts/views/users.ts';
import { albumDspSource } from '../catalogue/album-dsp-source.ts';
import { creditSource } from '../catalogue/credits/credit-source.ts';
import { albumsView } from '../catalogue/views/albums.ts';
import { tracksView } from '../catalogue/views/tracks.ts';
import { deliveriesView } from '../distribution/views/deliveries.ts';
import { distributionRequestsView } from '../distribution/views/distribution-requests.ts';
import { define } from '../kit/declare/definitions.ts';
import { matchSource } from '../matching/match-source.ts';
import { partSources } from '../matching/part-sources.ts';
import { referenceRecords } from '../reference/records.ts';
import { summarySource } from '../royalties/summary-source.ts';
import { royaltyPaymentsView } from '../royalties/views/royalty-payments.ts';
import { trendSources } from '../usage/trends/trend-sources.ts';
import { analyticsReportsView } from '../usage/views/analytics-reports.ts';
import { events } from '../webhooks/events.ts';
import { webhookEventsView } from '../webhooks/views/webhook-events.ts';
import { api } from './api.ts';
import { problems } from './problems.ts';

export const definitions = define(api, {
  reference: referenceRecords,
  problems,
  events,
  sources: {
    'album-dsps': albumDspSource,
    'track-credits': creditSource,
    'track-matches': matchSource,
    ...partSources,
    ...trendSources,
    'royalty-summaries': summarySource,
  },
  views: {
    users: usersView,
    albums: albumsView,
    tracks: tracksView,
    deliveries: deliveriesView,
    'distribution-requests': distributionRequestsView,
    'analytics-reports': analyticsReportsView,
    'royalty-payments': royaltyPaymentsView,
    'webhook-events': webhookEventsView,
  },
});
