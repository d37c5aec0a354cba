/** Environment variables that override settings of the local stage for one run. */
import { isIP } from 'node:net';
import * as v from 'valibot';
import type { Settings } from '../../shared/platform/settings.ts';
import { RejectedSetting } from './rejected-setting.ts';
import { retryGapNames } from './retry-gaps.ts';

/** Gaps and ages must not exceed 30 days, the retention of events. */
const MAX_SECONDS = 30 * 86_400;

// The messages complete "NAME must be ...".
const count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'a whole number from 1'), v.transform(Number));

const seconds = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d+(\.\d{1,3})?$/.test(text) && Number(text) <= MAX_SECONDS,
    `seconds, at most ${MAX_SECONDS}`,
  ),
  v.transform(Number),
);

const list = v.pipe(
  v.string(),
  v.transform((text) => (text === '' ? [] : text.split(',').map((part) => part.trim()))),
);
const gaps = v.pipe(list, v.minLength(1, 'seconds separated by commas'), v.array(seconds));

const range = v.pipe(
  v.string(),
  v.check(isAddressRange, 'address ranges such as 127.0.0.0/8,::1/128, or empty for none'),
);

type RetryGapVariable = `${string}_RETRY_GAPS`;

const retryGapOverrides: Readonly<Record<RetryGapVariable, typeof gaps>> = Object.fromEntries(
  retryGapNames.map(({ variable }) => [variable, gaps]),
);

/** Schemas by variable. */
export const localOverrides = {
  WEBHOOK_ALLOWED_CIDRS: v.pipe(list, v.array(range)),
  WEBHOOK_DISABLE_FAILURES: count,
  WEBHOOK_DISABLE_AGE_SECONDS: seconds,
  RATE_LIMIT_READS: count,
  RATE_LIMIT_WRITES: count,
  RATE_LIMIT_LOGINS: count,
  TOKEN_LIFETIME_SECONDS: count,
  QA_MODE: v.picklist(['manual', 'auto'], 'manual or auto'),
  QA_WAIT_SECONDS: seconds,
  HOLD_AUDIO_MATCHES: v.picklist(['0', '1'], '0 or 1'),
  DECODES_AAC: v.picklist(['0', '1'], '0 or 1'),
  CODES: v.picklist(['on', 'off'], 'on or off'),
  DELIVERY_COMPLETE_SECONDS: seconds,
  SANDBOX_REPORT_SECONDS: seconds,
  DOWNLOAD_LINK_SECONDS: count,
  SWEEP_SECONDS: count,
  ...retryGapOverrides,
};

const DAY_SECONDS = 86_400;

/** Parts of the configuration that can be overridden. */
interface Overridable {
  readonly functionSettings: Settings;
  readonly sweepSeconds: number;
}

/** @throws RejectedSetting naming the first invalid variable. */
export function applyLocalOverrides<T extends Overridable>(stage: T, environment: NodeJS.ProcessEnv): T {
  const overrides = parsed(environment);
  const retryGaps: Readonly<Record<RetryGapVariable, number[] | undefined>> = overrides;
  const defaults = stage.functionSettings;
  return {
    ...stage,
    sweepSeconds: overrides.SWEEP_SECONDS ?? stage.sweepSeconds,
    functionSettings: {
      ...defaults,
      ...Object.fromEntries(
        retryGapNames.map(({ setting, variable }) => [setting, retryGaps[variable] ?? defaults[setting]]),
      ),
      rateLimits: {
        ...defaults.rateLimits,
        reads: overrides.RATE_LIMIT_READS ?? defaults.rateLimits.reads,
        writes: overrides.RATE_LIMIT_WRITES ?? defaults.rateLimits.writes,
        logins: overrides.RATE_LIMIT_LOGINS ?? defaults.rateLimits.logins,
        // On one machine, all requests come from the same address.
        loginsPerAddress: Math.max(defaults.rateLimits.loginsPerAddress, overrides.RATE_LIMIT_LOGINS ?? 0),
      },
      tokenLifetimeSeconds: overrides.TOKEN_LIFETIME_SECONDS ?? defaults.tokenLifetimeSeconds,
      webhookDisable: {
        failures: overrides.WEBHOOK_DISABLE_FAILURES ?? defaults.webhookDisable.failures,
        ageSeconds: overrides.WEBHOOK_DISABLE_AGE_SECONDS ?? defaults.webhookDisable.ageSeconds,
      },
      webhookAllowedCidrs: overrides.WEBHOOK_ALLOWED_CIDRS ?? defaults.webhookAllowedCidrs,
      qaMode: overrides.QA_MODE ?? defaults.qaMode,
      qaWaitSeconds: overrides.QA_WAIT_SECONDS ?? defaults.qaWaitSeconds,
      holdAudioMatches:
        overrides.HOLD_AUDIO_MATCHES === undefined
          ? defaults.holdAudioMatches
          : overrides.HOLD_AUDIO_MATCHES === '1',
      decodesAac: overrides.DECODES_AAC === undefined ? defaults.decodesAac : overrides.DECODES_AAC === '1',
      codes: overrides.CODES === 'off' ? { isrc: null, gs1: null } : defaults.codes,
      deliveryConsideredCompleteDays:
        overrides.DELIVERY_COMPLETE_SECONDS === undefined
          ? defaults.deliveryConsideredCompleteDays
          : overrides.DELIVERY_COMPLETE_SECONDS / DAY_SECONDS,
      downloadLinkSeconds: overrides.DOWNLOAD_LINK_SECONDS ?? defaults.downloadLinkSeconds,
      sandboxReportSeconds: overrides.SANDBOX_REPORT_SECONDS ?? defaults.sandboxReportSeconds,
    },
  };
}

function parsed(environment: NodeJS.ProcessEnv) {
  const { success, output, issues } = v.safeParse(v.partial(v.object(localOverrides)), environment, {
    abortEarly: true,
  });
  if (success) return output;
  const name = String(issues[0].path?.[0]?.key);
  throw new RejectedSetting(`${name} must be ${issues[0].message}, not "${environment[name]}".`);
}

function isAddressRange(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/%]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}
