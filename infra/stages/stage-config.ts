/** The configuration of each stage. `-c stage=NAME` selects one. */
import * as v from 'valibot';
import type { WorkQueue } from '../../shared/kit/work/work-queue.ts';
import { type Settings, settingsSchema } from '../../shared/platform/settings.ts';
import { byQueue, type WorkQueueName } from '../queues/work-queues.ts';
import { type AlarmThresholds, alarmThresholds } from './alarm-thresholds.ts';
import { type Budget, checkBudget } from './budget.ts';
import { checkFirewall, type Firewall } from './firewall.ts';
import { applyLocalOverrides } from './local-overrides.ts';
import { RejectedSetting } from './rejected-setting.ts';
import { rejectionReasons } from './rejection-reasons.ts';
import { retryGapsOn } from './retry-gaps.ts';

/** Determines the memory of a function, and therefore its CPU share. */
export type Workload = 'api' | 'passwords' | 'background' | 'imports' | 'audio';

export interface StageConfig {
  readonly name: string;
  /** Keeps its table and secret if the stack is deleted, and enables point-in-time recovery. */
  readonly isProduction: boolean;
  /** Encrypts its table, queues, bucket and secret with a separate key (KMS), rotated and retained. */
  readonly hasOwnKey: boolean;
  /** Runs on the developer's machine (bin/local). */
  readonly isLocal: boolean;
  /** Settings that functions read from the environment. */
  readonly functionSettings: Settings;
  /** Interval of the sweep for due and lost work. AWS supports only whole minutes. */
  readonly sweepSeconds: number;
  /** Maximum concurrency of each queue's consumer, to leave capacity for the API. */
  readonly concurrency: Readonly<Record<WorkQueueName, number>>;
  /** Reserved concurrency by function, which is also the function's maximum. */
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  /**
   * Quota for concurrent executions (L-B99A9384) of the account and region. Undefined for stages that can be
   * deployed to any account and therefore reserve nothing.
   */
  readonly accountConcurrency: number | undefined;
  readonly memoryMegabytes: Readonly<Record<Workload, number>>;
  readonly logRetentionDays: number;
  /**
   * Days after which the bucket deletes packages for stores and the uploaded reports of stores, or null for
   * never. Those of analytics reports are in `functionSettings`.
   */
  readonly fileDays: { readonly packages: number | null; readonly usageReports: number | null };
  /** Custom domain of the API, with the ARN of its certificate in the stage's region. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /** Puts CloudFront with a firewall (WAF) in front of the API. Needs a domain, and a stack in us-east-1. */
  readonly firewall: Firewall | undefined;
  /** Origins that may call the API from browsers (CORS). */
  readonly corsOrigins: readonly string[];
  /** Requests per second and burst per route, for all users together. */
  readonly throttle: { readonly rate: number; readonly burst: number } | undefined;
  /** Receives alarms. Stages without an address have no alarms. Production requires one. */
  readonly alarmEmail: string | undefined;
  readonly alarms: AlarmThresholds;
  readonly budget: Budget | undefined;
  /** Enables X-Ray tracing of functions. */
  readonly isTraced: boolean;
  /** Shifts invocations to new versions of functions in steps, and back at an alarm. Requires alarms. */
  readonly gradualDeployment: GradualDeployment | undefined;
}

interface GradualDeployment {
  readonly steps:
    | 'Canary10Percent5Minutes'
    | 'Canary10Percent15Minutes'
    | 'Linear10PercentEvery1Minute'
    | 'Linear10PercentEvery3Minutes';
  /** False in the first deployment, which makes the aliases that the next one invokes. */
  readonly isInvoked: boolean;
}

/** Command-line options of a deployment. */
export interface StageChoices {
  /** `-c disposable=true`: allows an unlisted stage, whose data may be lost. */
  readonly isDisposable?: boolean;
  /** `-c alarmEmail=ADDRESS`: overrides the address in the configuration. */
  readonly alarmEmail?: string;
}

const alarmAddress = v.pipe(v.string(), v.email());

type Size = keyof WorkQueue['concurrency'];

const concurrencyOn = (stage: Size) => byQueue(({ concurrency }) => concurrency[stage]);

/**
 * With eight lanes of each kind (shared/webhooks/endpoints/endpoint-pace.ts), all slow endpoints together use
 * at most half of the senders, and all hanging ones a fifth. The rest is left to healthy endpoints.
 */
const pacingFor = (senders: number): Settings['webhookPacing'] => ({
  slow: Math.max(1, Math.floor(senders / 16)),
  hanging: Math.max(1, Math.floor(senders / 40)),
});

const functionSettings: Settings = {
  ...retryGapsOn('standard'),
  rateLimits: { reads: 300, writes: 120, account: 600, logins: 10, loginsPerAddress: 100 },
  resendsPerMinute: 10,
  tokenLifetimeSeconds: 3600,
  bodyLimits: { kilobytes: 1024, depth: 32 },
  webhookDisable: { failures: 10, ageSeconds: 72 * 3600 },
  webhookPacing: pacingFor(concurrencyOn('standard').Webhook),
  webhookAllowedCidrs: [],
  // By default, people decide on releases.
  qaMode: 'manual',
  rejectionReasons,
  qaWaitSeconds: 60,
  holdAudioMatches: false,
  artwork: 'warned',
  aiDisclosure: 'optional',
  // Read docs/notices.md before you switch this on.
  decodesAac: false,
  deliveryConsideredCompleteDays: 14,
  // Operators must register a prefix with their ISRC agency, and one with GS1.
  codes: { isrc: null, gs1: null },
  sandboxReportSeconds: 30,
  downloadLinkSeconds: 12 * 3600,
  reportFileDays: 400,
  keepAccountsYears: 10,
  lateAfterSeconds: { review: 24 * 3600, delivery: 3600, endpoints: 3600 },
  // Operators must register their party id with DDEX.
  packages: {
    sender: { partyId: 'PADPIDA0000000000', name: 'Music Distribution' },
    recipientPartyIds: {},
    messageVersions: {},
    areTests: true,
  },
  storeRolePath: '/music-distribution/',
  profileBases: {
    alpha: 'https://alpha.example',
    beta: 'https://beta.example',
    delta: 'https://delta.example',
  },
};

const defaults: Omit<StageConfig, 'name'> = {
  isProduction: false,
  hasOwnKey: false,
  isLocal: false,
  functionSettings,
  sweepSeconds: 60,
  concurrency: concurrencyOn('standard'),
  reservedConcurrency: {},
  accountConcurrency: undefined,
  // 1769 MB is one full vCPU, for deliberately expensive password hashes and reports with millions of lines.
  memoryMegabytes: { api: 1024, passwords: 1769, background: 512, imports: 1769, audio: 1769 },
  logRetentionDays: 14,
  // A redelivery makes a package again. Reports of stores prove royalties.
  fileDays: { packages: 400, usageReports: null },
  domain: undefined,
  firewall: undefined,
  corsOrigins: [],
  throttle: { rate: 500, burst: 1000 },
  alarmEmail: undefined,
  alarms: alarmThresholds,
  budget: undefined,
  isTraced: false,
  gradualDeployment: undefined,
};

const prod: StageConfig = {
  ...defaults,
  name: 'prod',
  isProduction: true,
  hasOwnKey: true,
  concurrency: concurrencyOn('prod'),
  // Users can sign in and out even if other functions use all remaining concurrency.
  reservedConcurrency: { auth: 50 },
  accountConcurrency: 1000,
  functionSettings: {
    ...functionSettings,
    webhookPacing: pacingFor(concurrencyOn('prod').Webhook),
    packages: { ...functionSettings.packages, areTests: false },
  },
  logRetentionDays: 90,
  throttle: { rate: 5000, burst: 3000 },
  isTraced: true,
};

const dev: StageConfig = { ...defaults, name: 'dev' };

const local: StageConfig = {
  ...defaults,
  name: 'local',
  isLocal: true,
  functionSettings: {
    ...functionSettings,
    ...retryGapsOn('local'),
    webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
    deliveryConsideredCompleteDays: null,
    // For tests. No store gets them.
    codes: { isrc: 'QZXYZ', gs1: '0850009' },
    sandboxReportSeconds: 3,
    qaWaitSeconds: 3,
  },
  concurrency: concurrencyOn('local'),
  // There is no AWS account to protect.
  throttle: undefined,
};

const listed = new Map([prod, dev, local].map((stage) => [stage.name, stage]));

/**
 * @param name of a listed stage, or of a disposable stage with the defaults.
 * @param environment overrides for the local stage.
 * @throws RejectedSetting if the name or a setting is invalid.
 */
export function stageConfig(
  name: string,
  environment: NodeJS.ProcessEnv,
  { isDisposable = false, alarmEmail }: StageChoices = {},
): StageConfig {
  if (!/^[a-z](-?[a-z0-9]){0,19}$/.test(name)) {
    throw new RejectedSetting(
      `Invalid stage name "${name}". Use up to 20 lower-case letters, digits and single hyphens.`,
    );
  }
  const stage = listedStage(name, isDisposable);
  if (stage.isLocal) return checkedConfig(applyLocalOverrides(stage, environment));
  if (environment['WEBHOOK_ALLOWED_CIDRS']) rejectReservedAddresses(name);
  return checkedConfig(alarmEmail === undefined ? stage : { ...stage, alarmEmail });
}

function listedStage(name: string, isDisposable: boolean): StageConfig {
  const stage = listed.get(name);
  if (stage && isDisposable) {
    throw new RejectedSetting(
      `Stage "${name}" is listed in infra/stages/stage-config.ts, so disposable=true is not allowed.`,
    );
  }
  if (!stage && !isDisposable) {
    const names = [...listed.values()].filter(({ isLocal }) => !isLocal).map((each) => each.name);
    throw new RejectedSetting(
      `Stage "${name}" is not listed in infra/stages/stage-config.ts (${names.join(', ')}). ` +
        'List it there, or add -c disposable=true if its data may be lost.',
    );
  }
  return stage ?? { ...defaults, name };
}

/** @returns warnings to show at deployment. */
export function warningsOf({ name }: StageConfig): string[] {
  if (listed.has(name)) return [];
  return [
    `Stage "${name}" is disposable. "cdk destroy" permanently deletes its records, files, secret and logs.`,
  ];
}

/**
 * @returns the given configuration. @throws RejectedSetting if it is invalid.
 * @internal Tests check their own configurations.
 */
export function checkedConfig(stage: StageConfig): StageConfig {
  checkSettings(stage);
  checkCodes(stage);
  checkGradualDeployment(stage);
  if (stage.isLocal) return stage;
  if (stage.functionSettings.webhookAllowedCidrs.length > 0) rejectReservedAddresses(stage.name);
  checkAlarms(stage);
  checkBudget(stage.name, stage.budget);
  checkFirewall(stage);
  checkConcurrency(stage);
  if (stage.sweepSeconds % 60 !== 0) {
    throw new RejectedSetting(
      `Stage "${stage.name}" cannot sweep every ${stage.sweepSeconds} s. AWS supports only whole minutes.`,
    );
  }
  return stage;
}

function checkSettings({ name, functionSettings: settings }: StageConfig): void {
  const { issues } = v.safeParse(settingsSchema, settings, { abortEarly: true });
  if (!issues) return;
  const [{ message, input }] = issues;
  const setting = v.getDotPath(issues[0]);
  throw new RejectedSetting(
    `Stage "${name}" has an invalid setting ${setting}: ${JSON.stringify(input)}. ${message}.`,
  );
}

/** Stages count separately, so both would give the same codes. */
function checkCodes({ name, functionSettings: { codes } }: StageConfig): void {
  for (const other of listed.values()) {
    const others = Object.values(other.functionSettings.codes);
    const shared = Object.values(codes).find((prefix) => prefix !== null && others.includes(prefix));
    if (other.name !== name && shared !== undefined)
      throw new RejectedSetting(
        `The stages "${name}" and "${other.name}" have the same prefix of codes: ${shared}.`,
      );
  }
}

function checkAlarms({ name, isProduction, alarmEmail }: StageConfig): void {
  if (alarmEmail !== undefined && !v.is(alarmAddress, alarmEmail)) {
    throw new RejectedSetting(
      `The alarm address "${alarmEmail}" of stage "${name}" is not an e-mail address.`,
    );
  }
  if (isProduction && alarmEmail === undefined) {
    throw new RejectedSetting(
      `Stage "${name}" has no alarm address. Add -c alarmEmail=ADDRESS or set it in stage-config.ts.`,
    );
  }
}

function checkGradualDeployment({ name, isLocal, alarmEmail, gradualDeployment }: StageConfig): void {
  if (gradualDeployment && isLocal)
    throw new RejectedSetting('The local stage cannot deploy gradually. It has no versions of functions.');
  if (gradualDeployment && alarmEmail === undefined) {
    throw new RejectedSetting(
      `Stage "${name}" cannot deploy gradually without an alarmEmail, because its alarms end a deployment.`,
    );
  }
}

/** AWS requires at least this much unreserved concurrency. It is also the minimum for the API. */
const UNRESERVED_MINIMUM = 100;

/** Checks that queues and reserves leave enough concurrency for the API. */
function checkConcurrency({ name, concurrency, reservedConcurrency, accountConcurrency }: StageConfig): void {
  const ofQueues = sumOf(concurrency);
  const reserved = sumOf(reservedConcurrency);
  const needed = ofQueues + reserved + UNRESERVED_MINIMUM;
  if (accountConcurrency === undefined && reserved === 0) return;
  if (accountConcurrency === undefined || needed > accountConcurrency) {
    throw new RejectedSetting(
      `Stage "${name}" needs ${needed} concurrent executions: ${ofQueues} for its queues, ${reserved} ` +
        `reserved, and ${UNRESERVED_MINIMUM} for other functions. ` +
        (accountConcurrency === undefined
          ? 'Set the quota of its account (accountConcurrency in stage-config.ts).'
          : `The quota of its account is ${accountConcurrency} (accountConcurrency in stage-config.ts).`),
    );
  }
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function rejectReservedAddresses(name: string): never {
  throw new RejectedSetting(
    `Webhooks of stage "${name}" must not reach reserved addresses. Leave WEBHOOK_ALLOWED_CIDRS empty.`,
  );
}
