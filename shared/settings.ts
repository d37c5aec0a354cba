/** What a stage decides and a function needs to know: written by infra/stages.ts, read here from the environment. */
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const seconds = v.pipe(v.number(), v.minValue(0));
const httpsUrl = v.pipe(v.string(), v.startsWith('https://'));

export const settingsSchema = v.strictObject({
  /** Requests a minute: per user for reads and writes; sign-ins per e-mail and address, and per address alone. */
  rateLimits: v.strictObject({ reads: count, writes: count, logins: count, loginsPerAddress: count }),
  tokenLifetimeSeconds: count,
  /** Gaps between the attempts of one webhook delivery, in seconds: n gaps are n + 1 attempts. */
  webhookRetryGaps: v.array(seconds),
  /** An endpoint is disabled once this many attempts in a row failed and the first of them is this old. */
  webhookDisable: v.strictObject({ failures: count, ageSeconds: seconds }),
  /** Reserved address ranges a webhook may reach all the same: empty on every deployed stage. */
  webhookAllowedCidrs: v.array(v.string()),
  qaMode: v.picklist(['manual', 'auto']),
  /** Gaps between the tries to hand one delivery to a store, in seconds. */
  deliveryRetryGaps: v.array(seconds),
  /** Where the stores with DSP ids 1, 4 and 12 keep their artist profiles. */
  profileBases: v.strictObject({ alpha: httpsUrl, beta: httpsUrl, delta: httpsUrl }),
});

export type Settings = v.InferOutput<typeof settingsSchema>;

let settings: Settings | undefined;

/** The stage's settings, parsed once per function. @throws when SETTINGS is missing or malformed. */
export function readSettings(): Settings {
  settings ??= v.parse(settingsSchema, JSON.parse(environment('SETTINGS')));
  return settings;
}

/** A variable the stack gives every function that reads it. @throws when it is missing. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing.`);
  return value;
}
