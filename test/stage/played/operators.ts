/** What operators see besides releases: customers, money, reports and work, as a stage shows them. */
import type { ResultOf } from '../../../shared/service/commands/list.ts';

type Organization = ResultOf<'show-organization'>;
type Endpoint = Organization['endpoints'][number];
type Payment = ResultOf<'list-payments'>['items'][number];
type Import = ResultOf<'list-imports'>['items'][number];
type Status = ResultOf<'status'>;

const at = '2026-11-05T10:00:00.000Z';

export const playedUser = (
  more: Partial<Organization['users'][number]> = {},
): Organization['users'][number] => ({
  id: '6',
  email: 'ada@blue.example',
  name: 'Ada',
  role: 'admin',
  disabled: false,
  capabilities: ['preapproval'],
  dsps: [],
  ...more,
});

export const playedEndpoint = (more: Partial<Endpoint> = {}): Endpoint => ({
  id: '20',
  user: '6',
  url: 'https://blue.example/hook',
  events: ['store_delivery.completed'],
  active: true,
  'disabled-at': null,
  'disabled-by': null,
  'disabled-reason': null,
  'consecutive-failures': 0,
  'failing-since': null,
  failure: null,
  'failed-at': null,
  ...more,
});

export const playedOrganization = (more: Partial<Organization> = {}): Organization => ({
  id: '5',
  name: 'Blue Room',
  'created-at': at,
  'read-only-since': null,
  users: [playedUser()],
  endpoints: [playedEndpoint()],
  ...more,
});

export const playedListedAlbum = (
  more: Partial<ResultOf<'list-albums'>['items'][number]> = {},
): ResultOf<'list-albums'>['items'][number] => ({
  id: '2',
  title: 'Night Bus',
  status: 'in_review',
  'release-date': '2026-12-01',
  'upc-code': null,
  tracks: 1,
  user: '6',
  'created-at': at,
  ...more,
});

export const playedPayment = (more: Partial<Payment> = {}): Payment => ({
  id: '30',
  'user-id': '6',
  period: '2026-10',
  date: '2026-11-04',
  amount: '5.00',
  currency: 'EUR',
  status: 'paid',
  reference: 'PAY-1',
  ...more,
});

export const playedImport = (more: Partial<Import> = {}): Import => ({
  name: 'melodeon-2026-10.csv',
  state: 'done',
  progress: 100,
  lines: 10,
  imported: 10,
  rejected: 0,
  unmatched: 0,
  bytes: 900,
  contents: 1,
  by: 'ada',
  'started-at': at,
  'finished-at': at,
  ...more,
});

export const playedStatus = (more: Partial<Status> = {}): Status => ({
  at,
  'last-sweep': { at: '2026-11-05T09:59:00.000Z', 'duration-ms': 12, 'messages-sent': 0, faults: 0 },
  stream: { 'published-up-to': at, 'behind-seconds': 0, failing: [] },
  queues: [{ queue: 'Webhooks', waiting: 0 }],
  'given-up': [],
  work: [
    { kind: 'event', waiting: 0, running: 0, scheduled: 0, failing: 0, stopped: 0, 'oldest-waiting': null },
  ],
  records: [{ what: 'requests to review', count: 0, oldest: null, since: null }],
  'failing-endpoints': [],
  codes: [],
  'unreadable-rows': null,
  'all-counted': true,
  ...more,
});
