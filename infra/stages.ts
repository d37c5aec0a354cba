/** The stages and what sets them apart: `-c stage=NAME` picks the settings, the app deploys them. */
import * as v from 'valibot';
import { type Settings, settingsSchema } from '../shared/settings.ts';
import { applyLocalOverrides } from './local-overrides.ts';
import { RefusedSetting } from './refused-setting.ts';

/** Which kind of work a function does, and so how much memory (and with it processor) it gets. */
export type Workload = 'api' | 'passwords' | 'background';

export interface StageSettings {
  readonly name: string;
  /** Keeps its table and its secret when the stack goes, and can restore the table to any second. */
  readonly isProduction: boolean;
  /** Deployed onto the developer's machine by infra/local. */
  readonly isLocal: boolean;
  /** What functions are told, as JSON in their environment. */
  readonly functionSettings: Settings;
  /** From one sweep for lost and due work to the next; whole minutes on AWS. */
  readonly sweepSeconds: number;
  /** How many copies of the webhook sender run at once, so that deliveries leave room for the API. */
  readonly webhookSenders: number;
  readonly memoryMegabytes: Readonly<Record<Workload, number>>;
  readonly logRetentionDays: number;
  /** The API's own name, with the ARN of its certificate in the stage's region. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | undefined;
  /** Web origins whose scripts may call the API. */
  readonly corsOrigins: readonly string[];
  /** Requests a second, and at once, that the gateway lets through to one route for all users together. */
  readonly throttle: { readonly rate: number; readonly burst: number } | undefined;
  /** Without it, the stage has no alarms. They are sent to the e-mail address, which production cannot do without. */
  readonly alarms: { readonly email?: string } | undefined;
  /** Traces of the functions in X-Ray. */
  readonly isTraced: boolean;
}

/** What is said beside the stage's name when it is deployed. */
export interface StageChoices {
  /** `-c disposable=true`: a stage that is not listed here may be lost with all its data. */
  readonly isDisposable?: boolean;
  /** `-c alarmEmail=ADDRESS`: instead of the address in the settings. */
  readonly alarmEmail?: string;
}

const alarmAddress = v.pipe(v.string(), v.email());

const functionSettings: Settings = {
  rateLimits: { reads: 300, writes: 120, logins: 10, loginsPerAddress: 100 },
  tokenLifetimeSeconds: 3600,
  webhookRetryGaps: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  webhookDisable: { failures: 10, ageSeconds: 72 * 3600 },
  webhookAllowedCidrs: [],
  // What goes to the stores is decided by people, unless a stage says otherwise.
  qaMode: 'manual',
  deliveryRetryGaps: [300, 900, 3600],
  profileBases: {
    alpha: 'https://alpha.example',
    beta: 'https://beta.example',
    delta: 'https://delta.example',
  },
};

const defaults: Omit<StageSettings, 'name'> = {
  isProduction: false,
  isLocal: false,
  functionSettings,
  sweepSeconds: 60,
  webhookSenders: 50,
  // 1769 MB are one whole processor: a password's hash is meant to be hard work.
  memoryMegabytes: { api: 1024, passwords: 1769, background: 512 },
  logRetentionDays: 14,
  domain: undefined,
  corsOrigins: [],
  throttle: { rate: 500, burst: 1000 },
  alarms: {},
  isTraced: false,
};

const prod: StageSettings = {
  ...defaults,
  name: 'prod',
  isProduction: true,
  webhookSenders: 200,
  logRetentionDays: 90,
  throttle: { rate: 5000, burst: 3000 },
  isTraced: true,
};

const dev: StageSettings = { ...defaults, name: 'dev' };

const local: StageSettings = {
  ...defaults,
  name: 'local',
  isLocal: true,
  functionSettings: {
    ...functionSettings,
    webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
    // A receiver that one starts again is to hear of it soon; ten attempts, as on AWS, in four minutes.
    webhookRetryGaps: [2, 5, 5, 10, 10, 15, 30, 60, 120],
  },
  webhookSenders: 4,
  // On one's own machine there is no account to protect and nobody to alarm.
  throttle: undefined,
  alarms: undefined,
};

/** A name that is not listed here is refused, unless it is said to be disposable: then it gets the defaults. */
const listed = new Map([prod, dev, local].map((stage) => [stage.name, stage]));

/**
 * The settings of a stage.
 * @param environment where the local stage finds its overrides.
 * @throws RefusedSetting
 */
export function stageSettings(
  name: string,
  environment: NodeJS.ProcessEnv,
  { isDisposable = false, alarmEmail }: StageChoices = {},
): StageSettings {
  if (!/^[a-z](-?[a-z0-9]){0,19}$/.test(name)) {
    throw new RefusedSetting(
      `A stage's name is up to 20 lower-case letters, digits and single hyphens, not "${name}".`,
    );
  }
  const stage = listedStage(name, isDisposable);
  if (stage.isLocal) return checkedStage(applyLocalOverrides(stage, environment));
  if (environment['WEBHOOK_ALLOWED_CIDRS']) refuseReservedAddresses(name);
  return checkedStage(alarmEmail === undefined ? stage : { ...stage, alarms: { email: alarmEmail } });
}

function listedStage(name: string, isDisposable: boolean): StageSettings {
  const stage = listed.get(name);
  if (stage && isDisposable) {
    throw new RefusedSetting(
      `Stage "${name}" is listed in infra/stages.ts: disposable=true is only for stages that are not.`,
    );
  }
  if (!stage && !isDisposable) {
    const names = [...listed.values()].filter(({ isLocal }) => !isLocal).map((each) => each.name);
    throw new RefusedSetting(
      `Stage "${name}" is not listed in infra/stages.ts (${names.join(', ')}). ` +
        'List it there, or add -c disposable=true for a stage whose data may be lost.',
    );
  }
  return stage ?? { ...defaults, name };
}

/** What a person who deploys the stage should know. */
export function warningsOf({ name }: StageSettings): string[] {
  if (listed.has(name)) return [];
  return [
    `Stage "${name}" is disposable: "cdk destroy" deletes its table with all records, its secret and its logs, ` +
      'and nothing can be restored.',
  ];
}

/** The last look at a stage before anything is made of it. @throws RefusedSetting */
export function checkedStage(stage: StageSettings): StageSettings {
  v.assert(settingsSchema, stage.functionSettings);
  if (stage.isLocal) return stage;
  if (stage.functionSettings.webhookAllowedCidrs.length > 0) refuseReservedAddresses(stage.name);
  checkAlarms(stage);
  if (stage.sweepSeconds % 60 !== 0) {
    throw new RefusedSetting(
      `Stage "${stage.name}" sweeps every ${stage.sweepSeconds} s: AWS knows whole minutes only.`,
    );
  }
  return stage;
}

function checkAlarms({ name, isProduction, alarms }: StageSettings): void {
  const email = alarms?.email;
  if (email !== undefined && !v.is(alarmAddress, email)) {
    throw new RefusedSetting(
      `Alarms of stage "${name}" cannot be sent to "${email}": name an e-mail address.`,
    );
  }
  if (isProduction && email === undefined) {
    throw new RefusedSetting(
      `Alarms of stage "${name}" would reach nobody: add -c alarmEmail=ADDRESS, or the address in infra/stages.ts.`,
    );
  }
}

function refuseReservedAddresses(name: string): never {
  throw new RefusedSetting(
    `Webhooks of the deployed stage "${name}" may not reach reserved addresses: leave WEBHOOK_ALLOWED_CIDRS empty.`,
  );
}
