/** The demo data of a new stage, created with an operator's command and through the API. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Clock, systemClock } from '../host/clock.ts';
import type { LocalStage } from '../start.ts';

export const demoLogin = { email: 'admin@demo.example', password: 'Demo-Password-1' } as const;

const demoOrganization = {
  command: 'create-organization',
  arguments: {
    name: 'Demo',
    'admin-name': 'Demo Admin',
    'admin-email': demoLogin.email,
    'admin-password': demoLogin.password,
    preapproval: true,
    video: true,
    'music-videos': true,
  },
  actor: 'local',
} as const;

const demoLabels = ['Northern Lights Records', 'Quiet Harbour'] as const;

const tokenSchema = v.object({ access_token: v.string() });

type SeededStage = Pick<LocalStage, 'url' | 'dataDirectory' | 'invoke'>;

/** A request for the demo data failed. */
class SeedingError extends Error {
  readonly retryAfterSeconds: number | undefined;

  constructor(request: string, response: Response) {
    super(`${request} failed with status ${response.status}`);
    this.name = 'SeedingError';
    // Rate limits and overload are temporary. Anything else would fail again.
    const isTemporary = response.status === 429 || response.status === 503;
    this.retryAfterSeconds = isTemporary ? Number(response.headers.get('retry-after') ?? 10) : undefined;
  }
}

/**
 * Creates the demo data once per data directory, and completes it if an earlier start was interrupted. After a
 * temporary failure it is retried in the background, because the stage is usable without it.
 * @returns a message for the developer if the data is not complete.
 */
export async function seedDemo(stage: SeededStage, clock: Clock = systemClock): Promise<string | undefined> {
  const marker = join(stage.dataDirectory, 'demo-data');
  if (existsSync(marker)) return undefined;
  try {
    await seed(stage);
    writeFileSync(marker, new Date(clock.now()).toISOString());
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const seconds = error instanceof SeedingError ? error.retryAfterSeconds : undefined;
    if (seconds === undefined)
      return `The demo data is incomplete, and the next start will try again: ${reason}.`;
    clock.at(clock.now() + seconds * 1000, () => void seedDemo(stage, clock));
    return `The demo data is incomplete, and will be retried in ${seconds} s: ${reason}.`;
  }
}

async function seed(stage: SeededStage): Promise<void> {
  // If an interrupted start has created the organization, the command only reports that the e-mail address is taken.
  await stage.invoke('operate', demoOrganization);
  const token = await signIn(stage);
  for (const name of demoLabels) await createLabel(stage, token, name);
}

async function signIn({ url }: SeededStage): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...demoLogin, grant_type: 'password' }),
  });
  if (!response.ok) throw new SeedingError('The demo sign-in', response);
  return v.parse(tokenSchema, await response.json()).access_token;
}

/** The response for an existing name is the label with that name. */
async function createLabel({ url }: SeededStage, token: string, name: string): Promise<void> {
  const response = await fetch(`${url}/labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'labels', attributes: { name } } }),
  });
  if (!response.ok) throw new SeedingError(`The demo label ${name}`, response);
}
