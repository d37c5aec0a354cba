/** Signs and verifies JWTs (RFC 7519, HS256). `kid` is the version of the secret, `aud` the stage. */
import { hash, webcrypto } from 'node:crypto';
import { decodeJwt, errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { once } from '../once.ts';
import { environment } from '../settings.ts';
import { currentKey, keyOfVersion, type Purpose, type StageKey } from './stage-secret.ts';

const ISSUER = 'music-distribution';
const ALGORITHM = 'HS256';

/**
 * @param claims `expires` in epoch seconds.
 * @example await signToken('download-links', { subject: '17', expires: 1790000000 }, new Date())
 */
export async function signToken(
  purpose: Purpose,
  { subject, id, expires }: { subject: string; id?: string; expires: number },
  now: Date,
): Promise<string> {
  const key = await currentKey(purpose, now);
  const token = new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: String(key.version) })
    .setIssuer(ISSUER)
    .setAudience(environment('STAGE'))
    .setSubject(subject)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(expires);
  return (id === undefined ? token : token.setJti(id)).sign(key.bytes);
}

interface Expected {
  readonly purpose: Purpose;
  readonly lifetimeSeconds: number;
  /** Required claims besides the subject and expiry. */
  readonly required: readonly string[];
}

/** @returns the claims, or undefined for a forged, malformed or expired token, or one of another stage. */
export async function readSignedToken(
  token: string,
  expected: Expected,
  now: Date,
): Promise<JWTPayload | undefined> {
  const print = hash('sha256', token);
  try {
    const known = verifiedTokens().get(print);
    if (known && (await isStillValid(known, expected, now))) return known.payload;
    if (!isCanonical(token)) return undefined;
    const { payload, protectedHeader, key } = await jwtVerify(
      token,
      (header) => verificationKey(header, expected, now),
      {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        requiredClaims: ['sub', 'exp', ...expected.required],
        currentDate: now,
      },
    );
    if (!isForThisStage(payload)) return undefined;
    remember(print, { payload, header: protectedHeader, key });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** @returns whether a token was valid until it expired. Nothing is revealed about forged and malformed tokens. */
export async function hasExpired(token: string, expected: Expected, now: Date): Promise<boolean> {
  const expires = expiryIn(token);
  if (expires === undefined || expires > now.getTime() / 1000) return false;
  return (await readSignedToken(token, expected, new Date((expires - 1) * 1000))) !== undefined;
}

/** @returns epoch seconds, as an unverified token states them. */
function expiryIn(token: string): number | undefined {
  try {
    const { exp } = decodeJwt(token);
    return Number.isSafeInteger(exp) ? exp : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

interface VerifiedToken {
  readonly payload: JWTPayload;
  readonly header: JWTHeaderParameters;
  readonly key: unknown;
}

/** By the digest of the token. Verifying a signature takes a tenth of the CPU of a short request. */
const verifiedTokens = /* @__PURE__ */ once(() => new Map<string, VerifiedToken>());
const MAX_TOKENS = 1000;

/** Checks again what changes with time: whether the token has expired, and whether its key is still accepted. */
async function isStillValid({ payload, header, key }: VerifiedToken, expected: Expected, now: Date) {
  const isExpired = Number(payload.exp) <= Math.floor(now.getTime() / 1000);
  return !isExpired && isForThisStage(payload) && (await verificationKey(header, expected, now)) === key;
}

function remember(print: string, verified: VerifiedToken): void {
  const all = verifiedTokens();
  all.set(print, verified);
  const [oldest] = all.keys();
  if (all.size > MAX_TOKENS && oldest !== undefined) all.delete(oldest);
}

/** Copies of a stage can have its secret, for example after a restoration. */
const isForThisStage = ({ aud }: JWTPayload): boolean => aud === environment('STAGE');

/**
 * Rejects other spellings of a token. Decoders ignore the unused bits of the last character, and Node also
 * accepts base64 characters.
 */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/**
 * Accepts a replaced version only for the lifetime of its tokens, so that a leaked old secret becomes
 * useless. Tokens without `kid` use version 1. @throws JOSEError for other versions.
 */
async function verificationKey(
  { kid = '1' }: JWTHeaderParameters,
  { purpose, lifetimeSeconds }: Expected,
  now: Date,
): Promise<webcrypto.CryptoKey> {
  const version = /^\d{1,6}$/.test(kid) ? Number(kid) : 0;
  const key = await keyOfVersion(purpose, version, now);
  const isOver = key?.replacedAt && now.getTime() > key.replacedAt.getTime() + lifetimeSeconds * 1000;
  if (!key || isOver) throw new errors.JWKSNoMatchingKey();
  const imported = cryptoKeys().get(key.bytes) ?? importKey(key.bytes);
  cryptoKeys().set(key.bytes, imported);
  return imported;
}

const cryptoKeys = /* @__PURE__ */ once(() => new WeakMap<Uint8Array, Promise<webcrypto.CryptoKey>>());

const importKey = (bytes: StageKey['bytes']): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
