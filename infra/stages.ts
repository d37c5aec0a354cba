/** What sets one stage apart from another, in one place: `-c stage=NAME` picks the settings, the app deploys them. */
import * as v from 'valibot';
import { type Settings, settingsSchema } from '../shared/settings.ts';
import { applyLocalOverrides } from './local-overrides.ts';

/** Which kind of work a function does, and so how much memory (and with it processor) it gets. */
export type Workload = 'api' | 'passwords' | 'background';

export interface StageSettings {
  readonly name: string;
  /** Keeps its table and its secret when the stack goes, and can restore the table to any second. */
  readonly isProduction: boolean;
  /** Deployed onto the developer's machine by infra/local. */
  readonly isLocal: boolean;
  /** What functions are told, as JSON in their environment. */
  readonly functions: Settings;
  readonly sweepSeconds: number;
  /** How many copies of the webhook sender run at once, so that deliveries leave room for the API. */
  readonly webhookSenders: number;
  readonly memoryMegabytes: Readonly<Record<Workload, number>>;
  readonly logRetentionDays: number;
  /** The API's own name, with the ARN of its certificate in the stage's region. */
  readonly domain?: { readonly name: string; readonly certificateArn: string };
  /** Web origins whose scripts may call the API. */
  readonly corsOrigins: readonly string[];
  /** Requests a second that the gateway lets through for all users together. */
  readonly throttle?: { readonly rate: number; readonly burst: number };
  /** Without it, the stage has no alarms; the e-mail address, if any, is told of them. */
  readonly alarms?: { readonly email?: string };
}

const functionDefaults: Settings = {
  rateLimits: { reads: 300, writes: 120, logins: 10, loginsPerAddress: 100 },
  tokenLifetimeSeconds: 3600,
  webhookRetryGaps: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  webhookDisable: { failures: 10, ageSeconds: 72 * 3600 },
  webhookAllowedCidrs: [],
  // People decide what goes to the stores unless a stage says otherwise.
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
  functions: functionDefaults,
  sweepSeconds: 60,
  webhookSenders: 50,
  memoryMegabytes: { api: 1024, passwords: 1769, background: 512 },
  logRetentionDays: 14,
  corsOrigins: [],
  throttle: { rate: 500, burst: 1000 },
  alarms: {},
};

/** The stages that differ from the defaults; any other name is a disposable stage with the defaults as they are. */
const named: Readonly<Record<string, StageSettings>> = {
  prod: {
    ...defaults,
    name: 'prod',
    isProduction: true,
    webhookSenders: 200,
    logRetentionDays: 90,
    throttle: { rate: 5000, burst: 3000 },
  },
  local: {
    ...withoutLimits(defaults),
    name: 'local',
    isLocal: true,
    functions: { ...functionDefaults, webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'] },
    webhookSenders: 4,
  },
};

/**
 * The settings of a stage.
 * @param environment where the local stage looks for its overrides.
 * @throws when the name is unfit, an override is malformed, or a deployed stage would let webhooks reach reserved addresses.
 */
export function stageSettings(name: string, environment: NodeJS.ProcessEnv): StageSettings {
  if (!/^[a-z](-?[a-z0-9]){0,19}$/.test(name)) {
    throw new Error(
      `A stage's name is up to 20 lower-case letters, digits and single hyphens, not "${name}".`,
    );
  }
  const settings = (Object.hasOwn(named, name) && named[name]) || { ...defaults, name };
  if (settings.isLocal) return checked(applyLocalOverrides(settings, environment));
  if (environment['WEBHOOK_ALLOWED_CIDRS']) refuseReservedAddresses(name);
  return checked(settings);
}

/** The last look at a stage's settings before anything is made of them. */
export function checked(settings: StageSettings): StageSettings {
  v.assert(settingsSchema, settings.functions);
  if (!settings.isLocal && settings.functions.webhookAllowedCidrs.length > 0)
    refuseReservedAddresses(settings.name);
  return settings;
}

function refuseReservedAddresses(name: string): never {
  throw new Error(
    `Stage "${name}" is deployed: its webhooks may not reach reserved addresses. Leave WEBHOOK_ALLOWED_CIDRS empty.`,
  );
}

/** On one's own machine there is no account to protect and nobody to alarm. */
function withoutLimits({ throttle: _throttle, alarms: _alarms, ...rest }: typeof defaults): typeof defaults {
  return rest;
}
