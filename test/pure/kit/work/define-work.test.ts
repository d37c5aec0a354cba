/** The rows and messages of all kinds of work, as deployed stages and their queues hold them. */
import { describe, expect, it } from 'vitest';
import { rowMissing } from '../../../../shared/kit/table/expressions.ts';
import type { Work } from '../../../../shared/kit/work/define-work.ts';
import { type Due, dueAttributes } from '../../../../shared/kit/work/due.ts';
import type { WorkKind } from '../../../../shared/kit/work/kind.ts';
import { startedKinds } from '../../../../shared/service/kinds-of-work.ts';
import { workStarts } from '../../../support/work-starts.ts';

const now = new Date('2026-01-02T03:04:05.006Z');
const starts = workStarts(now);

const due = { position: 0, nextAttemptAt: now.toISOString(), claimedUntil: null, causes: 'work' };
const places = (dueShard: string, key: string) => ({ dueShard, dueAt: `${now.toISOString()}#${key}` });

/** The first row of each kind without common attributes, its message, and whether it replaces earlier work. */
const frozen: Readonly<Record<string, { row: object; message: object; isReplaced?: true }>> = {
  'asset-validation': {
    row: {
      pk: 'track-assets#17',
      sk: 'validation',
      assetId: '17',
      ownerId: '5',
      ...places('due#5', 'track-assets#17#validation'),
    },
    message: { assetId: '17', attempt: 1 },
  },
  'artwork-reading': {
    row: {
      pk: 'albums#17',
      sk: 'artwork',
      albumId: '17',
      ownerId: '5',
      ...places('due#7', 'albums#17#artwork'),
    },
    message: { kind: 'artwork', id: '17', attempt: 1 },
    isReplaced: true,
  },
  'store-delivery': {
    row: {
      pk: 'deliveries#17',
      sk: 'work',
      deliveryId: '17',
      ownerId: '5',
      report: null,
      ...places('due#0', 'deliveries#17#work'),
    },
    message: { deliveryId: '17', attempt: 1 },
  },
  'store-transfer': {
    row: {
      pk: 'deliveries#18',
      sk: 'work',
      deliveryId: '18',
      ownerId: '4',
      upc: null,
      readyAt: '2026-01-02T03:04:05.006Z',
      failed: 0,
      placed: 0,
      ...places('due#1', 'deliveries#18#work'),
    },
    message: { kind: 'delivery', id: '18', attempt: 1 },
  },
  'store-test': {
    row: {
      pk: 'stores#4',
      sk: 'test',
      dspId: '4',
      asked: '2026-01-02T03:04:05.006Z',
      ...places('due#5', 'stores#4#test'),
    },
    message: { kind: 'test', id: '4', attempt: 1 },
    isReplaced: true,
  },
  'store-reading': {
    row: {
      pk: 'stores#4',
      sk: 'reading',
      dspId: '4',
      ownerId: '4',
      asked: null,
      ...places('due#1', 'stores#4#reading'),
    },
    message: { kind: 'reading', id: '4', attempt: 1 },
    isReplaced: true,
  },
  'request-review': {
    row: {
      pk: 'distribution-requests#17',
      sk: 'review',
      requestId: '17',
      ownerId: '5',
      ...places('due#4', 'distribution-requests#17#review'),
    },
    message: { requestId: '17', attempt: 1 },
    isReplaced: true,
  },
  'list-fold': {
    row: {
      pk: 'journal#labels#5',
      sk: 'work#check',
      listId: 'labels#5#check',
      ownerId: '5',
      ...places('due#3', 'journal#labels#5#work#check'),
    },
    message: { listId: 'labels#5#check', attempt: 1 },
    isReplaced: true,
  },
  'code-giving': {
    row: {
      pk: 'distribution-requests#17',
      sk: 'codes',
      requestId: '17',
      ownerId: '5',
      albumId: '9',
      prefix: 'QZXYZ26',
      numbers: [['3', 1]],
      ...places('due#2', 'distribution-requests#17#codes'),
    },
    message: { kind: 'codes', id: '17', attempt: 1 },
  },
  deletion: {
    row: {
      pk: 'journal#tracks#5',
      sk: 'work-deletion#17',
      deletedId: 'tracks#5#17',
      ownerId: '5',
      cleared: {},
      ...places('due#5', 'journal#tracks#5#work-deletion#17'),
    },
    message: { kind: 'deletion', id: 'tracks#5#17', attempt: 1 },
  },
  erasure: {
    row: {
      pk: 'erasures#users#17',
      sk: 'work',
      subject: 'users#17',
      organizationId: '5',
      startedAt: '2026-01-02T03:04:05.006Z',
      cleanSince: null,
      removed: {},
      ...{ phase: 'closing', place: null, found: 0, emptySince: null },
      ...places('due#3', 'erasures#users#17#work'),
    },
    message: { subject: 'users#17', attempt: 1 },
  },
  'webhook-recovery': {
    row: {
      pk: 'webhook-endpoints#17',
      sk: 'recovery',
      endpointId: '17',
      stretches: [{ from: '', upTo: '~' }],
      revision: 1,
      requestId: '1',
      ...places('due#6', 'webhook-endpoints#17#recovery'),
    },
    message: { kind: 'recovery', id: '17', attempt: 1 },
  },
  'analytics-report': {
    row: {
      pk: 'analytics-reports#17',
      sk: 'work',
      reportId: '17',
      ownerId: '5',
      tries: 0,
      ...places('due#2', 'analytics-reports#17#work'),
    },
    message: { reportId: '17', attempt: 1 },
  },
  'track-matching': {
    row: {
      pk: 'matching#request#17',
      sk: '#',
      requestId: '17',
      albumId: '9',
      ownerId: '5',
      after: null,
      ...places('due#3', 'matching#request#17##'),
    },
    message: { kind: 'request', id: '17', attempt: 1 },
    isReplaced: true,
  },
  'release-indexing': {
    row: {
      pk: 'matching#release#9',
      sk: '#',
      albumId: '9',
      ownerId: '5',
      isReleased: true,
      after: null,
      ...places('due#4', 'matching#release#9##'),
    },
    message: { kind: 'release', id: '9', attempt: 1 },
    isReplaced: true,
  },
  'sound-indexing': {
    row: {
      pk: 'matching#sound#9',
      sk: '#',
      trackId: '9',
      ownerId: '5',
      ...places('due#4', 'matching#sound#9##'),
    },
    message: { kind: 'sound', id: '9', attempt: 1 },
    isReplaced: true,
  },
  'audio-analysis': {
    row: {
      pk: 'track-sound#9',
      sk: 'work',
      trackId: '9',
      ownerId: '5',
      ...places('due#4', 'track-sound#9#work'),
    },
    message: { trackId: '9', attempt: 1 },
    isReplaced: true,
  },
  'file-digests': {
    row: {
      pk: 'track-sound#9',
      sk: 'digests-work',
      trackId: '9',
      ownerId: '5',
      startedAt: '2026-01-02T03:04:05.006Z',
      ...places('due#2', 'track-sound#9#digests-work'),
    },
    message: { kind: 'digests', id: '9', attempt: 1 },
  },
  'usage-import': {
    row: {
      pk: 'usage-imports#AbCdEfGhIjKlMnOp',
      sk: '#',
      importId: 'AbCdEfGhIjKlMnOp',
      name: 'plays.csv',
      state: 'running',
      reason: null,
      rejectedAs: null,
      startedAt: '2026-01-02T03:04:05.006Z',
      finishedAt: null,
      importedAt: null,
      by: null,
      contents: null,
      bytes: 5,
      run: '7',
      sha256: 'aa',
      layout: null,
      partitions: 1,
      written: 0,
      cleaned: 0,
      counts: null,
      formerCounts: null,
      isRematch: false,
      loaded: [],
      linesDigest: null,
      ignored: [],
      revenue: {},
      skippedRevenue: {},
      overlap: null,
      lost: null,
      ...places('due#2', 'usage-imports#AbCdEfGhIjKlMnOp##'),
    },
    message: { importId: 'AbCdEfGhIjKlMnOp', attempt: 1 },
  },
};

describe.each([...startedKinds])('the work $name', (kind) => {
  const { row = {}, message = {}, isReplaced = false } = frozen[kind.name] ?? {};
  const start = starts[kind.name] ?? { put: { pk: '', sk: '' } };
  const first = 'put' in start ? start.put : { pk: '', sk: '' };

  it('starts with a row in the deployed format', () => {
    const condition = isReplaced ? {} : { condition: rowMissing };
    expect(start).toEqual({ put: { ...row, ...due, dueKind: kind.name }, ...condition });
  });

  it('waits for its next attempt in the same row, without claim attributes', () => {
    const { read, next, item, key }: Work<Due> = kind;
    const later = new Date(now.getTime() + 60_000);
    const claimed = { ...read({ ...first }), claimant: 'x', waits: 3, claimedUntil: now.toISOString() };
    const { causes: _, ...waiting } = { ...first };
    const of = { pk: first.pk, sk: first.sk };
    expect(key(String({ ...first }[kind.id]))).toEqual(of);
    expect(item(next(claimed, later))).toEqual({
      ...waiting,
      ...dueAttributes(kind.name, of, {
        position: 1,
        nextAttemptAt: later.toISOString(),
        claimedUntil: null,
      }),
    });
  });

  it('requests its next attempt with a message in the deployed format', () => {
    const { message: messageOf, read }: WorkKind = kind;
    expect(messageOf({ ...read({ ...first }), position: 1 })).toEqual(message);
  });
});
