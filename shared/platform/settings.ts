/** A stage's settings, which functions read from the environment. infra/stages/stage-config.ts sets them. */
import * as v from 'valibot';
import { once } from './once.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const seconds = v.pipe(v.number(), v.minValue(0));
const partyId = v.pipe(v.string(), v.regex(/^PADPIDA[a-zA-Z0-9]+$/));
const isrcPrefix = v.pipe(
  v.string(),
  v.regex(/^[A-Z]{2}[A-Z0-9]{3}$/, 'An ISRC prefix has five characters, such as QZXYZ'),
);
const gs1Prefix = v.pipe(
  v.string(),
  v.regex(/^\d{6,11}$/, 'A GS1 company prefix has 6 to 11 digits; that of a UPC begins with 0'),
);
const httpsUrl = v.pipe(v.string(), v.startsWith('https://'));

const entries = {
  /**
   * Per minute. Reads, writes and account requests count per user, logins per e-mail and IP address, and
   * loginsPerAddress per IP address.
   */
  rateLimits: v.strictObject({
    reads: count,
    writes: count,
    account: count,
    logins: count,
    loginsPerAddress: count,
  }),
  /** Webhook events that a user can send again in a minute. These requests are also writes. */
  resendsPerMinute: count,
  tokenLifetimeSeconds: count,
  /**
   * Limits of the bodies of requests. Lambda takes events of 6 MB, which contain bodies as base64. Documents
   * of the API are up to seven arrays and objects deep.
   */
  bodyLimits: v.strictObject({
    kilobytes: v.pipe(count, v.minValue(16), v.maxValue(4096)),
    depth: v.pipe(count, v.minValue(10), v.maxValue(1000)),
  }),
  /** An endpoint is disabled after this many consecutive failures, if the first is at least this old. */
  webhookDisable: v.strictObject({ failures: count, ageSeconds: seconds }),
  /** Concurrent attempts in each shared lane, for slow endpoints and for endpoints that hang. */
  webhookPacing: v.strictObject({ slow: count, hanging: count }),
  /** Reserved address ranges allowed for webhooks and masters. Empty on every deployed stage. */
  webhookAllowedCidrs: v.array(v.string()),
  /** Whether operators or the service decide on requests. */
  qaMode: v.picklist(['manual', 'auto']),
  /** Reasons that reviewers can choose when they reject a request, and change before they send them. */
  rejectionReasons: v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(1000))),
  /** Seconds before the service decides on a request. */
  qaWaitSeconds: seconds,
  /**
   * Whether the service waits for the analysis of the audio before it decides on a request, and leaves the
   * decision to a person if the audio is a recording of another owner.
   */
  holdAudioMatches: v.boolean(),
  /**
   * Whether a delivery needs artwork that can be read, is square, and is large enough, or whether it is only
   * warned of.
   */
  artwork: v.picklist(['warned', 'required']),
  /**
   * Whether a delivery needs a statement on artificial intelligence, for each track (`ai-usage`) and for the
   * artwork (`artwork-ai-usage`).
   */
  aiDisclosure: v.picklist(['optional', 'required']),
  /**
   * Whether the service decodes AAC and Apple Lossless, with a decoder whose licence is the GPL. If not,
   * bundles do not contain it, and such files are not analyzed.
   */
  decodesAac: v.boolean(),
  /** Days after which a delivery without a report counts as completed, or null for never. */
  deliveryConsideredCompleteDays: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /**
   * Prefixes of the ISRCs and UPCs that tracks and albums without one get when their delivery is approved, or
   * null. No two stages may have the same ones.
   */
  codes: v.strictObject({ isrc: v.nullable(isrcPrefix), gs1: v.nullable(gs1Prefix) }),
  /** Lifetime of a link to the file of an analytics report. */
  downloadLinkSeconds: count,
  /** Days after which the bucket deletes the file of an analytics report, or null for never. */
  reportFileDays: v.nullable(count),
  /** Years for which the monthly sums of an organization that was erased are kept. */
  keepAccountsYears: v.pipe(count, v.maxValue(100)),
  /** Seconds between acceptance by the sandbox store and its report. */
  sandboxReportSeconds: seconds,
  /**
   * When waiting becomes an alarm: for a decision on a request, for a store that accepts a delivery, and for
   * one of an account's webhook endpoints that responds.
   */
  lateAfterSeconds: v.strictObject({ review: count, delivery: count, endpoints: count }),
  /** DDEX party ids of the sender and the DSPs, for the messages in packages. */
  packages: v.strictObject({
    sender: v.strictObject({ partyId, name: v.string() }),
    /** By DSP id. */
    recipientPartyIds: v.record(v.string(), partyId),
    /** Versions of DDEX ERN by DSP id. Other DSPs get 4.3, which cannot state how artificial intelligence was used. */
    messageVersions: v.record(v.string(), v.picklist(['4.3', '4.3.2'])),
    /** Receivers do not put releases of test messages on sale. */
    areTests: v.boolean(),
  }),
  /** The path of the roles of stores that the stage may assume, in any account that trusts it. */
  storeRolePath: v.pipe(
    v.string(),
    v.regex(
      /^\/([\w+=,.@-]+\/)+$/,
      'A path of roles begins and ends with a slash, such as /music-distribution/',
    ),
  ),
  /** Base URLs of the artist profiles on DSPs 1 (alpha), 4 (beta) and 12 (delta). */
  profileBases: v.strictObject({ alpha: httpsUrl, beta: httpsUrl, delta: httpsUrl }),
};

/** All other settings are retry gaps, which are named by the declarations of kinds of work. */
export const settingsSchema = v.pipe(
  v.objectWithRest(entries, v.array(seconds)),
  v.transform((parsed) => parsed as Settings),
);

export type Settings = v.InferOutput<v.StrictObjectSchema<typeof entries, undefined>> & {
  readonly [gaps: `${string}RetryGaps`]: readonly number[];
};

/** Parsed once per process. @throws Error if SETTINGS is missing or malformed. */
export const readSettings = /* @__PURE__ */ once(
  (): Settings => v.parse(settingsSchema, JSON.parse(environment('SETTINGS'))),
);

/** @throws Error if the environment variable is missing. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing.`);
  return value;
}
