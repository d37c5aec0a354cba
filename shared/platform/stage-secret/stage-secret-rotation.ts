/** Adds a version to the stage secret. Webhook secrets stay encrypted under earlier versions. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  InvalidParameterException,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { environment } from '../settings.ts';
import { readVersions, type SecretVersion, withNewVersion, writeVersions } from './secret-versions.ts';
import { fetchSecret, REFRESH_MS, secretsManager } from './stage-secret.ts';

/** Long enough for every function to read the new version, even if one refresh fails. */
const DELAY_MS = 3 * REFRESH_MS;

/** @returns the new version, or undefined if a concurrent rotation came first. */
export async function rotateStageSecret(now: Date): Promise<SecretVersion | undefined> {
  const { text, versionId } = await fetchSecret();
  const secret = randomBytes(48).toString('base64url');
  const from = new Date(now.getTime() + DELAY_MS);
  const versions = withNewVersion(readVersions(text), { secret, from });
  const isDone = await replaceSecret(writeVersions(versions), versionId);
  return isDone ? versions.at(-1) : undefined;
}

/**
 * Stores the text as pending and makes it current only if the replaced one still is. Otherwise, one of two
 * concurrent rotations would drop the other's version, and data encrypted under it would be unreadable.
 */
async function replaceSecret(text: string, replaced: string | undefined): Promise<boolean> {
  const SecretId = environment('SECRET_ID');
  const next = randomUUID();
  await secretsManager().send(
    new PutSecretValueCommand({
      SecretId,
      ClientRequestToken: next,
      SecretString: text,
      VersionStages: ['AWSPENDING'],
    }),
  );
  const move = { SecretId, VersionStage: 'AWSCURRENT', MoveToVersionId: next, RemoveFromVersionId: replaced };
  try {
    await secretsManager().send(new UpdateSecretVersionStageCommand(move));
    return true;
  } catch (error) {
    if (!(error instanceof InvalidParameterException)) throw error;
    // The response of a successful call may have been lost, so that the SDK's retry failed.
    return (await fetchSecret()).versionId === next;
  }
}
