/** The environment variables by which the local stage's settings can be changed for one run. */
import { isIP } from 'node:net';
import type { Settings } from '../shared/settings.ts';

/** What overrides may change of a stage. */
interface Overridable {
  readonly functions: Settings;
  readonly sweepSeconds: number;
}

interface Override {
  /** What the variable holds, in words: "must be ...". */
  readonly form: string;
  /** The settings with the variable's value in place; undefined when the text is malformed. */
  readonly apply: (to: Overridable, text: string) => Partial<Overridable> | undefined;
}

/** Nothing is kept longer than 30 days, so no gap or age is longer either. */
const LONGEST_SECONDS = 30 * 86_400;

const overrides = {
  WEBHOOK_ALLOWED_CIDRS: functionSetting(
    'address ranges such as 127.0.0.0/8,::1/128, or empty for none',
    cidrs,
    (webhookAllowedCidrs) => ({ webhookAllowedCidrs }),
  ),
  WEBHOOK_RETRY_GAPS: functionSetting('seconds such as 5,300,1800', gaps, (webhookRetryGaps) => ({
    webhookRetryGaps,
  })),
  WEBHOOK_DISABLE_FAILURES: functionSetting(
    'a whole number from 1',
    count,
    (failures, { webhookDisable }) => ({
      webhookDisable: { ...webhookDisable, failures },
    }),
  ),
  WEBHOOK_DISABLE_AGE_SECONDS: functionSetting(
    'seconds such as 259200',
    seconds,
    (ageSeconds, { webhookDisable }) => ({
      webhookDisable: { ...webhookDisable, ageSeconds },
    }),
  ),
  RATE_LIMIT_READS: rateLimit('reads'),
  RATE_LIMIT_WRITES: rateLimit('writes'),
  RATE_LIMIT_LOGINS: rateLimit('logins'),
  TOKEN_LIFETIME_SECONDS: functionSetting(
    'a whole number of seconds from 1',
    count,
    (tokenLifetimeSeconds) => ({ tokenLifetimeSeconds }),
  ),
  QA_MODE: functionSetting('manual or auto', qaMode, (qaMode) => ({ qaMode })),
  DELIVERY_RETRY_GAPS: functionSetting('seconds such as 300,900,3600', gaps, (deliveryRetryGaps) => ({
    deliveryRetryGaps,
  })),
  SWEEP_SECONDS: override('a whole number of seconds from 1', count, (sweepSeconds) => ({ sweepSeconds })),
} as const satisfies Record<string, Override>;

export const localOverrides: Readonly<Record<string, Pick<Override, 'form'>>> = overrides;

/** @throws naming the first variable that is malformed. */
export function applyLocalOverrides<T extends Overridable>(settings: T, environment: NodeJS.ProcessEnv): T {
  let changed = settings;
  for (const [name, { form, apply }] of Object.entries(overrides)) {
    const text = environment[name];
    if (text === undefined) continue;
    const change = apply(changed, text.trim());
    if (!change) throw new Error(`${name} must be ${form}, not "${text}".`);
    changed = { ...changed, ...change };
  }
  return changed;
}

function override<T>(
  form: string,
  parse: (text: string) => T | undefined,
  change: (value: T, to: Overridable) => Partial<Overridable>,
): Override {
  return {
    form,
    apply: (to, text) => {
      const value = parse(text);
      return value === undefined ? undefined : change(value, to);
    },
  };
}

function functionSetting<T>(
  form: string,
  parse: (text: string) => T | undefined,
  change: (value: T, to: Settings) => Partial<Settings>,
): Override {
  return override(form, parse, (value, { functions }) => ({
    functions: { ...functions, ...change(value, functions) },
  }));
}

function rateLimit(kind: 'reads' | 'writes' | 'logins'): Override {
  return functionSetting('a whole number a minute, from 1', count, (limit, { rateLimits }) => ({
    rateLimits: { ...rateLimits, [kind]: limit },
  }));
}

function count(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function seconds(text: string): number | undefined {
  return /^\d{1,7}(\.\d{1,3})?$/.test(text) && Number(text) <= LONGEST_SECONDS ? Number(text) : undefined;
}

function gaps(text: string): number[] | undefined {
  return every(text.split(','), seconds);
}

function qaMode(text: string): Settings['qaMode'] | undefined {
  return text === 'manual' || text === 'auto' ? text : undefined;
}

function cidrs(text: string): string[] | undefined {
  return text === '' ? [] : every(text.split(','), cidr);
}

function cidr(text: string): string | undefined {
  const [address, bits, ...rest] = text.split('/');
  const version = isIP(address ?? '');
  const isRange =
    version !== 0 && /^(0|[1-9]\d{0,2})$/.test(bits ?? '') && Number(bits) <= (version === 4 ? 32 : 128);
  return isRange && rest.length === 0 ? text : undefined;
}

/** Every part parsed, or undefined when one is malformed. */
function every<T>(parts: readonly string[], parse: (text: string) => T | undefined): T[] | undefined {
  const values = parts.map((part) => parse(part.trim()));
  return values.every((value) => value !== undefined) ? values : undefined;
}
