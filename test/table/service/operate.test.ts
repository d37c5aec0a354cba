import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { credentialsKey } from '../../../shared/accounts/keys.ts';
import { newAccess } from '../../../shared/accounts/sign-in/access.ts';
import { commandKey } from '../../../shared/kit/commands/command-log.ts';
import { take, uniqueValue } from '../../../shared/kit/records/unique-values.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { call, PASSWORD, type Person, setCapabilities, signIn, signUp } from '../../support/calls.ts';
import { listen } from '../../support/log.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await signUp();
});

const recorded = async () => new Table().query({ partition: commandKey(new Date().toISOString(), '').pk });

describe("an operator's command", () => {
  it('is recorded with actor, time, the user it creates, and arguments except passwords and personal data', async () => {
    const [row] = await recorded();
    expect(row).toMatchObject({ command: 'create-organization', actor: 'test', at: expect.any(String) });
    expect(row?.['user']).toBe(ada.userId);
    expect(Object.keys(JSON.parse(String(row?.['arguments'])))).toEqual(['name']);
    expect(JSON.stringify(await recorded())).not.toContain(PASSWORD);
  });

  it('is rejected for an unknown argument, whose value is not stored', async () => {
    const { lines, stop } = listen();
    const secret = randomUUID();
    for (const invocation of [
      { command: 'set-capabilities', positionals: [ada.userId], arguments: { 'admin-password': secret } },
      { command: 'set-capabilities', positionals: [ada.userId], arguments: { 'music-video': secret } },
    ]) {
      expect(await operate({ ...invocation, actor: 'test' })).toEqual({
        problems: [{ code: 'invalid_value', detail: expect.stringMatching(/^--\S+ is not an argument/) }],
      });
    }
    stop();
    expect(JSON.stringify([await recorded(), lines])).not.toContain(secret);
  });

  it.each([[undefined], [{}], [{ command: 'set-capabilities', arguments: { 'admin-password': PASSWORD } }]])(
    'is rejected if malformed: %j',
    async (invocation) => {
      expect(await operate(invocation)).toEqual({
        problems: [{ code: 'unknown_command', detail: expect.any(String) }],
      });
    },
  );

  it('is rejected for a repeated argument or too many', async () => {
    const command = 'set-capabilities';
    const id = { 'user-id': ada.userId };
    for (const [given, sentence] of [
      [{ positionals: [ada.userId], arguments: id }, '--user-id is given twice.'],
      [{ positionals: [ada.userId, 'x'] }, 'Too many positional arguments: 2; the command takes 1.'],
    ] as const) {
      const outcome = await operate({ command, ...given, actor: 'test' });
      expect(outcome).toEqual({ problems: [{ code: 'invalid_value', detail: sentence }] });
    }
  });
});

describe('list-commands', () => {
  const listed = async (given: object) => {
    const outcome = await operate({ command: 'list-commands', arguments: given, actor: 'lister' });
    return 'result' in outcome ? Object(outcome.result).commands : outcome.problems;
  };
  const rowOf = (at: string, actor: string) => ({
    put: { ...commandKey(at, randomUUID()), command: 'set-availability', actor, at, arguments: '{"id":"7"}' },
  });

  it('lists the newest first across months, up to the limit', async () => {
    const now = new Date();
    const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 3)).toISOString();
    const longAgo = '2019-05-03T12:00:00.000Z';
    const table = new Table();
    for (const [at, actor] of [
      [lastMonth, 'grace'],
      [longAgo, 'ken'],
    ] as const)
      await table.commit([rowOf(at, actor)]);
    const all = await listed({});
    expect(all.slice(0, 2)).toEqual([
      {
        at: expect.any(String),
        actor: 'lister',
        command: 'list-commands',
        outcome: null,
        organization: null,
        user: null,
        arguments: {},
      },
      expect.objectContaining({ actor: 'test' }),
    ]);
    expect(all.at(-1)).toEqual({
      at: lastMonth,
      actor: 'grace',
      command: 'set-availability',
      outcome: null,
      organization: null,
      user: null,
      arguments: { id: '7' },
    });
    const times = all.map(({ at }: { at: string }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(await listed({ limit: '1' })).toHaveLength(1);
    expect(await listed({ month: '2019-05' })).toEqual([expect.objectContaining({ actor: 'ken' })]);
    expect(JSON.stringify(all)).not.toContain(PASSWORD);
  });

  it('shows the outcome of each command', async () => {
    const run = (command: string, given: object, actor: string) =>
      operate({ command, arguments: given, actor });
    await run('set-capabilities', { 'user-id': ada.userId, video: 'on' }, 'does');
    await run('set-capabilities', { 'user-id': '7', video: 'on' }, 'is rejected');
    // Here, the function has no bucket.
    const report = { file: 'may.csv', sha256: 'a'.repeat(64), bytes: 1 };
    await expect(run('import-usage', report, 'fails')).rejects.toThrow('BUCKET_NAME');
    const at = new Date(Date.now() - 1000).toISOString();
    const stopped = { ...rowOf(at, 'is stopped').put, outcome: 'running', until: at };
    const running = { ...rowOf(at, 'runs').put, outcome: 'running', until: '9999-01-01T00:00:00.000Z' };
    await new Table().commit([{ put: stopped }, { put: running }, rowOf(at, 'is of former times')]);
    const outcomes = new Map(
      (await listed({})).map(({ actor, outcome }: { actor: string; outcome: string | null }) => [
        actor,
        outcome,
      ]),
    );
    expect(Object.fromEntries(outcomes)).toMatchObject({
      does: 'done',
      'is rejected': 'rejected',
      fails: 'failed',
      'is stopped': 'failed',
    });
    expect([outcomes.get('runs'), outcomes.get('is of former times')]).toEqual([null, null]);
  });

  it('can be limited to a command, an organization and a time', async () => {
    const grace = await signUp();
    await setCapabilities(grace, { video: true });
    await operate({
      command: 'reset-password',
      positionals: ['nobody@example.com'],
      arguments: {},
      actor: 'x',
    });
    const ofGrace = await listed({ organization: grace.organizationId });
    expect(ofGrace).toMatchObject([
      { command: 'set-capabilities', outcome: 'done', organization: grace.organizationId },
      { command: 'create-organization', outcome: 'done', organization: grace.organizationId },
    ]);
    expect(await listed({ organization: grace.organizationId, command: 'set-capabilities' })).toHaveLength(1);
    const { organizationId: organization } = grace;
    expect(await listed({ organization, limit: '1' })).toEqual(ofGrace.slice(0, 1));
    expect(await listed({ organization, since: '2018-01-01' })).toEqual(ofGrace);
    expect(await listed({ organization, since: ofGrace[0].at })).toEqual(ofGrace.slice(0, 1));
    expect(await listed({ organization, month: ofGrace[0].at.slice(0, 7) })).toEqual(ofGrace);
    for (const more of [{}, { since: ofGrace[0].at }])
      expect(await listed({ organization, month: '2019-05', ...more })).toEqual([]);
    expect(await listed({ organization, since: '9999-12-31' })).toEqual([]);
    const created = await listed({ command: 'create-organization', limit: '2' });
    expect(created).toMatchObject([
      { organization: grace.organizationId },
      { command: 'create-organization' },
    ]);
    const since = ofGrace[0].at;
    const later = await listed({ since });
    expect(later.map(({ at }: { at: string }) => at >= since)).not.toContain(false);
    expect(later.map(({ at }: { at: string }) => at)).toContain(since);
    expect(later.length).toBeLessThan((await listed({})).length);
    expect(await listed({ since: '2018-01-01', limit: '1000' })).toContainEqual(
      expect.objectContaining({ actor: 'ken' }),
    );
    expect(await listed({ since: '9999-12-31T23:59:59+01:00' })).toEqual([]);
  });

  it.each([
    [{ command: 'approve' }, 'invalid_value', '--command: there is no command approve.'],
    [{ organization: '7' }, 'unknown_record', 'There is no organization 7.'],
  ])('rejects unknown values: %j', async (given, code, detail) => {
    expect(await listed(given)).toEqual([{ code, detail }]);
  });

  it.each([
    [{ limit: '0' }],
    [{ limit: 'many' }],
    [{ month: '2026-13' }],
    [{ since: '2026-02-30' }],
    [{ since: 'yesterday' }],
    [{ since: '2026-02-03T25:00:00Z' }],
    [{ since: '2026-02-03T10:00' }],
  ])('rejects %j', async (given) => {
    expect(await listed(given)).toEqual([{ code: 'invalid_value', detail: expect.any(String) }]);
  });
});

describe('reset-password', () => {
  const NEW = 'Another-Horse-2';
  const reset = (email: string, password = NEW) =>
    operate({ command: 'reset-password', positionals: [email], arguments: { password }, actor: 'test' });
  const credentials = {
    path: '/oauth/token',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  };
  const body = (email: string, password: string) => ({ email, password, grant_type: 'password' });

  it('replaces the password, ends all sessions and is recorded without the password', async () => {
    const eve = await signUp();
    expect(await reset(eve.email.toUpperCase())).toEqual({
      result: { 'user-id': eve.userId, sessions: 'ended' },
    });
    await call(auth, 401, { path: '/auth/me', token: eve.token });
    await call(auth, 422, { ...credentials, body: body(eve.email, PASSWORD) });
    await call(auth, 200, { path: '/auth/me', token: await signIn(eve.email, NEW) });
    await call(auth, 200, { path: '/auth/me', token: ada.token });
    expect(JSON.stringify(await recorded())).not.toContain(NEW);
  });

  it('rejects an unknown address and creates no credentials', async () => {
    expect(await reset('nobody@example.com')).toEqual({
      problems: [
        {
          code: 'unknown_record',
          detail: 'There is no user with the e-mail address nobody@example.com.',
        },
      ],
    });
  });

  it('creates no credentials for a user without any', async () => {
    const email = 'ghost@example.com';
    const value = uniqueValue('users', { owner: 'platform', field: 'email', values: [email] });
    const account = { userId: '4711', organizationId: '1', role: 'admin', capabilities: [] } as const;
    await new Table().commit([take(value, '4711'), newAccess({ ...account, isDisabled: false })]);
    expect(await reset(email)).toEqual({ problems: [expect.objectContaining({ code: 'unknown_record' })] });
    expect(await new Table().get(credentialsKey('4711'))).toBeUndefined();
  });

  it('rejects a weak password, and the old one stays valid', async () => {
    expect(await reset(ada.email, 'weak')).toMatchObject({ problems: [{ code: 'invalid_value' }, {}] });
    await call(auth, 200, { ...credentials, body: body(ada.email, PASSWORD) });
  });
});
