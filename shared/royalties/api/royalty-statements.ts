/** What tracks, albums, DSPs or countries have earned, by month. */
import * as v from 'valibot';
import { attr, integer, oneOf, readOnly } from '../../kit/declare/attribute.ts';
import { known } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsPage } from '../../kit/declare/shown-response.ts';
import { earningGroups } from '../../usage/earnings/earning-sums.ts';
import { amount, currency, period, periods } from './royalties.ts';

export const royaltyStatements = defineResource({
  type: 'royalty-statements',
  about: 'A line of a statement: what a track, an album, a store or a country earned in one month.',
  group: 'royalties',
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    period: attr(period, { ...readOnly, says: 'The month of the plays, YYYY-MM.' }),
    group: attr(oneOf(earningGroups), { ...readOnly, says: 'What the statement is grouped by.' }),
    plays: attr(integer(-Number.MAX_SAFE_INTEGER), {
      ...readOnly,
      says: 'The number of plays that were reported in the currency, less returns.',
    }),
    revenue: amount('What they earned, a decimal number. Negative if more was refunded.'),
    currency: attr(currency, { ...readOnly, says: 'The currency, a code of ISO 4217.' }),
    'isrc-code': attr(v.nullable(v.string()), {
      ...readOnly,
      says: 'The ISRC by which the stores reported the track. Null unless `group` is `track`.',
    }),
  },
  relationships: {
    track: toOne('tracks', { ...readOnly, says: 'The track, if `group` is `track`.' }),
    album: toOne('albums', {
      ...readOnly,
      says: 'The album, if `group` is `album`. Null for tracks without one.',
    }),
    dsp: toOne('dsps', { ...readOnly, says: 'The store, if `group` is `dsp`.' }),
    country: toOne('countries', {
      ...readOnly,
      says: 'The country of the listeners, if `group` is `country`. Null for a code that is not in /countries.',
    }),
  },
  operations: ['read'],
  actions: {
    statements: {
      method: 'GET',
      on: 'collection',
      path: '/royalties/statements',
      operationId: 'listRoyaltyStatements',
      summary: "List what the caller's tracks have earned",
      parameters: 'list',
      response: showsPage('royalty-statements', {
        meta: {
          totals: v.array(v.strictObject({ currency: v.string(), plays: v.number(), revenue: v.string() })),
        },
        csv: true,
      }),
      rejections: ['invalid_filter'],
    },
  },
  filters: {
    'period-from': { field: 'period', ...periods['period-from'] },
    'period-to': { field: 'period', ...periods['period-to'] },
    group: {
      ...known('group', earningGroups),
      isBare: true,
      finds: 'of the statement that is grouped by this, by default `track`',
    },
  },
  includes: ['track', 'album', 'dsp', 'country'],
  idPattern:
    /^[1-9]\d{0,15}-\d{6}-(track-[1-9]\d{0,15}|album-(0|[1-9]\d{0,15})|dsp-[1-9]\d{0,3}|country-[A-Z]{2})-[A-Z]{3}$/,
});
