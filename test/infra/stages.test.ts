import { describe, expect, test } from 'vitest';
import { localOverrides } from '../../infra/stages/local-overrides.ts';
import { checkedConfig, stageConfig, warningsOf } from '../../infra/stages/stage-config.ts';
import { alarmEmail, production } from './synthesized-stages.ts';

const disposable = (name: string) => stageConfig(name, {}, { isDisposable: true });

describe('the name of a stage', () => {
  test.each(['feature-12', 'constructor', 'production', 'a'.repeat(20)])('may be %s', (name) => {
    expect(disposable(name).name).toBe(name);
  });

  test.each(['', 'Dev', '1st', 'a--b', 'a-', 'a b', '../prod', 'a'.repeat(21)])(
    'must not be "%s"',
    (name) => {
      expect(() => disposable(name)).toThrow(`Invalid stage name "${name}".`);
    },
  );
});

describe('a stage that is not listed', () => {
  test.each(['production', 'prd', 'staging', 'feature-12', 'constructor'])('is rejected: %s', (name) => {
    expect(() => stageConfig(name, {})).toThrow(/not listed in infra\/stages\/stage-config.ts \(prod, dev\)/);
  });

  test('gets the defaults and a warning if it is disposable', () => {
    expect(disposable('staging')).toEqual({ ...stageConfig('dev', {}), name: 'staging' });
    expect(warningsOf(disposable('staging'))).toEqual([expect.stringMatching(/deletes its records/)]);
    for (const stage of [production, stageConfig('dev', {})]) expect(warningsOf(stage)).toEqual([]);
  });

  test.each(['prod', 'dev', 'local'])('cannot be %s, because listed stages are never disposable', (name) => {
    expect(() => stageConfig(name, {}, { alarmEmail, isDisposable: true })).toThrow(/is listed/);
  });
});

describe('the alarms of a stage', () => {
  test('require an address in production', () => {
    expect(() => stageConfig('prod', {})).toThrow(/has no alarm address/);
    expect(() => checkedConfig({ ...production, alarmEmail: undefined })).toThrow(/has no alarm address/);
    expect(production.alarmEmail).toBe(alarmEmail);
  });

  test('need no address on other stages', () => {
    expect(stageConfig('dev', {}).alarmEmail).toBeUndefined();
    expect(stageConfig('dev', {}, { alarmEmail }).alarmEmail).toBe(alarmEmail);
  });

  test.each(['', 'operator', 'a@b', 'a@b.example, c@d.example'])('cannot be sent to "%s"', (email) => {
    for (const name of ['prod', 'dev']) {
      expect(() => stageConfig(name, {}, { alarmEmail: email })).toThrow(/e-mail address/);
    }
  });
});

describe('the budget of a stage', () => {
  const stage = stageConfig('dev', {});

  test('is optional', () => {
    for (const each of [stage, production]) expect(each.budget).toBeUndefined();
    const budget = { dollarsAMonth: 1, email: alarmEmail };
    expect(checkedConfig({ ...stage, budget }).budget).toEqual(budget);
  });

  test.each([
    { dollarsAMonth: 0, email: alarmEmail },
    { dollarsAMonth: Number.NaN, email: alarmEmail },
    { dollarsAMonth: 100, email: 'operator' },
  ])('is rejected: %o', (budget) => {
    expect(() => checkedConfig({ ...stage, budget })).toThrow(/one dollar a month and an e-mail address/);
  });
});

describe('the codes of a stage', () => {
  const stage = stageConfig('dev', {});
  const withCodes = (isrc: string | null, gs1: string | null) =>
    checkedConfig({
      ...stage,
      functionSettings: { ...stage.functionSettings, codes: { isrc, gs1 } },
    }).functionSettings.codes;

  test('default to none on AWS', () => {
    for (const each of [stage, production])
      expect(each.functionSettings.codes).toEqual({ isrc: null, gs1: null });
  });

  test.each([
    ['DEAB1', null],
    [null, '012345'],
    ['US123', '40123456789'],
  ])('can have the prefixes %s and %s', (isrc, gs1) => {
    expect(withCodes(isrc, gs1)).toEqual({ isrc, gs1 });
  });

  test.each(['', 'DEAB', 'DEAB12', 'deab1', 'D1AB1', 'DE-B1'])('cannot have the ISRC prefix "%s"', (isrc) => {
    expect(() => withCodes(isrc, null)).toThrow(
      `Stage "dev" has an invalid setting codes.isrc: "${isrc}". An ISRC prefix has five characters, such as QZXYZ.`,
    );
  });

  test.each(['', '12345', '012345678901', '08500a1', ' 850001'])('cannot have the GS1 prefix "%s"', (gs1) => {
    expect(() => withCodes(null, gs1)).toThrow(
      `Stage "dev" has an invalid setting codes.gs1: "${gs1}". A GS1 company prefix has 6 to 11 digits`,
    );
  });

  test('cannot share a prefix with another stage, which would give the same codes', () => {
    expect(() => withCodes('QZXYZ', null)).toThrow(
      'The stages "dev" and "local" have the same prefix of codes: QZXYZ.',
    );
    expect(() => withCodes(null, '0850009')).toThrow(/same prefix of codes: 0850009/);
  });
});

test('a gradual deployment requires alarms, and a stage on AWS', () => {
  const gradualDeployment = { steps: 'Canary10Percent5Minutes', isInvoked: true } as const;
  expect(checkedConfig({ ...production, gradualDeployment }).gradualDeployment).toEqual(gradualDeployment);
  expect(() => checkedConfig({ ...stageConfig('dev', {}), gradualDeployment })).toThrow(
    /without an alarmEmail/,
  );
  expect(() => checkedConfig({ ...stageConfig('local', {}), gradualDeployment })).toThrow(
    /local stage cannot/,
  );
});

describe('the concurrency of a stage', () => {
  const queues = Object.values(production.concurrency).reduce((sum, count) => sum + count, 0);

  test('leaves the share of the account quota that AWS keeps unreserved', () => {
    const inAccount = (accountConcurrency: number) =>
      checkedConfig({ ...production, reservedConcurrency: { auth: 50 }, accountConcurrency });
    expect(inAccount(queues + 150).accountConcurrency).toBe(queues + 150);
    expect(() => inAccount(queues + 149)).toThrow(
      `Stage "prod" needs ${queues + 150} concurrent executions: ${queues} for its queues, 50 reserved, and 100`,
    );
  });

  test('is reserved only in an account whose quota is stated', () => {
    const dev = stageConfig('dev', {});
    expect([dev.reservedConcurrency, dev.accountConcurrency]).toEqual([{}, undefined]);
    expect(() => checkedConfig({ ...dev, reservedConcurrency: { auth: 1 } })).toThrow(
      /Set the quota of its account/,
    );
  });
});

describe('the local stage', () => {
  const settings = (environment: NodeJS.ProcessEnv) => stageConfig('local', environment).functionSettings;

  test('lets webhooks reach this machine by default', () => {
    expect(settings({}).webhookAllowedCidrs).toEqual(['127.0.0.0/8', '::1/128']);
    expect(settings({ WEBHOOK_ALLOWED_CIDRS: '' }).webhookAllowedCidrs).toEqual([]);
    expect(settings({ WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8' }).webhookAllowedCidrs).toEqual(['10.0.0.0/8']);
  });

  test('gives codes unless CODES is off', () => {
    const codes = { isrc: 'QZXYZ', gs1: '0850009' };
    expect(settings({}).codes).toEqual(codes);
    expect(settings({ CODES: 'on' }).codes).toEqual(codes);
    expect(settings({ CODES: 'off' }).codes).toEqual({ isrc: null, gs1: null });
  });

  test('applies all overrides', () => {
    const stage = stageConfig('local', {
      WEBHOOK_RETRY_GAPS: '0.5, 2,60',
      WEBHOOK_DISABLE_FAILURES: '3',
      WEBHOOK_DISABLE_AGE_SECONDS: '0',
      RATE_LIMIT_READS: '1',
      RATE_LIMIT_WRITES: '2',
      RATE_LIMIT_LOGINS: '400',
      TOKEN_LIFETIME_SECONDS: '5',
      QA_MODE: 'auto',
      DELIVERY_RETRY_GAPS: '6',
      DELIVERY_COMPLETE_SECONDS: '43200',
      VALIDATION_RETRY_GAPS: '1,0',
      SANDBOX_REPORT_SECONDS: '0.5',
      SWEEP_SECONDS: '7',
    });
    expect(stage.sweepSeconds).toBe(7);
    expect(stage.functionSettings).toMatchObject({
      webhookRetryGaps: [0.5, 2, 60],
      webhookDisable: { failures: 3, ageSeconds: 0 },
      rateLimits: { reads: 1, writes: 2, account: 600, logins: 400, loginsPerAddress: 400 },
      tokenLifetimeSeconds: 5,
      qaMode: 'auto',
      deliveryRetryGaps: [6],
      deliveryConsideredCompleteDays: 0.5,
      sandboxReportSeconds: 0.5,
    });
  });

  const numbers = ['WEBHOOK_DISABLE_FAILURES', 'RATE_LIMIT_READS', 'TOKEN_LIFETIME_SECONDS', 'SWEEP_SECONDS'];
  test.each([
    ...numbers.flatMap((name) =>
      ['', '0', '-1', '1.5', '1e3', ' 5', 'x', '0x10'].map((text) => [name, text]),
    ),
    ...['', ',', '1,,2', '1;2', 'x', '-1', '2592001', 'Infinity'].flatMap((text) => [
      ['WEBHOOK_RETRY_GAPS', text],
      ['DELIVERY_RETRY_GAPS', text],
      ['VALIDATION_RETRY_GAPS', text],
    ]),
    ...[
      '10.0.0.0',
      '10.0.0.0/33',
      '10.0.0/8',
      '::1/129',
      '::1%0/128',
      'a/8',
      '10.0.0.0/8,',
      '10.0.0.0/08',
    ].map((text) => ['WEBHOOK_ALLOWED_CIDRS', text]),
    ['WEBHOOK_DISABLE_AGE_SECONDS', '3 days'],
    ['SANDBOX_REPORT_SECONDS', '-1'],
    ['DELIVERY_COMPLETE_SECONDS', 'x'],
    ['QA_MODE', 'Auto'],
    ...['', 'On', 'none', '1'].map((text) => ['CODES', text]),
  ])('rejects %s=%j by name', (name = '', text = '') => {
    expect(Object.keys(localOverrides)).toContain(name);
    expect(() => stageConfig('local', { [name]: text })).toThrow(new RegExp(`^${name} must be .*, not "`));
  });
});

describe('a deployed stage', () => {
  test('ignores overrides in the environment', () => {
    const environment = { RATE_LIMIT_READS: '1', SWEEP_SECONDS: 'x' };
    expect(stageConfig('dev', environment)).toEqual(stageConfig('dev', {}));
  });

  test.each(['dev', 'prod'])('rejects %s if webhooks could reach reserved addresses', (name) => {
    const stage = stageConfig(name, {}, { alarmEmail });
    expect(stage.functionSettings.webhookAllowedCidrs).toEqual([]);
    const asked = () => stageConfig(name, { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }, { alarmEmail });
    expect(asked).toThrow(/WEBHOOK_ALLOWED_CIDRS/);
    const functionSettings = { ...stage.functionSettings, webhookAllowedCidrs: ['10.0.0.0/8'] };
    expect(() => checkedConfig({ ...stage, functionSettings })).toThrow(/WEBHOOK_ALLOWED_CIDRS/);
  });

  test.each([
    [{ kilobytes: 16, depth: 10 }, true],
    [{ kilobytes: 4096, depth: 1000 }, true],
    [{ kilobytes: 15, depth: 32 }, false],
    [{ kilobytes: 4097, depth: 32 }, false],
    [{ kilobytes: 1024.5, depth: 32 }, false],
    [{ kilobytes: 1024, depth: 9 }, false],
    [{ kilobytes: 1024, depth: 1001 }, false],
  ])('treats the body limits %o as valid: %s', (bodyLimits, isAccepted) => {
    const stage = stageConfig('dev', {});
    const check = () =>
      checkedConfig({ ...stage, functionSettings: { ...stage.functionSettings, bodyLimits } });
    if (isAccepted) expect(check().functionSettings.bodyLimits).toEqual(bodyLimits);
    else expect(check).toThrow(/Invalid (value|integer)/);
  });

  test('cannot sweep more often than AWS allows', () => {
    expect(() => checkedConfig({ ...stageConfig('dev', {}), sweepSeconds: 30 })).toThrow(/whole minutes/);
  });

  test('retries a webhook nine times over three days', () => {
    const gaps = production.functionSettings.webhookRetryGaps;
    expect(gaps).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  });
});
