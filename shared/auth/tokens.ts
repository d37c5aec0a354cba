/** Access tokens: JWTs signed with a key of the stage (HS256, RFC 7519). */
import { errors, jwtVerify, SignJWT } from 'jose';
import { stageKey } from './stage-secret.ts';

export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
}

const ISSUER = 'music-distribution';
const ALGORITHM = 'HS256';

const signingKey = (): Promise<Uint8Array> => stageKey('access-tokens');

/** @param expires epoch seconds. */
export async function issueToken(
  { userId, sessionId }: TokenClaims,
  { now, expires }: { now: Date; expires: number },
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setJti(sessionId)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(expires)
    .sign(await signingKey());
}

/** @returns whom the token names, or undefined for one that is forged, malformed or expired. */
export async function readToken(token: string, now: Date): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, await signingKey(), {
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
