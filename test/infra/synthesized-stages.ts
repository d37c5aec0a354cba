/** The stages that several tests look at. They are synthesized once for all of them (share-assemblies.ts). */
import { type StageConfig, stageConfig } from '../../infra/stages/stage-config.ts';

export const alarmEmail = 'operator@example.org';
export const production = stageConfig('prod', {}, { alarmEmail });

/** The first ones are those that most tests wait for. */
export const synthesizedStages = {
  prod: production,
  dev: stageConfig('dev', {}),
  // The rate in seconds is the only part of the local stage that AWS would reject.
  local: stageConfig('local', { SWEEP_SECONDS: '2' }),
  'feature, disposable': {
    ...stageConfig('feature', {}, { alarmEmail, isDisposable: true }),
    alarms: { ...production.alarms, latencyMs: 5000 },
  },
  'dev with a domain': {
    ...stageConfig('dev', {}),
    domain: { name: 'api.example', certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1' },
    corsOrigins: ['https://app.example'],
    budget: { dollarsAMonth: 250, email: alarmEmail },
  },
  'dev with a firewall': {
    ...stageConfig('dev', {}),
    domain: { name: 'api.example', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' },
    firewall: { requestsPerFiveMinutesPerAddress: 2000 },
  },
  'feature, gradual': {
    ...stageConfig('feature', {}, { alarmEmail, isDisposable: true }),
    gradualDeployment: { steps: 'Canary10Percent5Minutes', isInvoked: true },
  },
  'local with slow sweeps': stageConfig('local', { SWEEP_SECONDS: '120' }),
} as const satisfies Record<string, StageConfig>;

/** In the assembly of a stage whose synthesis has failed. */
export const ERROR_FILE = 'error.txt';

export type StageName = keyof typeof synthesizedStages;
