/** The environment variables by which the local stage's settings can be changed for one run. */
import { isIP } from 'node:net';
import * as v from 'valibot';
import type { Settings } from '../shared/settings.ts';
import { RefusedSetting } from './refused-setting.ts';

/** Nothing is kept longer than 30 days, so no gap or age is longer either. */
const LONGEST_SECONDS = 30 * 86_400;

// The messages complete "NAME must be ...".
const count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'a whole number from 1'), v.transform(Number));

const seconds = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d+(\.\d{1,3})?$/.test(text) && Number(text) <= LONGEST_SECONDS,
    `seconds, at most ${LONGEST_SECONDS}`,
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

/** By name, what each must hold. */
export const localOverrides = {
  WEBHOOK_ALLOWED_CIDRS: v.pipe(list, v.array(range)),
  WEBHOOK_RETRY_GAPS: gaps,
  WEBHOOK_DISABLE_FAILURES: count,
  WEBHOOK_DISABLE_AGE_SECONDS: seconds,
  RATE_LIMIT_READS: count,
  RATE_LIMIT_WRITES: count,
  RATE_LIMIT_LOGINS: count,
  TOKEN_LIFETIME_SECONDS: count,
  QA_MODE: v.picklist(['manual', 'auto'], 'manual or auto'),
  DELIVERY_RETRY_GAPS: gaps,
  SWEEP_SECONDS: count,
};

/** What overrides may change of a stage. */
interface Overridable {
  readonly functionSettings: Settings;
  readonly sweepSeconds: number;
}

/** @throws RefusedSetting naming the first variable that is malformed. */
export function applyLocalOverrides<T extends Overridable>(stage: T, environment: NodeJS.ProcessEnv): T {
  const asked = parsed(environment);
  const set = stage.functionSettings;
  return {
    ...stage,
    sweepSeconds: asked.SWEEP_SECONDS ?? stage.sweepSeconds,
    functionSettings: {
      ...set,
      rateLimits: {
        ...set.rateLimits,
        reads: asked.RATE_LIMIT_READS ?? set.rateLimits.reads,
        writes: asked.RATE_LIMIT_WRITES ?? set.rateLimits.writes,
        logins: asked.RATE_LIMIT_LOGINS ?? set.rateLimits.logins,
      },
      tokenLifetimeSeconds: asked.TOKEN_LIFETIME_SECONDS ?? set.tokenLifetimeSeconds,
      webhookRetryGaps: asked.WEBHOOK_RETRY_GAPS ?? set.webhookRetryGaps,
      webhookDisable: {
        failures: asked.WEBHOOK_DISABLE_FAILURES ?? set.webhookDisable.failures,
        ageSeconds: asked.WEBHOOK_DISABLE_AGE_SECONDS ?? set.webhookDisable.ageSeconds,
      },
      webhookAllowedCidrs: asked.WEBHOOK_ALLOWED_CIDRS ?? set.webhookAllowedCidrs,
      qaMode: asked.QA_MODE ?? set.qaMode,
      deliveryRetryGaps: asked.DELIVERY_RETRY_GAPS ?? set.deliveryRetryGaps,
    },
  };
}

function parsed(environment: NodeJS.ProcessEnv) {
  const { success, output, issues } = v.safeParse(v.partial(v.object(localOverrides)), environment, {
    abortEarly: true,
  });
  if (success) return output;
  const name = String(issues[0].path?.[0]?.key);
  throw new RefusedSetting(`${name} must be ${issues[0].message}, not "${environment[name]}".`);
}

function isAddressRange(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/%]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
}
