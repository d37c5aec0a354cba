import { describe, expect, test } from 'vitest';
import { localOverrides } from '../../infra/local-overrides.ts';
import { checkedStage, stageSettings } from '../../infra/stages.ts';

describe('the name of a stage', () => {
  test.each(['dev', 'prod', 'local', 'feature-12', 'constructor'])('may be %s', (name) => {
    expect(stageSettings(name, {}).name).toBe(name);
  });

  test.each(['', 'Dev', '1st', 'a--b', 'a-', 'a b', '../prod', 'a'.repeat(21)])('may not be "%s"', (name) => {
    expect(() => stageSettings(name, {})).toThrow(`not "${name}"`);
  });
});

describe('the local stage', () => {
  const settings = (environment: NodeJS.ProcessEnv) => stageSettings('local', environment).functionSettings;

  test('lets webhooks reach this machine until it is told otherwise', () => {
    expect(settings({}).webhookAllowedCidrs).toEqual(['127.0.0.0/8', '::1/128']);
    expect(settings({ WEBHOOK_ALLOWED_CIDRS: '' }).webhookAllowedCidrs).toEqual([]);
    expect(settings({ WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8' }).webhookAllowedCidrs).toEqual(['10.0.0.0/8']);
  });

  test('honours every override', () => {
    const stage = stageSettings('local', {
      WEBHOOK_RETRY_GAPS: '0.5, 2,60',
      WEBHOOK_DISABLE_FAILURES: '3',
      WEBHOOK_DISABLE_AGE_SECONDS: '0',
      RATE_LIMIT_READS: '1',
      RATE_LIMIT_WRITES: '2',
      RATE_LIMIT_LOGINS: '4',
      TOKEN_LIFETIME_SECONDS: '5',
      QA_MODE: 'auto',
      DELIVERY_RETRY_GAPS: '6',
      SWEEP_SECONDS: '7',
    });
    expect(stage.sweepSeconds).toBe(7);
    expect(stage.functionSettings).toMatchObject({
      webhookRetryGaps: [0.5, 2, 60],
      webhookDisable: { failures: 3, ageSeconds: 0 },
      rateLimits: { reads: 1, writes: 2, logins: 4, loginsPerAddress: 100 },
      tokenLifetimeSeconds: 5,
      qaMode: 'auto',
      deliveryRetryGaps: [6],
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
    ['QA_MODE', 'Auto'],
  ])('refuses %s=%j, naming the variable', (name = '', text = '') => {
    expect(Object.keys(localOverrides)).toContain(name);
    expect(() => stageSettings('local', { [name]: text })).toThrow(new RegExp(`^${name} must be .*, not "`));
  });
});

describe('a deployed stage', () => {
  test('takes no override from the environment', () => {
    const environment = { RATE_LIMIT_READS: '1', SWEEP_SECONDS: 'x' };
    expect(stageSettings('dev', environment)).toEqual(stageSettings('dev', {}));
  });

  test.each(['dev', 'prod'])('%s is refused when webhooks might reach reserved addresses', (name) => {
    const stage = stageSettings(name, {});
    expect(stage.functionSettings.webhookAllowedCidrs).toEqual([]);
    expect(() => stageSettings(name, { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' })).toThrow(
      /WEBHOOK_ALLOWED_CIDRS/,
    );
    const functionSettings = { ...stage.functionSettings, webhookAllowedCidrs: ['10.0.0.0/8'] };
    expect(() => checkedStage({ ...stage, functionSettings })).toThrow(/WEBHOOK_ALLOWED_CIDRS/);
  });

  test('is refused when it sweeps more often than AWS can', () => {
    expect(() => checkedStage({ ...stageSettings('dev', {}), sweepSeconds: 30 })).toThrow(/whole minutes/);
  });

  test('retries a webhook nine times over three days', () => {
    const gaps = stageSettings('prod', {}).functionSettings.webhookRetryGaps;
    expect(gaps).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  });
});
