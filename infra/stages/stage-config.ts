/** The configuration of each stage. `-c stage=NAME` selects one. */
import * as v from 'valibot';
import type { WorkQueue } from '../../shared/kit/work/work-queue.ts';
import { type Settings, settingsSchema } from '../../shared/platform/settings.ts';
import { byQueue, type WorkQueueName } from '../queues/work-queues.ts';
import { applyLocalOverrides } from './local-overrides.ts';
import { RejectedSetting } from './rejected-setting.ts';
import { retryGapsOn } from './retry-gaps.ts';

/** The kind of work a function does, which decides its memory (and with it its share of a processor). */
export type Workload = 'api' | 'passwords' | 'background' | 'imports';

export interface StageConfig {
  readonly name: string;
  /** Keeps its table and secret when the stack is deleted, and has point-in-time recovery for the table. */
  readonly isProduction: boolean;
  /** Runs on the developer's machine (infra/local). */
  readonly isLocal: boolean;
  /** The settings that functions read from their environment. */
  readonly functionSettings: Settings;
  /** Interval of the sweep for due and lost work; whole minutes on AWS. */
  readonly sweepSeconds: number;
  /** Maximum concurrency of each work queue's consumer, so that it leaves capacity for the API. */
  readonly concurrency: Readonly<Record<WorkQueueName, number>>;
  /** Executions that only this function may use, and no more of them than these. By function. */
  readonly reservedConcurrency: Readonly<Record<string, number>>;
  /**
   * The quota of the account in the stage's region for concurrent executions (L-B99A9384), of which the stage leaves enough
   * to the API. Undefined for a stage that is deployed into any account, and therefore reserves nothing.
   */
  readonly accountConcurrency: number | undefined;
  readonly memoryMegabytes: Readonly<Record<Workload, number>>;
  readonly logRetentionDays: number;
  /** The API's custom domain name, with the ARN of its certificate in the stage's region. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /** Web origins that may call the API (CORS). */
  readonly corsOrigins: readonly string[];
  /** Requests per second, and burst, that the gateway allows per route, for all users together. */
  readonly throttle: { readonly rate: number; readonly burst: number } | undefined;
  /** Where alarms are sent. A stage without an address has no alarms; production requires one. */
  readonly alarmEmail: string | undefined;
  /** Traces the functions with X-Ray. */
  readonly isTraced: boolean;
}

/** Options of a deployment. */
export interface StageChoices {
  /** `-c disposable=true`: allows a stage that is not listed here, whose data may be lost. */
  readonly isDisposable?: boolean;
  /** `-c alarmEmail=ADDRESS`: overrides the address in the configuration. */
  readonly alarmEmail?: string;
}

const alarmAddress = v.pipe(v.string(), v.email());

type Size = keyof WorkQueue['concurrency'];

const concurrencyOn = (stage: Size) => byQueue(({ concurrency }) => concurrency[stage]);

/**
 * Slow endpoints hold up half of the senders at most, all together, and those that hang a fifth: there are eight lanes of each
 * kind (shared/webhooks/endpoints/endpoint-pace.ts). The rest is left to those in good health.
 */
const pacingFor = (senders: number): Settings['webhookPacing'] => ({
  slow: Math.max(1, Math.floor(senders / 16)),
  hanging: Math.max(1, Math.floor(senders / 40)),
});

const functionSettings: Settings = {
  ...retryGapsOn('standard'),
  rateLimits: { reads: 300, writes: 120, account: 600, logins: 10, loginsPerAddress: 100 },
  tokenLifetimeSeconds: 3600,
  webhookDisable: { failures: 10, ageSeconds: 72 * 3600 },
  webhookPacing: pacingFor(concurrencyOn('standard').Webhook),
  webhookAllowedCidrs: [],
  // People decide what goes to the stores, unless a stage overrides it.
  qaMode: 'manual',
  qaWaitSeconds: 60,
  deliveryConsideredCompleteDays: 14,
  sandboxReportSeconds: 30,
  downloadLinkSeconds: 12 * 3600,
  // The party id of an operator is registered with DDEX.
  packages: {
    sender: { partyId: 'PADPIDA0000000000', name: 'Music Distribution' },
    recipientPartyIds: {},
    areTests: true,
  },
  profileBases: {
    alpha: 'https://alpha.example',
    beta: 'https://beta.example',
    delta: 'https://delta.example',
  },
};

const defaults: Omit<StageConfig, 'name'> = {
  isProduction: false,
  isLocal: false,
  functionSettings,
  sweepSeconds: 60,
  concurrency: concurrencyOn('standard'),
  reservedConcurrency: {},
  accountConcurrency: undefined,
  // 1769 MB is one full vCPU: hashing a password is expensive on purpose, and a report can have millions of lines.
  memoryMegabytes: { api: 1024, passwords: 1769, background: 512, imports: 1769 },
  logRetentionDays: 14,
  domain: undefined,
  corsOrigins: [],
  throttle: { rate: 500, burst: 1000 },
  alarmEmail: undefined,
  isTraced: false,
};

const prod: StageConfig = {
  ...defaults,
  name: 'prod',
  isProduction: true,
  concurrency: concurrencyOn('prod'),
  // People can sign in and end their sessions even while other functions use all remaining concurrency.
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
    sandboxReportSeconds: 3,
    qaWaitSeconds: 3,
  },
  concurrency: concurrencyOn('local'),
  // There is no AWS account to protect.
  throttle: undefined,
};

const listed = new Map([prod, dev, local].map((stage) => [stage.name, stage]));

/**
 * @param name of a listed stage, or of any stage if it is disposable: that gets the defaults.
 * @param environment overrides for the local stage.
 * @throws RejectedSetting when the name or a setting is invalid.
 */
export function stageConfig(
  name: string,
  environment: NodeJS.ProcessEnv,
  { isDisposable = false, alarmEmail }: StageChoices = {},
): StageConfig {
  if (!/^[a-z](-?[a-z0-9]){0,19}$/.test(name)) {
    throw new RejectedSetting(
      `A stage's name has up to 20 lower-case letters, digits and single hyphens: "${name}" is not valid.`,
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
      `Stage "${name}" is listed in infra/stages/stage-config.ts: disposable=true is only for stages that are not listed.`,
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

/** @returns warnings for the person who deploys the stage. */
export function warningsOf({ name }: StageConfig): string[] {
  if (listed.has(name)) return [];
  return [
    `Stage "${name}" is disposable: "cdk destroy" deletes its table with all records, its secret and its logs, ` +
      'and none of it can be restored.',
  ];
}

/**
 * @returns the configuration, if it is valid. @throws RejectedSetting
 * @internal Tests check their own configurations.
 */
export function checkedConfig(stage: StageConfig): StageConfig {
  v.assert(settingsSchema, stage.functionSettings);
  if (stage.isLocal) return stage;
  if (stage.functionSettings.webhookAllowedCidrs.length > 0) rejectReservedAddresses(stage.name);
  checkAlarms(stage);
  checkConcurrency(stage);
  if (stage.sweepSeconds % 60 !== 0) {
    throw new RejectedSetting(
      `Stage "${stage.name}" sweeps every ${stage.sweepSeconds} s, but AWS supports only whole minutes.`,
    );
  }
  return stage;
}

function checkAlarms({ name, isProduction, alarmEmail }: StageConfig): void {
  if (alarmEmail !== undefined && !v.is(alarmAddress, alarmEmail)) {
    throw new RejectedSetting(
      `Alarms of stage "${name}" cannot be sent to "${alarmEmail}": it is not an e-mail address.`,
    );
  }
  if (isProduction && alarmEmail === undefined) {
    throw new RejectedSetting(
      `Alarms of stage "${name}" would reach nobody: add -c alarmEmail=ADDRESS, or the address in infra/stages/stage-config.ts.`,
    );
  }
}

/** AWS rejects a reserve that leaves less than this to functions without one. It is also what the API keeps at least. */
const UNRESERVED_MINIMUM = 100;

/** Queue functions take no more than their maximum, so the rest of what is not reserved is left to the API. */
function checkConcurrency({ name, concurrency, reservedConcurrency, accountConcurrency }: StageConfig): void {
  const [ofQueues, reserved] = [concurrency, reservedConcurrency].map((each) =>
    Object.values(each).reduce((sum, count) => sum + count, 0),
  );
  const needed = (ofQueues ?? 0) + (reserved ?? 0) + UNRESERVED_MINIMUM;
  if (accountConcurrency === undefined && reserved === 0) return;
  if (accountConcurrency === undefined || needed > accountConcurrency) {
    throw new RejectedSetting(
      `Stage "${name}" needs ${needed} concurrent executions: ${ofQueues} for its queues, ${reserved} reserved, and ` +
        `${UNRESERVED_MINIMUM} that AWS keeps for other functions. ` +
        (accountConcurrency === undefined
          ? 'A stage that reserves some must state the quota of its account, accountConcurrency in infra/stages/stage-config.ts.'
          : `Its account has ${accountConcurrency} (accountConcurrency in infra/stages/stage-config.ts).`),
    );
  }
}

function rejectReservedAddresses(name: string): never {
  throw new RejectedSetting(
    `Webhooks of the deployed stage "${name}" must not reach reserved addresses: leave WEBHOOK_ALLOWED_CIDRS empty.`,
  );
}
