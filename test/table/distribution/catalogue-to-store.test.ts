/** A release on its whole way: from a spreadsheet to a package for a store, whose message gives the same release. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageStore } from '../../../shared/distribution/stores/package/package-store.ts';
import { Bucket } from '../../../shared/platform/bucket/bucket.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueDocuments } from '../../support/catalogue/documents.ts';
import { catalogueCommands, nextUpc } from '../../support/catalogue-imports.ts';
import { ask, request } from '../../support/distribution/release.ts';
import { approve, runStores, useStores } from '../../support/distribution/stores.ts';
import { files, useValidations } from '../../support/distribution/validations.ts';
import { messageFaults } from '../../support/stores/ern-rules.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { at, textsAt, type XmlNode, xmlTree } from '../../support/stores/xml-tree.ts';
import { testSettings, withTable } from '../../support/table.ts';

/** The DSP gets the version that can state the use of artificial intelligence. */
const DSP = '1';
const packages = { ...testSettings.packages, messageVersions: { [DSP]: '4.3.2' as const } };

withTable({ packages });
useStores();
useValidations();
const bucket = withBucket();
const { folderOf, imported } = catalogueCommands();

const storeFor = () =>
  packageStore({
    bucket: new Bucket(bucket.name),
    settings: packages,
    source: {
      allowedCidrs: testSettings.webhookAllowedCidrs,
      idleTimeoutMs: 60_000,
      until: new AbortController().signal,
    },
  });

const UPC = nextUpc();
const columns = {
  upc: UPC,
  'album-title': '東京の夜',
  'album-title-translations': 'en: Tokyo Night; ko: 도쿄의 밤; ko phonetic: Dokyoui Bam',
  'release-date': '2027-03-05',
  'release-time': '00:30',
  'release-time-zone': 'Asia/Tokyo',
  'pre-order-date': '2027-02-01',
  compilation: 'yes',
  label: 'Blue Room',
  'album-genre': 'Jazz',
  'album-language': 'ja',
  'album-rights-year': '2027',
  'album-rights-owner': 'Blue Room',
  'artwork-ai-usage': 'yes',
  countries: 'JP; DE',
  dsps: DSP,
};
const track = (order: number, artist: string, translations = '') => ({
  track: String(order),
  title: `夜想曲 ${order}`,
  'title-translations': translations,
  isrc: `QZABC270000${order}`,
  artists: artist,
  length: '00:03:05',
  audio: files().url(`/${order}.wav`),
});

function spreadsheet(): string {
  const rows = [
    track(1, 'main_artist#1: Nia Calder', 'en: Nocturne; ru: Ноктюрн'),
    track(2, 'main_artist#1: Aiko Mori; featuring#2: Ada Quist'),
  ].map((each) => ({
    ...columns,
    artwork: files().url('/cover.png'),
    ...each,
  }));
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => Object.values(row))].map((cells) => `${cells.join(',')}\n`).join('');
}

/** Without codes and addresses, and without what stores and their deliveries change. */
const comparable = async (person: Person) => {
  const { albums, tracks, labels, artists, ...links } = await catalogueDocuments(person);
  const { 'track-artists': credits, 'album-artists': named } = links;
  const text = JSON.stringify({ albums, tracks, labels, artists, credits, named }, (key, value) =>
    ['artwork', 'full-audiofile-url', 'last-status', 'qa-status', 'status', 'meta', 'dsps'].includes(key)
      ? undefined
      : value,
  );
  return JSON.parse(text.replaceAll(/\b7\d{11}\b/g, 'UPC'));
};

describe('a spreadsheet compilation in two scripts with a Tokyo release time, pre-orders and AI artwork', () => {
  let ada: Person;
  let message: string;
  let sent: XmlNode;
  beforeAll(async () => {
    ada = await newAdmin();
    for (const order of [1, 2]) files().served.set(`/${order}.wav`, Buffer.from(`song ${order}`));
    expect(await imported(folderOf({ 'c.csv': spreadsheet() }), ada)).toMatchObject({
      albums: { new: 1 },
      tracks: { new: 2 },
    });
    const [album] = (await ask(ada, 200, 'GET', `/albums?filter[upc-code]=${UPC}`)).body.data;
    const { body } = await ask(ada, 200, 'POST', `/albums/${album.id}/validate`);
    expect(body.meta.validation).toEqual({ 'is-complete': true, problems: [], warnings: [] });
    await approve(await request(ada, album.id));
    await runStores({ storeFor });
    const { data } = (await ask(ada, 200, 'GET', `/deliveries?filter[album]=${album.id}`)).body;
    expect(data).toMatchObject([{ attributes: { status: 'sent', errors: null } }]);
    const [path] = [...(await bucket.files('')).keys()].filter((name) => name.endsWith('.xml'));
    message = readFileSync(join(bucket.directory, 'bucket', String(path)), 'utf8');
    sent = xmlTree(message);
  });

  it('becomes a package whose message has the structure of ERN', () => {
    expect(messageFaults(sent)).toEqual([]);
  });

  it('has the content that its message states', () => {
    const [release] = at(sent, 'ReleaseList', 'Release');
    expect(release && textsAt(release, 'DisplayTitle', 'TitleText')).toEqual([
      '東京の夜',
      'Tokyo Night',
      '도쿄의 밤',
      'Dokyoui Bam',
    ]);
    expect(release && textsAt(release, 'DisplayArtistName')).toEqual(['ヴァリアス・アーティスト']);
    expect(release && textsAt(release, 'IsMultiArtistCompilation')).toEqual(['true']);
    expect(textsAt(sent, 'ResourceList', 'Image', 'ContainsAI')).toEqual(['Partly']);
    const periods = at(sent, 'DealList', 'ReleaseDeal', 'Deal', 'DealTerms', 'ValidityPeriod');
    expect(periods.map(({ children }) => children.map(({ text }) => text))).toEqual([
      ['2027-02-01T00:00:00+09:00', '2027-03-05T00:30:00+09:00'],
      ...Array.from({ length: 3 }, () => ['2027-03-05T00:30:00+09:00']),
    ]);
  });

  it('is the same in another account that imports the message', async () => {
    const bob = await newAdmin();
    const folder = folderOf({ 'm.xml': message.replaceAll(UPC, nextUpc()) });
    const { notes, ...counts } = await imported(folder, bob, '--masters', 'https://files.example');
    expect(counts).toMatchObject({ albums: { new: 1 }, tracks: { new: 2 } });
    expect(notes.map(({ note }: { note: string }) => note)).toEqual([
      'ResourceId/ProprietaryId is omitted.',
      'ReleaseId/ProprietaryId is omitted.',
      'DealTerms/CommercialModelType is omitted.',
      'DealTerms/UseType is omitted.',
      'The sender marks the message as a test. It is imported.',
    ]);
    expect(await comparable(bob)).toEqual(await comparable(ada));
  });
});
