/** The demo data of a fresh stage, made the way an operator and a user would make it. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { LocalStage } from './start.ts';

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

/** Does nothing where it was done before; what was begun and cut off is completed. */
export async function seedDemo(stage: LocalStage): Promise<void> {
  const mark = join(stage.dataDirectory, 'demo-data');
  if (existsSync(mark)) return;
  // Of an organization that an interrupted start made, it only says that the e-mail address is taken.
  await stage.invoke('operate', demoOrganization);
  const token = await signIn(stage);
  for (const name of demoLabels) await createLabel(stage, token, name);
  writeFileSync(mark, new Date().toISOString());
}

async function signIn({ url }: LocalStage): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...demoLogin, grant_type: 'password' }),
  });
  if (!response.ok) throw new Error(`The demo login was refused: ${await response.text()}`);
  return v.parse(tokenSchema, await response.json()).access_token;
}

/** An existing name is answered with the label that has it. */
async function createLabel({ url }: LocalStage, token: string, name: string): Promise<void> {
  const response = await fetch(`${url}/labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'labels', attributes: { name } } }),
  });
  if (!response.ok) throw new Error(`The demo label was refused: ${await response.text()}`);
}
