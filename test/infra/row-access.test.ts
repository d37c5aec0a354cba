/** Which functions may read and write which rows of the table. */
import { describe, expect, test } from 'vitest';
import { ADVICE, allowedOn } from './roles.ts';

describe('the policies for rows', () => {
  const everyGroup = [
    'album-dsps',
    'albums',
    'analytics',
    'artists',
    'auth',
    'distribution',
    'labels',
    'operate',
    'reference',
    'royalties',
    'track-matches',
    'tracks',
    'users',
    'webhooks',
  ];

  const writingGroups = everyGroup.filter(
    (name) => !['reference', 'royalties', 'track-matches'].includes(name),
  );

  test.each([
    ['credentials#1', ['auth', 'operate', 'users']],
    ['users#1', ['operate', 'users']],
    ['access#1', [...everyGroup, 'erase-data'].toSorted()],
    [
      'idempotency#1',
      [
        'album-dsps',
        'albums',
        'analytics',
        'artists',
        'distribution',
        'erase-data',
        'labels',
        'operate',
        'tracks',
        'users',
        'webhooks',
      ],
    ],
    // With tracks: their places, which are deleted with them, and the albums that count them. Albums write
    // neither.
    [
      'tracks#1',
      [
        'analyze-audio',
        'deliver-releases',
        'fold-lists',
        'match-tracks',
        'operate',
        'review-requests',
        'tracks',
        'transfer-releases',
        'validate-assets',
      ],
    ],
    [
      'album-tracks#1',
      ['analyze-audio', 'deliver-releases', 'operate', 'tracks', 'transfer-releases', 'validate-assets'],
    ],
    [
      'albums#1',
      [
        'album-dsps',
        'albums',
        'analyze-audio',
        'deliver-releases',
        'distribution',
        'fold-lists',
        'operate',
        'review-requests',
        'sweep',
        'tracks',
        'transfer-releases',
        'validate-assets',
      ],
    ],
    ['labels#1', ['albums', 'labels', 'operate']],
    ['track-assets#1', ['fold-lists', 'operate', 'sweep', 'tracks', 'validate-assets']],
    ['unique#users#platform#email#x', ['erase-data', 'operate', 'users']],
    ['unique#albums#platform#gtin#x', ['albums', 'erase-data', 'operate', 'review-requests']],
    ['codes#isrc#QZXYZ#2026', ['operate', 'review-requests']],
    ['given-code#isrc#QZXYZ2600001', ['albums', 'operate', 'tracks']],
    ['quota#webhook-endpoints#1', ['operate', 'webhooks']],
    ['sign-ins#address#1', ['auth', 'operate']],
    ['webhook-events#evt_1', ['operate', 'send-webhooks', 'sweep', 'webhooks']],
    ['credit-list#1', ['artists', 'operate', 'tracks']],
    ['credit-block#1', ['operate', 'tracks']],
    ['match-list#1', ['analyze-audio', 'match-tracks', 'operate', 'tracks']],
    ['match-block#1', ['analyze-audio', 'match-tracks', 'operate', 'tracks']],
    ['imported-match#a#1', ['erase-data', 'operate', 'tracks']],
    ['released-album#1', ['match-tracks', 'operate']],
    ['released-by-isrc#1', ['match-tracks', 'operate']],
    ['sound#12345', ['match-tracks', 'operate']],
    ['sound-index', ['match-tracks', 'operate']],
    [
      'track-sound#1',
      ['analyze-audio', 'deliver-releases', 'match-tracks', 'operate', 'review-requests', 'sweep'],
    ],
    ['heard-file#1#x', ['analyze-audio', 'match-tracks', 'operate']],
    [
      'matching#request#1',
      [
        'albums',
        'analyze-audio',
        'deliver-releases',
        'distribution',
        'match-tracks',
        'operate',
        'review-requests',
        'sweep',
        'tracks',
        'transfer-releases',
      ],
    ],
    [
      'deliveries#1',
      [
        'albums',
        'deliver-releases',
        'distribution',
        'fold-lists',
        'operate',
        'review-requests',
        'sweep',
        'transfer-releases',
      ],
    ],
    ['stores#1', ['deliver-releases', 'operate', 'sweep', 'transfer-releases']],
    ['store-place#sftp.store.example#22', ['operate']],
    ['royalty-payments#1', ['operate']],
    ['royalty-totals#1', ['operate']],
    ['analytics-reports#1', ['analytics', 'make-reports', 'operate', 'sweep']],
    ['usage-imports#1', ['import-usage', 'operate', 'sweep', 'transfer-releases']],
    ['usage-import-list', ['operate', 'transfer-releases']],
    ['usage-revenue#1', ['import-usage', 'operate']],
    ['usage-revenue#1#imports', ['import-usage', 'operate']],
    ['usage-earnings#1#track', ['import-usage', 'operate']],
    ['royalty-months#1#track#2026-01', ['operate', 'royalties']],
    ['unreadable-list#labels#1', everyGroup.filter((name) => name !== 'auth')],
    ['commands#2026-11', ['erase-data', 'operate']],
    ['erasures#users#1', ['erase-data', 'operate', 'sweep']],
    ['kept-accounts#1', ['erase-data', 'operate']],
    ['journal#users#1', ['erase-data', 'fold-lists', 'operate', 'sweep', 'users']],
    ['last-sweep', ['operate', 'sweep']],
  ])('grant write access to %s to %j', (partition, folders) => {
    expect(allowedOn(partition, ['PutItem', 'UpdateItem']), ADVICE).toEqual(folders);
  });

  test('grant deletion of what an organization has, and of nothing else, to erase-data', () => {
    const isDeleted = (partition: string) => allowedOn(partition, ['DeleteItem']).includes('erase-data');
    const kept = ['usage-imports#1', 'usage-contents#1', 'sign-ins#address#1', 'last-sweep', 'sound-index'];
    const theirs = [
      'tracks#1',
      'credentials#1',
      'sound#12345',
      'usage-plays#tracks#1',
      'royalty-months#1#track',
    ];
    expect(theirs.filter((partition) => !isDeleted(partition))).toEqual([]);
    expect(kept.filter(isDeleted)).toEqual([]);
  });

  test.each([
    // The one that erases organizations reads all rows.
    ['credentials#1', ['auth', 'erase-data', 'operate']],
    ['commands#2026-11', ['erase-data', 'operate']],
    ['erasures#users#1', ['erase-data', 'operate', 'sweep']],
    ['access#1', [...writingGroups, 'erase-data', 'send-webhooks'].toSorted()],
    ['usage-revenue#1', ['erase-data', 'import-usage', 'operate', 'royalties']],
    ['usage-revenue#1#imports', ['erase-data', 'import-usage', 'operate', 'royalties']],
    ['usage-lines#1#3#2026-01-31', ['erase-data', 'import-usage', 'make-reports', 'operate', 'royalties']],
    ['usage-earnings#1#track', ['erase-data', 'operate', 'royalties']],
    ['royalty-months#1#track', ['erase-data', 'operate', 'royalties']],
  ])('grant read access to %s to %j', (partition, folders) => {
    expect(allowedOn(partition, ['GetItem', 'BatchGetItem', 'Query']), ADVICE).toEqual(folders);
  });
});
