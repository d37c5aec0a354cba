/** export-organization and import-organization, page by page as the command line asks for them, between two tables. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { CAUSE_ATTRIBUTE, WORK_CAUSE } from '../../../shared/kit/table/causes.ts';
import { dueValue } from '../../../shared/kit/work/due.ts';
import { importedMatchKey } from '../../../shared/matching/keys.ts';
import { api } from '../../../shared/service/api.ts';
import { movedFiles, withoutFile } from '../../../shared/service/moved-files.ts';
import { webhookEndpoints } from '../../../shared/webhooks/api/webhook-endpoints.ts';
import { webhookEvents } from '../../../shared/webhooks/api/webhook-events.ts';
import { secretOf } from '../../../shared/webhooks/endpoints/endpoint-secret.ts';
import { failuresOf } from '../../../shared/webhooks/keys.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { command, problemsOf, useStores } from '../../support/distribution/stores.ts';
import { foundLine } from '../../support/imported-matches.ts';
import { allRows, faultsOf, recordsAmong } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';
import { service } from '../conformance/service.ts';

type Line = Readonly<Record<string, unknown>>;
type Export = ReadonlyMap<string, readonly Line[]>;

const key = randomBytes(32).toString('base64url');
const ownTypes = api.resources.filter(({ owner }) => owner !== 'platform').map(({ type }) => type);

it('an export has a file per record type, or a reason to have none', () => {
  const names = new Set(movedFiles.map(({ name }) => name));
  for (const type of ownTypes)
    expect({ type, hasFile: names.has(type), reason: withoutFile[type] }).toEqual(
      names.has(type)
        ? { type, hasFile: true, reason: undefined }
        : { type, hasFile: false, reason: expect.any(String) },
    );
});

it('an export lists each type after the types it links to', () => {
  const places = new Map(movedFiles.map(({ name }, place) => [name, place]));
  for (const { type, relationships } of api.resources) {
    for (const { kept, type: target } of Object.values(relationships)) {
      const [own, other] = [places.get(type), places.get(target)];
      if (kept && own !== undefined && other !== undefined)
        expect(own, `${type} links to ${target}`).toBeGreaterThanOrEqual(other);
    }
  }
});

async function exported(organization: string, given: Line = {}): Promise<Export> {
  const files = new Map(movedFiles.map(({ name }) => [name, [] as Line[]]));
  let after: string | null = '';
  while (after !== null) {
    const more: Line = after === '' ? {} : { after };
    const page: { parts: { file: string; lines: Line[] }[]; after: string | null } = Object(
      await command('export-organization', { 'organization-id': organization, ...given, ...more }),
    );
    for (const { file, lines } of page.parts) files.get(file)?.push(...lines);
    after = page.after;
  }
  return files;
}

/** @returns the sums of the counts, and all problems with their files. */
async function imported(files: Export, given: Line = {}) {
  const sum = { new: 0, there: 0, differ: 0, problems: [] as string[] };
  for (const [file, lines] of files) {
    const page = Object(await command('import-organization', { step: 'write', key, ...given, file, lines }));
    for (const name of ['new', 'there', 'differ'] as const) sum[name] += page[name] ?? 0;
    for (const { detail } of page.problems ?? []) sum.problems.push(`${file}: ${detail}`);
  }
  return sum;
}

const finish = async (files: Export, takesOver: boolean) => {
  for (const [file, lines] of files)
    await command('import-organization', { step: 'finish', 'take-over': takesOver, file, lines });
};

/** Work on lists is started now and then by any change. */
const kindsOfWork = async () => {
  const kinds = (await allRows()).flatMap((row) => dueValue(row, 'dueKind') ?? []);
  return [...new Set(kinds)].filter((kind) => kind !== 'list-fold').sort();
};

let ada: Person;
let files: Export;
let secrets: string[];

const endpointSecrets = async () => {
  const endpoints = recordsAmong(await allRows(), webhookEndpoints);
  return Promise.all(endpoints.map((each) => secretOf(each as Parameters<typeof secretOf>[0], new Date())));
};

describe('an export', () => {
  withTable();
  useStores();

  beforeAll(async () => {
    process.env['BUCKET_NAME'] = 'bucket';
    ada = await newAdmin({ video: true, 'music-videos': true });
    await newAdmin();
    for (const type of ownTypes) if (!withoutFile[type]) await service.recordOf(type, ada);
    // Its deliveries are pending, unlike that of the types.
    await command('approve-request', { id: await service.newRecordOf('distribution-requests', ada) });
    const [track] = recordsAmong(await allRows(), tracks);
    await command('import-matches', { file: 'found.jsonl', lines: [foundLine({ track: track?.id })] });
    files = await exported(ada.organizationId, { key });
    secrets = await endpointSecrets();
  });

  it('contains records of every type of one organization', () => {
    for (const type of ownTypes) if (!withoutFile[type]) expect(files.get(type), type).not.toEqual([]);
    expect(files.get('white-labels')).toMatchObject([{ id: ada.organizationId }]);
    expect(files.get('users')?.[0]).toMatchObject({ id: ada.userId, attributes: { email: ada.email } });
  });

  it('equals what its own stage has', async () => {
    for (const [name, lines] of files) {
      const found = await imported(new Map([[name, lines]]), { step: 'check' });
      expect({ name, ...found }).toEqual({ name, new: 0, there: lines.length, differ: 0, problems: [] });
    }
  });

  it('omits sound analyses, which are made again', () => {
    for (const { attributes } of files.get('tracks') ?? []) {
      expect(attributes).not.toHaveProperty('audio');
      expect(attributes).not.toHaveProperty('foreign-sounds');
    }
  });

  it('contains no secret in plain text, and none at all without a key', async () => {
    const text = JSON.stringify([...files]);
    expect(secrets).toHaveLength(2);
    for (const secret of [...secrets, 'scrypt']) expect(text).not.toContain(secret);
    for (const line of files.get('webhook-endpoints') ?? []) expect(line).toHaveProperty('sealed');
    const bare = await exported(ada.organizationId);
    expect(JSON.stringify([...bare])).not.toContain('sealed');
  });

  it('is recorded without the key and its further pages', async () => {
    const given = { 'organization-id': ada.organizationId, key };
    await command('export-organization', { ...given, after: `labels ${ada.userId} ` });
    const { commands } = Object(await command('list-commands', { command: 'export-organization' }));
    expect(commands).toHaveLength(2);
    expect(JSON.stringify(commands)).not.toContain(key);
  });
});

describe('an import', () => {
  withTable();
  useStores();

  it('can check without writing', async () => {
    const checked = await imported(files, { step: 'check' });
    expect(checked).toMatchObject({ there: 0, differ: 0, problems: [] });
    expect(await allRows()).toEqual([]);
  });

  it('writes consistent records, without events and work', async () => {
    const sum = [...files.values()].reduce((count, lines) => count + lines.length, 0);
    expect(await imported(files)).toEqual({ new: sum, there: 0, differ: 0, problems: [] });
    const rows = await allRows();
    expect(faultsOf(api, rows)).toEqual([]);
    expect(rows).toContainEqual(expect.objectContaining(importedMatchKey('ear.example#1')));
    expect(rows.filter((row) => (row[CAUSE_ATTRIBUTE] ?? WORK_CAUSE) !== WORK_CAUSE)).toEqual([]);
    expect(await kindsOfWork()).toEqual([]);
  });

  it('seals the signing secrets again under the key of the stage', async () => {
    expect(await endpointSecrets()).toEqual(secrets);
  });

  it('duplicates nothing when repeated, and does not overwrite differences', async () => {
    const again = await imported(files);
    expect(again).toEqual({ new: 0, there: expect.any(Number), differ: 0, problems: [] });
    const [label] = files.get('labels') ?? [];
    const renamed = { ...label, attributes: { ...Object(label?.['attributes']), name: 'Renamed' } };
    const before = await allRows();
    expect(await imported(new Map([['labels', [renamed]]]))).toMatchObject({ new: 0, differ: 1 });
    const twice = { step: 'check', file: 'labels', lines: [label, renamed] };
    expect(await command('import-organization', twice)).toMatchObject({ there: 1, differing: [1] });
    expect((await allRows()).filter(({ pk }) => pk === `labels#${label?.['id']}`)).toEqual(
      before.filter(({ pk }) => pk === `labels#${label?.['id']}`),
    );
  });

  it('computes what tracks lack once everything is written', async () => {
    const lacking = async () =>
      recordsAmong(await allRows(), albumTracks).map(({ fields }) => String(fields['lacks']));
    expect(new Set(await lacking())).toEqual(new Set(['unknown']));
    await finish(files, false);
    expect(await lacking()).not.toContain('unknown');
    expect(faultsOf(api, await allRows())).toEqual([]);
  });

  it('starts unfinished work only once the stage takes over', async () => {
    await finish(files, false);
    expect(await kindsOfWork()).toEqual(['release-indexing']);
    await finish(files, true);
    await finish(files, true);
    expect(await kindsOfWork()).toEqual(WORK);
  });

  it('rejects lines of another version, owner or key', async () => {
    const [label] = files.get('labels') ?? [];
    const given = { step: 'write', file: 'labels' };
    const mood = { ...label, attributes: { mood: 'blue' } };
    expect(await problemsOf('import-organization', { ...given, lines: [mood] })).toMatchObject([
      { detail: 'This version of the service does not know mood.' },
    ]);
    const [matches] = files.get('track-matches') ?? [];
    const items = Object(matches)['items'].map((item: object) => ({ ...item, findings: null }));
    expect(
      await problemsOf('import-organization', {
        ...given,
        file: 'track-matches',
        lines: [{ ...matches, items }],
      }),
    ).toMatchObject([{ detail: 'items.0: must be a match' }]);
    const foreign = { ...label, owner: '7' };
    expect(Object(await command('import-organization', { ...given, lines: [foreign] })).problems).toEqual([
      { place: 0, detail: `The labels record ${label?.['id']} exists and belongs to ${ada.userId}.` },
    ]);
  });
});

/** The work of what the examples leave unfinished. */
const WORK = [
  'analytics-report',
  'asset-validation',
  'release-indexing',
  'request-review',
  'store-delivery',
  'webhook-event',
];

describe('an import to a stage with other organizations', () => {
  withTable();
  useStores();

  it('rejects a changed secret or one of another record, and writes nothing', async () => {
    const [user] = files.get('users') ?? [];
    const [endpoint] = files.get('webhook-endpoints') ?? [];
    const own = String(user?.['sealed']);
    for (const sealed of [
      endpoint?.['sealed'],
      `${own.slice(0, -2)}AA`,
      own.slice(0, 20),
      '',
      'x'.repeat(1e5),
    ]) {
      const lines = [{ ...user, sealed }];
      expect(await problemsOf('import-organization', { step: 'write', key, file: 'users', lines })).toEqual([
        {
          code: 'invalid_value',
          detail: 'The passphrase is not that of the export, or a secret is damaged.',
        },
      ]);
    }
    expect((await allRows()).filter(({ pk }) => String(pk).startsWith('users#'))).toEqual([]);
  });

  it('names every value held by another record, and can be completed later', async () => {
    const other = await newAdmin();
    const [user] = files.get('users') ?? [];
    const twin = { ...user, attributes: { ...Object(user?.['attributes']), email: other.email } };
    const changed = new Map([...files, ['users', [twin]]]);
    const checked = await imported(changed, { step: 'check' });
    expect(checked.problems).toEqual([
      `users: Its email is already taken by the users record ${other.userId}.`,
    ]);
    // Interrupted, then repeated.
    const some = new Map([...files].slice(0, 8));
    const first = await imported(some);
    expect(first).toMatchObject({ problems: [] });
    expect(await imported(files)).toMatchObject({ there: first.new, problems: [] });
    expect(faultsOf(api, await allRows())).toEqual([]);
  });
});

describe('an import of events', () => {
  withTable();
  useStores();
  const eventId = (number: number) => `evt_00000000-0000-4000-8000-00000000000${number}`;

  it('creates no delivery to an endpoint of another owner', async () => {
    const bob = await newAdmin();
    const endpoint = await service.newRecordOf('webhook-endpoints', bob);
    const [event] = files.get('webhook-events') ?? [];
    const attributes = Object(event?.['attributes']);
    const facts = { attempts: 1, lastResponseStatus: null, failureReason: null, lastAttempts: [] };
    const at = { nextAttemptAt: '2026-01-01T00:00:00.000Z', failedAt: '2026-01-01T00:00:00.000Z' };
    const withDelivery = (id: string, delivery: object) => {
      const deliveries = { [endpoint]: { ...facts, ...at, ...delivery } };
      return { ...event, id, attributes: { ...attributes, endpoints: [endpoint], deliveries } };
    };
    const [pending, failed, broken] = [eventId(1), eventId(2), eventId(3)];
    const lines = [
      withDelivery(pending, { status: 'pending', position: 0 }),
      withDelivery(failed, { status: 'failed' }),
    ];
    for (const file of ['white-labels', 'users']) await imported(new Map([[file, files.get(file) ?? []]]));
    expect(await imported(new Map([['webhook-events', lines]]))).toMatchObject({ new: 2, problems: [] });
    await finish(new Map([['webhook-events', lines]]), true);
    expect(await kindsOfWork()).toEqual([]);
    const rows = await allRows();
    for (const { id, fields } of recordsAmong(rows, webhookEvents))
      if ([pending, failed].includes(id)) expect(fields['deliveries']).toEqual({});
    expect(rows.filter(({ pk }) => pk === failuresOf(endpoint))).toEqual([]);
    const odd = withDelivery(broken, { status: 'pending', position: -1 });
    expect(
      await problemsOf('import-organization', { step: 'write', file: 'webhook-events', lines: [odd] }),
    ).toMatchObject([{ detail: 'deliveries must be deliveries by the ids of endpoints.' }]);
  });
});

describe('an import without the passphrase', () => {
  withTable();
  useStores();

  it('disables endpoints, replaces their secrets and leaves users without known passwords', async () => {
    await imported(files, { key: undefined });
    expect(await endpointSecrets()).not.toEqual(secrets);
    const rows = await allRows();
    for (const { fields } of recordsAmong(rows, webhookEndpoints)) expect(fields['is-active']).toBe(false);
    const reset = { command: 'reset-password', arguments: { email: ada.email, password: 'Correct-Horse-2' } };
    expect(await operate({ ...reset, actor: 'test' })).toHaveProperty('result');
  });
});
