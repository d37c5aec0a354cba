/** What tracks, albums, DSPs or countries have earned, by month. */
import * as v from 'valibot';
import { attr, integer, oneOf, readOnly } from '../../kit/declare/attribute.ts';
import { anyOf, type Filter, listOf } from '../../kit/declare/filter.ts';
import { toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsPage } from '../../kit/declare/shown-response.ts';
import { earningGroups } from '../../usage/earnings/earning-sums.ts';
import { groupText, readGroup, statementGroups } from '../statement-groups.ts';
import { amount, currency, period, periods } from './royalties.ts';

const ID = String.raw`[1-9]\d{0,15}`;
const MEMBER = `(track-${ID}|album-(0|${ID})|dsp-[1-9]\\d{0,3}|country-[A-Z]{2})`;
/** What filters have selected that the line does not show. */
const SELECTED = String.raw`-(track|album|dsp|country)(\.[0-9A-Z]{1,16}){1,20}`;
const statementIds = new RegExp(String.raw`^${ID}-\d{6}(-${MEMBER}){1,2}-[A-Z]{3}(${SELECTED}){0,3}$`);

/** The most values of a filter, because they are in the ids of lines that do not show them. */
const MAX_VALUES = 20;

const expected = (what: string) => `a comma-separated list of up to ${MAX_VALUES} ${what}`;
const countryCodes = expected('countries, two capital letters each');

/** Selects lines instead of filtering records. */
const members = <F extends string>(field: F, form: RegExp): Filter<F> => ({
  ...anyOf(field),
  parse: (text) => {
    const values = listOf(text);
    return values.length <= MAX_VALUES && values.every((each) => form.test(each)) ? () => true : null;
  },
  expects: expected('ids'),
});

export const royaltyStatements = defineResource({
  type: 'royalty-statements',
  about:
    'A line of a statement: the earnings of a track, an album, a store, a country, or a pair of these, in one month.',
  group: 'royalties',
  owner: 'user',
  pageMeta: 'camel',
  attributes: {
    period: attr(period, { ...readOnly, says: 'The month of the plays, YYYY-MM.' }),
    group: attr(oneOf(statementGroups), { ...readOnly, says: 'What the statement is grouped by.' }),
    plays: attr(integer(-Number.MAX_SAFE_INTEGER), {
      ...readOnly,
      says: 'The number of plays that were reported in the currency, less returns.',
    }),
    revenue: amount('What they earned, a decimal number. Negative if more was refunded.'),
    currency: attr(currency, { ...readOnly, says: 'The currency, a code of ISO 4217.' }),
    'isrc-code': attr(v.nullable(v.string()), {
      ...readOnly,
      says: 'The ISRC by which the stores reported the track. Null unless `group` has `track`.',
    }),
  },
  relationships: {
    track: toOne('tracks', { ...readOnly, says: 'The track, if `group` has `track`.' }),
    album: toOne('albums', {
      ...readOnly,
      says: 'The album, if `group` has `album`. Null for tracks without one.',
    }),
    dsp: toOne('dsps', { ...readOnly, says: 'The store, if `group` has `dsp`.' }),
    country: toOne('countries', {
      ...readOnly,
      says: 'The country of the listeners, if `group` has `country`. Null for a code that is not in /countries.',
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
      field: 'group',
      from: 'index',
      parse(text) {
        const by = readGroup(text);
        return by && ((value) => value === groupText(by));
      },
      isBare: true,
      finds: 'of the statement that is grouped by this, or by these two in any order, by default `track`',
      expects: `one of ${statementGroups.join(' or ')}`,
      values: statementGroups,
      example: earningGroups[0],
    },
    track: members('track', /^[1-9]\d{0,15}$/),
    album: {
      ...members('album', /^(0|[1-9]\d{0,15})$/),
      finds: 'with one of these values in `album`, 0 for tracks without one',
    },
    dsp: members('dsp', /^[1-9]\d{0,3}$/),
    country: { ...members('country', /^[A-Z]{2}$/), expects: countryCodes, example: 'US' },
  },
  includes: ['track', 'album', 'dsp', 'country'],
  idPattern: statementIds,
});
