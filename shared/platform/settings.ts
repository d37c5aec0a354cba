/** A stage's settings as functions read them from the environment; infra/stages/stage-config.ts defines them. */
import * as v from 'valibot';
import { once } from './once.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const seconds = v.pipe(v.number(), v.minValue(0));
const partyId = v.pipe(v.string(), v.regex(/^PADPIDA[a-zA-Z0-9]+$/));
const httpsUrl = v.pipe(v.string(), v.startsWith('https://'));

const known = {
  /**
   * Per minute: reads, writes, and requests about the own account, per user; sign-ins per e-mail and IP address, and per
   * IP address alone.
   */
  rateLimits: v.strictObject({
    reads: count,
    writes: count,
    account: count,
    logins: count,
    loginsPerAddress: count,
  }),
  tokenLifetimeSeconds: count,
  /** An endpoint is disabled after this many consecutive failures, if the first of them is at least this old. */
  webhookDisable: v.strictObject({ failures: count, ageSeconds: seconds }),
  /** Concurrent attempts in each of the lanes that slow endpoints share, and of those for endpoints that hang. */
  webhookPacing: v.strictObject({ slow: count, hanging: count }),
  /** Reserved address ranges that webhooks may call, and masters be read from, anyway. Empty on every deployed stage. */
  webhookAllowedCidrs: v.array(v.string()),
  /** Who decides on requests: operators, or the service itself. */
  qaMode: v.picklist(['manual', 'auto']),
  /** Seconds that a request waits for the service to decide on it. */
  qaWaitSeconds: seconds,
  /** Days after which a delivery that was sent counts as completed if its store reports nothing; null: never. */
  deliveryConsideredCompleteDays: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** How long a link to the file of an analytics report is valid. */
  downloadLinkSeconds: count,
  /** Seconds after which the sandbox store reports on what it accepted. */
  sandboxReportSeconds: seconds,
  /** How the messages in packages name us and the DSPs, by their DDEX party ids. */
  packages: v.strictObject({
    sender: v.strictObject({ partyId, name: v.string() }),
    /** By the id of the DSP. */
    recipientPartyIds: v.record(v.string(), partyId),
    /** Receivers put nothing of a test message on sale. */
    areTests: v.boolean(),
  }),
  /** Base URLs of the artist profiles on DSPs 1 (alpha), 4 (beta) and 12 (delta). */
  profileBases: v.strictObject({ alpha: httpsUrl, beta: httpsUrl, delta: httpsUrl }),
};

/** All other settings are the retry gaps of kinds of work, whose declarations name them. */
export const settingsSchema = v.pipe(
  v.objectWithRest(known, v.array(seconds)),
  v.transform((parsed) => parsed as Settings),
);

export type Settings = v.InferOutput<v.StrictObjectSchema<typeof known, undefined>> & {
  readonly [gaps: `${string}RetryGaps`]: readonly number[];
};

/** The stage's settings, parsed once per function instance. @throws Error when SETTINGS is missing or malformed. */
export const readSettings = /* @__PURE__ */ once(
  (): Settings => v.parse(settingsSchema, JSON.parse(environment('SETTINGS'))),
);

/** A required environment variable. @throws Error when it is missing. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing.`);
  return value;
}
