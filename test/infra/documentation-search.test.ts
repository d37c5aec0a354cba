/** The search of the documentation finds what people ask for, in the index that a browser loads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  find,
  type SearchIndex,
  searchIndexOf,
  termsOf,
} from '../../bin/site/.vitepress/theme/search/find.ts';
import { places } from '../../bin/site/.vitepress/theme/search/places.ts';
import { apiDocument } from '../../bin/site/generated/document.ts';
import { everyThird } from '../support/long-run.ts';
import { synthesized } from './synthesis.ts';

const SPREADSHEET = '/docs/guides/reports-and-royalties#last-month-by-track-and-country-as-a-spreadsheet';

let index: SearchIndex;
beforeAll(async () => {
  const { bundles } = await synthesized('prod');
  const folder = join(bundles, 'documentation/site');
  const { files } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  const [path = ''] = Object.keys(files).filter((each) => each.includes('@localSearchIndexroot'));
  const [, literal = ''] =
    /^const \w+=(.*);export\{/s.exec(readFileSync(join(folder, files[path].file), 'utf8')) ?? [];
  index = searchIndexOf(runInNewContext(literal));
});

/** The addresses that a reader sees first. */
const first = (query: string): string[] =>
  find(index, query)
    .slice(0, 3)
    .map(({ id }) => id);

/** Whether one of the addresses is there, on the page or at the place of it. */
const leadsTo = (found: readonly string[], address: string): boolean =>
  found.some((each) => each === address || each.startsWith(`${address}#`));

/** What is asked, and the page or the place that says it. */
const questions: readonly (readonly [query: string, address: string])[] = [
  ['pagination', '/docs/guides/paging'],
  ['how do I page through a list', '/docs/guides/paging'],
  ['page size', '/docs/guides/paging'],
  ['next page', '/docs/guides/paging'],
  ['cursor', '/docs/guides/paging'],
  ['filter by name', '/docs/guides/paging'],
  ['sort descending', '/docs/guides/paging'],
  ['include related records', '/docs/guides/paging'],
  ['api key', '/docs/scope'],
  ['refresh token', '/docs/scope'],
  ['sign in', '/docs/auth'],
  ['logout', '/docs/auth'],
  ['rate limit', '/docs/guides/errors-and-retries'],
  ['429', '/docs/guides/errors-and-retries'],
  ['too many requests', '/docs/limits'],
  ['how often should I retry', '/docs/guides/errors-and-retries'],
  ['repeat a POST safely', '/docs/guides/idempotency'],
  ['Idempotency-Key', '/docs/guides/idempotency'],
  ['optimistic locking', '/docs/guides/errors-and-retries#two-people-one-record'],
  ['If-Match', '/docs/guides/errors-and-retries#two-people-one-record'],
  ['error codes', '/docs/errors'],
  ['album_incomplete', '/docs/errors#album_incomplete'],
  ['idempotency key reused', '/docs/guides/idempotency'],
  ['sdk', '/docs/guides/typed-client'],
  ['postman collection', '/docs/guides/typed-client'],
  ['store', '/docs/dsps'],
  ['platform', '/docs/dsps'],
  ['which streaming services', '/docs/dsps'],
  ['territory', '/docs/albums#countries'],
  ['restrict countries', '/docs/albums#countries'],
  ['upload', '/docs/scope#uploads'],
  ['how do I upload a file', '/docs/scope#uploads'],
  ['master', '/docs/track-assets'],
  ['cover', '/docs/albums#artwork'],
  ['release date', '/docs/albums#release_date'],
  ['release_date', '/docs/albums#release_date'],
  ['preorder', '/docs/albums#pre-order-date'],
  ['time zone', '/docs/albums#release-time'],
  ['various artists', '/docs/albums#is-compilation'],
  ['AI', '/docs/tracks#ai-usage'],
  ['AI artwork', '/docs/albums#artwork-ai-usage'],
  ['pre-order', '/docs/albums#pre-order-date'],
  ['release time', '/docs/albums#release-time'],
  ['translated title', '/docs/albums#title-translations'],
  ['title in Japanese', '/docs/albums#title-translations'],
  ['lyrics', '/docs/tracks#lyrics'],
  ['karaoke lyrics', '/docs/tracks#synced-lyrics'],
  ['LRC', '/docs/tracks#synced-lyrics'],
  ['ISWC', '/docs/tracks#iswc-code'],
  ['ISNI', '/docs/artists#isni'],
  ['IPI', '/docs/artists#ipi'],
  ['cover version', '/docs/track-matches#is-cover'],
  ['statement', '/docs/royalty-statements'],
  ['CSV of royalties', '/docs/royalty-statements'],
  ['earnings per track', '/docs/royalty-statements'],
  ['money by track and country', SPREADSHEET],
  ['what did I earn last month per track and country', SPREADSHEET],
  ['earnings spreadsheet', SPREADSHEET],
  ['ERN versions', '/docs/packages#versions-of-messages'],
  ['isrc-code', '/docs/tracks#isrc-code'],
  ['isrc_code', '/docs/tracks#isrc-code'],
  ['full-audiofile-url', '/docs/tracks#full-audiofile-url'],
  ['upc', '/docs/albums#upc-code'],
  ['barcode', '/docs/albums#upc-code'],
  ['takedown', '/docs/distribution-requests'],
  ['take an album down in one country', '/docs/guides/draft-to-store#take-it-down-in-one-country'],
  ['why did this delivery fail', '/docs/deliveries'],
  ['status of my album', '/docs/album'],
  ['album', '/docs/albums'],
  ['delivery', '/docs/deliveries'],
  ['remove an album from a store', '/docs/distribution-requests'],
  ['split', '/docs/scope#splits-and-payouts'],
  ['payout', '/docs/scope#splits-and-payouts'],
  ['pay artists', '/docs/scope#splits-and-payouts'],
  ['royalties', '/docs/guides/reports-and-royalties'],
  ['DDEX', '/docs/packages'],
  ['bulk', '/docs/guides/back-catalogue'],
  ['batch create', '/docs/scope#many-records-in-one-request'],
  ['delete account', '/docs/scope#deleting-an-account'],
  ['data retention', '/docs/guides/personal-data'],
  ['sub-processors', '/docs/guides/personal-data'],
  ['forgot password', '/docs/scope#forgotten-passwords'],
  ['register', '/docs/scope#registration'],
  ['webhook signature', '/docs/webhooks'],
  ['lost event', '/docs/webhooks'],
  ['delivery.created', '/docs/events'],
  ['sandbox', '/docs/guides/sandbox-stores'],
  ['content id', '/docs/track-matches'],
  ['streams per day', '/docs/guides/reports-and-royalties'],
  ['paginaton', '/docs/guides/paging'],
  ['token', '/docs/guides/authentication'],
  ['api key', '/docs/guides/authentication'],
  ['refresh token', '/docs/guides/authentication'],
  ['what do I do when my token expires', '/docs/guides/authentication'],
  ['401', '/docs/guides/symptoms'],
  ['why did this delivery fail', '/docs/guides/symptoms#a-release-does-not-get-to-the-stores'],
  ['upload', '/docs/guides/masters-and-artwork'],
  ['how do files get in', '/docs/guides/masters-and-artwork'],
  ['wav or flac', '/docs/guides/masters-and-artwork'],
  ['cover', '/docs/guides/masters-and-artwork'],
  ['who approves a release', '/docs/guides/draft-to-store'],
  ['takedown', '/docs/guides/draft-to-store'],
  ['sign in from a program', '/docs/guides/authentication'],
  ['how many sessions can I have', '/docs/guides/authentication#several-sessions'],
  ['401 against 403', '/docs/guides/authentication#401-and-403'],
  ['why did my webhook endpoint stop', '/docs/webhooks#when-an-endpoint-is-disabled'],
  ['webhook stopped', '/docs/webhooks#when-an-endpoint-is-disabled'],
  ['what is missing before I submit', '/docs/guides/draft-to-store#see-what-is-missing'],
  ['validate album', '/docs/guides/draft-to-store#see-what-is-missing'],
  ['image formats', '/docs/guides/masters-and-artwork#which-files'],
  ['audio formats', '/docs/guides/masters-and-artwork#which-files'],
  [
    'what happens when the address of a master dies',
    '/docs/guides/masters-and-artwork#if-an-address-stops-working',
  ],
  ['import a back catalogue', '/docs/guides/back-catalogue'],
  ['plays and revenue as csv', '/docs/guides/reports-and-royalties#a-daily-report'],
  ['how do I reach Spotify', '/docs/scope#real-stores'],
];

/** What a developer at a label asks, written without knowledge of the index, and the page that is found first. */
const labelQuestions: readonly (readonly [query: string, address: string])[] = [
  ['songwriter', '/docs/guides/credits'],
  ['mixing engineer', '/docs/guides/credits'],
  ['featuring', '/docs/guides/credits'],
  ['upload audio', '/docs/guides/masters-and-artwork'],
  ['cover size', '/docs/guides/masters-and-artwork'],
  ['album rejected', '/docs/distribution-requests'],
  ['remove album from stores', '/docs/distribution-requests'],
  ['only in germany', '/docs/guides/draft-to-store'],
  ['spotify profile', '/docs/artist-dsp-availabilities'],
  ['monthly earnings', '/docs/guides/reports-and-royalties'],
  ['streams per day', '/docs/guides/reports-and-royalties'],
  ['signature', '/docs/webhooks'],
  ['token expired', '/docs/guides/authentication'],
  ['too many requests', '/docs/guides/errors-and-retries'],
  ['double submit', '/docs/guides/idempotency'],
  ['more than 20 results', '/docs/guides/paging'],
  ['import csv releases', '/docs/guides/back-catalogue'],
  ['instrumental', '/docs/versions'],
  ['python client', '/docs/guides/typed-client'],
  ['change release date', '/docs/albums'],
  ['cover song', '/docs/track-matches'],
  ['invite a colleague', '/docs/users'],
  ['test without stores', '/docs/guides/sandbox-stores'],
  // What the pages once lacked.
  ['per minute', '/docs/guides/errors-and-retries'],
  ['reorder', '/docs/guides/shared-tracks'],
  ['move a track', '/docs/guides/shared-tracks'],
  ['shared track', '/docs/guides/shared-tracks'],
  ['takedown of one album with a shared track', '/docs/guides/shared-tracks'],
  ['incremental', '/docs/guides/paging#reading-what-has-changed'],
  ['sample rate', '/docs/guides/masters-and-artwork#which-audio-is-accepted'],
  ['spreadsheet', SPREADSHEET],
  ['live since', '/docs/guides/draft-to-store#which-stores-have-it-and-since-when'],
  ['composer', '/docs/guides/credits'],
  ['lyricist', '/docs/guides/credits'],
  ['producer', '/docs/guides/credits'],
  ['artist roles', '/docs/artist-roles'],
  ['same song on a single and an album', '/docs/guides/shared-tracks'],
  ['change the tracklist order', '/docs/guides/shared-tracks#move-and-reorder-tracks'],
  ['when did it go live', '/docs/guides/draft-to-store#which-stores-have-it-and-since-when'],
  ['requests per second', '/docs/guides/errors-and-retries'],
  ['income per store', '/docs/royalty-statements'],
];

describe('the search of the documentation', () => {
  it.each(labelQuestions)('responds to "%s" with %s first', (query, address) => {
    const found = first(query).slice(0, 1);
    expect(leadsTo(found, address) ? address : found).toBe(address);
  });

  it.each(questions)('responds to "%s" with %s among the first three results', (query, address) => {
    const found = first(query);
    expect(leadsTo(found, address) ? address : found).toBe(address);
  });

  it.each(['privacy', 'GDPR', 'erase', 'personal data'])(
    'leads from "%s" to personal data first',
    (query) => {
      expect(first(query)[0]).toMatch(/^\/docs\/guides\/personal-data(#|$)/);
    },
  );

  it('finds a field by its name, and exactly one by type and name', () => {
    const { tags, components } = apiDocument();
    const fields = tags.flatMap(({ name: type }) => {
      const { attributes, relationships } = components.schemas[type]?.properties ?? {};
      const names = Object.keys({ ...attributes?.properties, ...relationships?.properties });
      return names.map((name) => ({ type, name }));
    });
    expect(fields.length).toBeGreaterThan(200);
    const anchors = Map.groupBy(fields, ({ name }) => name);
    const unfound = everyThird([...anchors]).filter(([name, own]) => {
      const found = first(name.replaceAll('-', '_'));
      return !own.some(({ type }) => found.includes(`/docs/${type}#${name}`));
    });
    expect(unfound.map(([name]) => [name, first(name)])).toEqual([]);
    const missing = everyThird(fields).filter(
      ({ type, name }) => !first(`${type} ${name}`).includes(`/docs/${type}#${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('leads only to places that exist', () => {
    const all = new Set(places.flatMap((place) => place.leadsTo));
    expect([...all].filter((address) => !index.has(address))).toEqual([]);
  });

  it('lists each word only once', () => {
    const words = places.flatMap(({ words }) => words.split(', '));
    expect(words.filter((each, place) => words.indexOf(each) !== place)).toEqual([]);
  });

  it('recognizes every part of each listed word', () => {
    const words = places.flatMap(({ words }) => words.split(', '));
    expect(words.filter((each) => termsOf(each).length < each.split(/[ -]/).length)).toEqual([]);
  });

  it('finds nothing for words that no page has', () => {
    expect(find(index, 'zyzzyva')).toEqual([]);
    expect(find(index, ' - ')).toEqual([]);
  });
});
