/** Access tokens, which name the user and the session. */
import { readSettings } from '../../platform/settings.ts';
import { hasExpired, readSignedToken, signToken } from '../../platform/stage-secret/signed-tokens.ts';

export interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** @param expires epoch seconds. */
export const issueToken = (
  { userId, sessionId }: TokenClaims,
  { now, expires }: { now: Date; expires: number },
): Promise<string> => signToken('access-tokens', { subject: userId, id: sessionId, expires }, now);

/** @returns the claims, or undefined for a forged, malformed or expired token. */
export async function readToken(token: string, now: Date): Promise<TokenClaims | undefined> {
  const payload = await readSignedToken(token, expected(), now);
  return payload && { userId: String(payload.sub), sessionId: String(payload.jti) };
}

export const isExpiredToken = (token: string, now: Date): Promise<boolean> =>
  hasExpired(token, expected(), now);

const expected = () => {
  const { tokenLifetimeSeconds: lifetimeSeconds } = readSettings();
  return { purpose: 'access-tokens', lifetimeSeconds, required: ['jti'] } as const;
};
