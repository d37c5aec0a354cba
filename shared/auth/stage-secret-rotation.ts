/** Gives the stage's secret a new version. The earlier ones stay: webhook secrets are sealed under them for years. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  InvalidParameterException,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { environment } from '../settings.ts';
import { readVersions, type SecretVersion, withNewVersion, writeVersions } from './secret-versions.ts';
import { fetchSecret, REFRESH_MS, secretsManager } from './stage-secret.ts';

/** Every function knows the version by then, even if it once could not ask for it: what is made under it can be read by all. */
const DELAY_MS = 3 * REFRESH_MS;

/** @returns the new version, or undefined when another rotation came first. */
export async function rotateStageSecret(now: Date): Promise<SecretVersion | undefined> {
  const { text, versionId } = await fetchSecret();
  const secret = randomBytes(48).toString('base64url');
  const from = new Date(now.getTime() + DELAY_MS);
  const versions = withNewVersion(readVersions(text), { secret, from });
  const isDone = await replaceSecret(writeVersions(versions), versionId);
  return isDone ? versions.at(-1) : undefined;
}

/**
 * Writes the text beside the current one, and makes it current on the condition that the other still is: of two
 * rotations at once, one would otherwise lose the other's version, and everything made under it.
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
    // Or the answer to the move got lost, and the client tried again.
    return (await fetchSecret()).versionId === next;
  }
}
