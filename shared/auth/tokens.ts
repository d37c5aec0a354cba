/** Access tokens: JWTs (RFC 7519) signed with a key of the stage (HS256). `kid` is the version of the stage secret. */
import { errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { readSettings } from '../settings.ts';
import { currentKey, keyOfVersion } from './stage-secret.ts';

export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
}

const ISSUER = 'music-distribution';
const ALGORITHM = 'HS256';

/** @param expires epoch seconds. */
export async function issueToken(
  { userId, sessionId }: TokenClaims,
  { now, expires }: { now: Date; expires: number },
): Promise<string> {
  const key = await currentKey('access-tokens', now);
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: String(key.version) })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setJti(sessionId)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(expires)
    .sign(key.bytes);
}

/** @returns the claims, or undefined for a forged, malformed or expired token. */
export async function readToken(token: string, now: Date): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, (header) => verificationKey(header, now), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['sub', 'jti', 'exp'],
      currentDate: now,
    });
    return { userId: String(payload.sub), sessionId: String(payload.jti) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/**
 * Accepts a replaced version only for the lifetime of the tokens signed under it, so that a leaked old secret becomes
 * useless. Tokens without `kid` were signed under version 1. @throws JOSEError for any other version.
 */
async function verificationKey({ kid = '1' }: JWTHeaderParameters, now: Date): Promise<Uint8Array> {
  const version = /^\d{1,6}$/.test(kid) ? Number(kid) : 0;
  const key = await keyOfVersion('access-tokens', version, now);
  const lifetimeMs = readSettings().tokenLifetimeSeconds * 1000;
  const isOver = key?.replacedAt && now.getTime() > key.replacedAt.getTime() + lifetimeMs;
  if (!key || isOver) throw new errors.JWKSNoMatchingKey();
  return key.bytes;
}
