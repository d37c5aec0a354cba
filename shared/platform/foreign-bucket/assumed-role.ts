/** Temporary credentials of a role in another AWS account, which trusts the stage under an external id. */
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { type CallLimits, callHandler } from './call-limits.ts';

export interface AssumedRole {
  readonly role: string;
  readonly externalId: string;
  /** Names the session in the logs of the other account. */
  readonly session: string;
  /** Narrows what the credentials allow, whatever else the role allows. A policy as JSON. */
  readonly policy: string;
}

export interface RoleCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** The shortest that AWS gives, and longer than an attempt. */
const SECONDS = 900;

/** @throws errors of STS. They are the same for a role that is missing, does not trust the stage, or has another external id. */
export async function assumedRole(
  { role, externalId, session, policy }: AssumedRole,
  limits: CallLimits,
): Promise<RoleCredentials> {
  const client = new STSClient({ maxAttempts: 2, requestHandler: callHandler(limits) });
  try {
    const { Credentials: given } = await client.send(
      new AssumeRoleCommand({
        RoleArn: role,
        ExternalId: externalId,
        RoleSessionName: session,
        DurationSeconds: SECONDS,
        Policy: policy,
      }),
      { abortSignal: limits.until },
    );
    const { AccessKeyId, SecretAccessKey, SessionToken } = given ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken) throw new Error('STS returned no credentials.');
    return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
  } finally {
    client.destroy();
  }
}
