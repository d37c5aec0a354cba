/** The demo data of a fresh stage, made the way an operator and a user would make it. */
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

/** An answer other than the expected one. */
class Refusal extends Error {
  readonly retryAfterSeconds: number | undefined;

  constructor(what: string, response: Response) {
    super(`${what} was answered with ${response.status}`);
    this.name = 'Refusal';
    // Rate limits and overload pass; anything else would be answered alike again.
    const passes = response.status === 429 || response.status === 503;
    this.retryAfterSeconds = passes ? Number(response.headers.get('retry-after') ?? 10) : undefined;
  }
}

/**
 * Does nothing where it was done before; what was begun and cut off is completed. What is refused for a while is
 * repeated in the background: the stage is of use without it.
 * @returns a remark for the developer if the data is not complete yet.
 */
export async function seedDemo(stage: SeededStage, clock: Clock = systemClock): Promise<string | undefined> {
  const mark = join(stage.dataDirectory, 'demo-data');
  if (existsSync(mark)) return undefined;
  try {
    await seed(stage);
    writeFileSync(mark, new Date(clock.now()).toISOString());
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const seconds = error instanceof Refusal ? error.retryAfterSeconds : undefined;
    if (seconds === undefined)
      return `The demo data is not complete, and the next start tries again: ${reason}.`;
    clock.at(clock.now() + seconds * 1000, () => void seedDemo(stage, clock));
    return `The demo data is not complete yet, and is tried again in ${seconds} s: ${reason}.`;
  }
}

async function seed(stage: SeededStage): Promise<void> {
  // Of an organization that an interrupted start made, it only says that the e-mail address is taken.
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
  if (!response.ok) throw new Refusal('The demo sign-in', response);
  return v.parse(tokenSchema, await response.json()).access_token;
}

/** An existing name is answered with the label that has it. */
async function createLabel({ url }: SeededStage, token: string, name: string): Promise<void> {
  const response = await fetch(`${url}/labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'labels', attributes: { name } } }),
  });
  if (!response.ok) throw new Refusal(`The demo label ${name}`, response);
}
