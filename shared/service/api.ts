/** All resources and endpoints. A new resource needs a line here and a key row in its feature's keys.ts. */
import { me, signIn, signOut, signOutEverywhere } from '../accounts/api/authentication.ts';
import { users } from '../accounts/api/users.ts';
import { whiteLabels } from '../accounts/api/white-labels.ts';
import { albumDsps } from '../catalogue/api/album-dsps.ts';
import { albumTracks } from '../catalogue/api/album-tracks.ts';
import { albums } from '../catalogue/api/albums.ts';
import { artistDspAvailabilities } from '../catalogue/api/artist-dsp-availabilities.ts';
import { artists } from '../catalogue/api/artists.ts';
import { albumArtists, trackArtists } from '../catalogue/api/credited-artists.ts';
import { labels } from '../catalogue/api/labels.ts';
import { trackAssets } from '../catalogue/api/track-assets.ts';
import { trackCredits } from '../catalogue/api/track-credits.ts';
import { tracks } from '../catalogue/api/tracks.ts';
import { deliveries } from '../distribution/api/deliveries.ts';
import { distributionRequests } from '../distribution/api/distribution-requests.ts';
import { defineApi } from '../kit/declare/api.ts';
import { gatewayRoutesOf } from '../kit/declare/routes.ts';
import { matchParts } from '../matching/api/match-parts.ts';
import { trackAnalyses } from '../matching/api/track-analyses.ts';
import { trackMatches } from '../matching/api/track-matches.ts';
import { albumStatuses } from '../reference/api/album-statuses.ts';
import { artistRoles } from '../reference/api/artist-roles.ts';
import { continents } from '../reference/api/continents.ts';
import { countries } from '../reference/api/countries.ts';
import { creditRoles } from '../reference/api/credit-roles.ts';
import { dsps } from '../reference/api/dsps.ts';
import { genres } from '../reference/api/genres.ts';
import { languages } from '../reference/api/languages.ts';
import { versions } from '../reference/api/versions.ts';
import { royaltyPayments, royaltySummaries } from '../royalties/api/royalties.ts';
import { analyticsReports, reportDownload } from '../usage/api/analytics-reports.ts';
import { albumTrends, artistTrends, trackTrends } from '../usage/api/trends.ts';
import { webhookEndpoints } from '../webhooks/api/webhook-endpoints.ts';
import { webhookEvents } from '../webhooks/api/webhook-events.ts';
import { keyRows } from './key-rows.ts';

export const api = defineApi({
  resources: [
    users,
    whiteLabels,
    labels,
    artists,
    artistDspAvailabilities,
    albums,
    albumArtists,
    albumDsps,
    albumTracks,
    tracks,
    trackArtists,
    trackAssets,
    trackCredits,
    distributionRequests,
    deliveries,
    trackMatches,
    trackAnalyses,
    ...Object.values(matchParts),
    trackTrends,
    albumTrends,
    artistTrends,
    analyticsReports,
    royaltySummaries,
    royaltyPayments,
    webhookEndpoints,
    webhookEvents,
    continents,
    countries,
    creditRoles,
    artistRoles,
    versions,
    genres,
    languages,
    dsps,
    albumStatuses,
  ],
  endpoints: [signIn, me, signOut, signOutEverywhere, reportDownload],
  keys: keyRows,
});

/** First path segments and the functions that serve them, for the gateway. */
export const gatewayRoutes = gatewayRoutesOf(api);
