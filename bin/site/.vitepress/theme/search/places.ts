/** What people ask for in other words than those of the pages, and where it leads. The only list of synonyms. */

interface Place {
  /** Separated by commas. A query that has all words of one of them leads there, in any order. */
  readonly words: string;
  /** Addresses, the best first. */
  readonly leadsTo: readonly string[];
}

export const places: readonly Place[] = [
  // How requests are made.
  {
    words: 'pagination, paginate, page size, page number, per page, next page, limit offset, cursor, page',
    leadsTo: ['/docs/guides/paging#pages', '/docs/guides/paging'],
  },
  {
    words: 'all records, whole list, poll, bulk read, export',
    leadsTo: ['/docs/guides/paging#reading-a-whole-list', '/docs/webhooks'],
  },
  {
    words: 'incremental, changed since, updated since, recent changes, delta, sync, deleted records',
    leadsTo: ['/docs/guides/paging#reading-what-has-changed', '/docs/webhooks'],
  },
  { words: 'filter, query, search records', leadsTo: ['/docs/guides/paging#filters'] },
  { words: 'sort, sorting', leadsTo: ['/docs/guides/paging#sorts'] },
  { words: 'expand, embed, include, nested', leadsTo: ['/docs/guides/paging#includes'] },
  {
    words:
      'access token, token, bearer, jwt, login, signin, credentials, authenticate, authentication, authorization, oauth, password grant',
    leadsTo: ['/docs/guides/authentication', '/docs/guides/first-release#sign-in', '/docs/auth'],
  },
  {
    words: 'api key, apikey, client secret',
    leadsTo: ['/docs/guides/authentication', '/docs/scope#refresh-tokens-and-api-keys', '/docs/auth'],
  },
  {
    words: 'refresh, refresh token, token expired, token expires, expiry, renew',
    leadsTo: [
      '/docs/guides/authentication#when-the-token-expires',
      '/docs/scope#refresh-tokens-and-api-keys',
      '/docs/auth',
    ],
  },
  {
    words: 'session, logout, revoke, concurrent sessions',
    leadsTo: ['/docs/guides/authentication#several-sessions', '/docs/auth'],
  },
  {
    words: '401, unauthorized, 403, forbidden',
    leadsTo: ['/docs/guides/authentication#401-and-403', '/docs/guides/symptoms#signing-in', '/docs/errors'],
  },
  {
    words:
      'rate limit, per minute, per second, requests minute, requests second, too many requests, 429, throttled, throttling, quota',
    leadsTo: ['/docs/guides/errors-and-retries#rate-limits', '/docs/limits'],
  },
  {
    words: 'retry, retries, timeout, backoff, error handling',
    leadsTo: ['/docs/guides/errors-and-retries', '/docs/guides/idempotency'],
  },
  { words: 'duplicate request, safe retry, idempotent, twice', leadsTo: ['/docs/guides/idempotency'] },
  {
    words: 'etag, if-match, optimistic locking, conflict, overwrite, concurrent, 412',
    leadsTo: ['/docs/guides/errors-and-retries#two-people-one-record'],
  },
  {
    words: 'error code, error, status code, troubleshoot',
    leadsTo: ['/docs/errors', '/docs/guides/symptoms'],
  },
  {
    words: 'sdk, library, client, typescript, types, postman, openapi, swagger',
    leadsTo: ['/docs/guides/typed-client'],
  },
  // Catalogues.
  {
    words: 'bulk, batch, import catalogue, migrate, migration, import spreadsheet, csv import, import excel',
    leadsTo: ['/docs/guides/back-catalogue', '/docs/scope#many-records-in-one-request'],
  },
  {
    words: 'sample rate, bit depth, bits, lossy, lossless, hertz, khz, mp3',
    leadsTo: ['/docs/guides/masters-and-artwork#which-audio-is-accepted', '/docs/tracks#full-audiofile-url'],
  },
  {
    words: 'audio format, image format, file format, artwork size, cover size, artwork format, pixels',
    leadsTo: ['/docs/guides/masters-and-artwork#which-files', '/docs/albums#artwork'],
  },
  {
    words:
      'master dies, address dies, dead link, broken link, file gone, file moved, url broken, link expired',
    leadsTo: ['/docs/guides/masters-and-artwork#if-an-address-stops-working', '/docs/guides/symptoms#files'],
  },
  {
    words:
      'missing before, missing field, incomplete, validate, validation, check album, preflight, ready submit',
    leadsTo: [
      '/docs/guides/draft-to-store#see-what-is-missing',
      '/docs/albums#check-an-album-before-requesting-it',
    ],
  },
  {
    words: 'upload, upload file, master, audio file, wav, flac, audio, file, hosting, presigned, dolby atmos',
    leadsTo: ['/docs/guides/masters-and-artwork', '/docs/track-assets', '/docs/scope#uploads'],
  },
  {
    words: 'cover, cover art, artwork, image, picture, jpeg, front cover',
    leadsTo: ['/docs/guides/masters-and-artwork', '/docs/albums#artwork', '/docs/scope#uploads'],
  },
  {
    words: 'release, create release, publish, new album',
    leadsTo: ['/docs/guides/first-release', '/docs/albums'],
  },
  {
    words: 'release date, street date, schedule, publish date',
    leadsTo: ['/docs/albums#release_date', '/docs/guides/draft-to-store'],
  },
  {
    words: 'go live, release time, hour, time zone, timezone, midnight',
    leadsTo: ['/docs/albums#release-time', '/docs/albums#release-time-zone'],
  },
  { words: 'preorder, pre order, presale', leadsTo: ['/docs/albums#pre-order-date'] },
  { words: 'compilation, various artists, sampler', leadsTo: ['/docs/albums#is-compilation'] },
  {
    words: 'ai disclosure, ai generated, generative ai, ai music',
    leadsTo: ['/docs/tracks#ai-usage', '/docs/albums#artwork-ai-usage'],
  },
  { words: 'ai artwork, ai cover, ai image', leadsTo: ['/docs/albums#artwork-ai-usage'] },
  {
    words:
      'translated title, translate title, title language, localized, localization, translation, phonetic, ' +
      'pronunciation, romaji, romanized, transliteration, title japanese, japanese, furigana, kana',
    leadsTo: ['/docs/albums#title-translations', '/docs/tracks#title-translations'],
  },
  { words: 'lyrics', leadsTo: ['/docs/tracks#lyrics', '/docs/tracks#synced-lyrics'] },
  {
    words: 'karaoke, synced lyrics, synchronized lyrics, timed lyrics, time synced, lrc',
    leadsTo: ['/docs/tracks#synced-lyrics'],
  },
  { words: 'iswc, work code, musical work', leadsTo: ['/docs/tracks#iswc-code'] },
  { words: 'cover song, cover version', leadsTo: ['/docs/track-matches#is-cover'] },
  { words: 'isni, artist identifier', leadsTo: ['/docs/artists#isni'] },
  { words: 'ipi, cae', leadsTo: ['/docs/artists#ipi'] },
  { words: 'barcode, ean, gtin, product code, upc', leadsTo: ['/docs/albums#upc-code'] },
  { words: 'recording code, isrc', leadsTo: ['/docs/tracks#isrc-code'] },
  {
    words:
      'composer, lyricist, songwriter, producer, publisher, engineer, musician, contributors, credits, artist role, ' +
      'credit role, writer',
    leadsTo: ['/docs/guides/credits', '/docs/artist-roles', '/docs/track-credits', '/docs/credit-roles'],
  },
  { words: 'add artist, main artist', leadsTo: ['/docs/album-artists', '/docs/track-artists'] },
  {
    words: 'featuring, featured artist, remixer',
    leadsTo: ['/docs/guides/credits', '/docs/track-artists', '/docs/artist-roles'],
  },
  {
    words:
      'shared track, track albums, several albums, same track, same song, same recording, single album, song album',
    leadsTo: ['/docs/guides/shared-tracks', '/docs/album-tracks'],
  },
  {
    words: 'reorder, track order, tracklist order, move track, swap tracks, insert track, shift',
    leadsTo: ['/docs/guides/shared-tracks#move-and-reorder-tracks', '/docs/album-tracks'],
  },
  {
    words: 'spotify id, spotify profile, apple profile, artist profile, apple id, artist page',
    leadsTo: ['/docs/artist-dsp-availabilities'],
  },
  { words: 'video, music video', leadsTo: ['/docs/tracks#is-video', '/docs/track-assets'] },
  {
    words: 'parental advisory, explicit, clean',
    leadsTo: ['/docs/albums#is-explicit', '/docs/tracks#is-explicit'],
  },
  // Distribution.
  {
    words: 'store, stores, platform, streaming service, shop, retailer, outlet',
    leadsTo: ['/docs/dsps', '/docs/album-dsps'],
  },
  {
    words: 'spotify, apple music, deezer, amazon, youtube, tidal, real stores, connect store',
    leadsTo: ['/docs/scope#real-stores', '/docs/packages', '/docs/dsps'],
  },
  {
    words:
      'territory, territories, country, countries, region, geo, worldwide, rights, territory restriction',
    leadsTo: ['/docs/albums#countries', '/docs/countries'],
  },
  {
    words:
      'takedown, take down, remove store, remove album, take off, unpublish, withdraw, delete release, recall',
    leadsTo: ['/docs/distribution-requests', '/docs/guides/draft-to-store'],
  },
  {
    words: 'take down country, takedown country, takedown territory, remove country, block country',
    leadsTo: ['/docs/guides/draft-to-store#take-it-down-in-one-country', '/docs/albums#countries'],
  },
  {
    words: 'approval, approve, review, moderation, qa, quality check, rejected',
    leadsTo: ['/docs/distribution-requests', '/docs/guides/draft-to-store'],
  },
  {
    words: 'delivery failed, failed delivery, not delivered, delivery status, delivery error',
    leadsTo: [
      '/docs/guides/symptoms#a-release-does-not-get-to-the-stores',
      '/docs/deliveries',
      '/docs/album',
    ],
  },
  {
    words: 'live since, live date, since store, did live, went live',
    leadsTo: ['/docs/guides/draft-to-store#which-stores-have-it-and-since-when', '/docs/albums#rules'],
  },
  {
    words: 'status, state, progress, follow',
    leadsTo: ['/docs/album', '/docs/albums#states', '/docs/guides/draft-to-store'],
  },
  {
    words: 'ddex, ern, xml, new release message',
    leadsTo: ['/docs/packages', '/docs/guides/back-catalogue#ddex-messages'],
  },
  { words: 'message version, ern version', leadsTo: ['/docs/packages#versions-of-messages'] },
  {
    words: 'sandbox, test, simulate, mock, staging',
    leadsTo: ['/docs/guides/sandbox-stores', '/docs/local-stage'],
  },
  {
    words: 'content id, fingerprint, duplicate, plagiarism, copyright',
    leadsTo: ['/docs/track-matches', '/docs/track-analyses'],
  },
  // Webhooks.
  {
    words: 'callback, notification, push, hook, subscribe, event',
    leadsTo: ['/docs/webhooks', '/docs/events'],
  },
  {
    words: 'hmac, signature, verify, signing secret, webhook secret',
    leadsTo: ['/docs/webhooks#verifying-the-signature'],
  },
  {
    words: 'missing event, lost event, resend, replay, redeliver',
    leadsTo: ['/docs/webhooks#when-an-event-does-not-arrive', '/docs/webhooks#sending-events-again'],
  },
  {
    words:
      'webhook stopped, endpoint stopped, webhook stop, webhook disabled, endpoint disabled, no webhooks',
    leadsTo: ['/docs/webhooks#when-an-endpoint-is-disabled', '/docs/guides/symptoms#webhooks'],
  },
  // Usage and money.
  {
    words:
      'csv, plays csv, revenue csv, plays revenue csv, download report, daily report, sales report, report file',
    leadsTo: ['/docs/guides/reports-and-royalties#a-daily-report', '/docs/analytics-reports'],
  },
  {
    words: 'streams, plays, statistics, stats, analytics, trends',
    leadsTo: ['/docs/guides/reports-and-royalties', '/docs/track-trends'],
  },
  {
    words:
      'spreadsheet, excel, earnings spreadsheet, royalties spreadsheet, track country, earn track country, money track country, ' +
      'money country, earnings country, revenue country, last month',
    leadsTo: [
      '/docs/guides/reports-and-royalties#last-month-by-track-and-country-as-a-spreadsheet',
      '/docs/royalty-statements',
    ],
  },
  {
    words:
      'statement, statements, royalty statement, accounting, track revenue, track earnings, album revenue, ' +
      'album earnings, country revenue, country earnings, store earnings, income, royalties csv, earnings csv, earnings report',
    leadsTo: ['/docs/royalty-statements', '/docs/guides/reports-and-royalties#statements'],
  },
  {
    words: 'money, earnings, revenue, royalty, royalties, balance',
    leadsTo: ['/docs/guides/reports-and-royalties#royalties', '/docs/royalty-summaries'],
  },
  {
    words: 'payment, paid',
    leadsTo: ['/docs/royalty-payments', '/docs/guides/reports-and-royalties#royalties'],
  },
  {
    words:
      'split, splits, payout, pay out, withdrawal, bank, recoup, collaborator, paypal, pay artist, third party',
    leadsTo: ['/docs/scope#splits-and-payouts', '/docs/guides/reports-and-royalties#royalties'],
  },
  // Accounts.
  {
    words: 'sign up, register, registration, create account, self service',
    leadsTo: ['/docs/scope#registration', '/docs/users'],
  },
  {
    words: 'privacy, gdpr, data protection, erase, forget, forgotten, personal data, dsgvo, ccpa',
    leadsTo: ['/docs/guides/personal-data'],
  },
  {
    words: 'delete account, close account, delete user, remove user, disable user, deactivate',
    leadsTo: ['/docs/scope#deleting-an-account', '/docs/users#is-disabled'],
  },
  {
    words: 'invite, team, member, permission, role, user management, organization',
    leadsTo: ['/docs/users', '/docs/white-labels'],
  },
  {
    words: 'change password, forgot password, reset password',
    leadsTo: ['/docs/scope#forgotten-passwords', '/docs/auth'],
  },
  // Operation.
  {
    words: 'run locally, localhost, docker, install, self host',
    leadsTo: ['/docs/local-stage', '/docs/guides/deploying'],
  },
  { words: 'deploy, aws, production', leadsTo: ['/docs/guides/deploying'] },
  { words: 'backup, restore, disaster', leadsTo: ['/docs/guides/backups'] },
  { words: 'alarm, incident, outage, on-call', leadsTo: ['/docs/runbook'] },
  { words: 'release notes, breaking change, version, deprecation', leadsTo: ['/docs/changelog'] },
  { words: 'terms, vocabulary', leadsTo: ['/docs/glossary'] },
];
