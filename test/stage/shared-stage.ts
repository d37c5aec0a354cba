/**
 * The stages that several tests use, each with records and an organization that no other test uses. After the
 * tests of a file, none may have tried to reach another machine.
 */
import { cpSync } from 'node:fs';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { afterAll, expect, inject } from 'vitest';
import { clientOptions } from '../support/hand-made.ts';
import type { Service } from '../support/json-api-clients/client.ts';
import { attemptsIn } from '../support/launch.ts';
import { sharedPart } from '../support/shared-parts.ts';
import { signIn } from '../support/sign-in.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** For `sharedPart`. */
    readonly stages: string;
  }
}

const addresses = v.object({
  url: v.string(),
  awsUrl: v.string(),
  dataDirectory: v.string(),
  leftFile: v.string(),
});
export type SharedStage = v.InferOutput<typeof addresses>;

/** Has nothing, hardly any limits, short waits, and no sweep. */
export const emptyStage = async (): Promise<SharedStage> =>
  used(v.parse(addresses, await sharedPart(inject('stages'), 'empty')));

/**
 * Has the demo, and the default limits except that of sign-ins. All tests that use it share them.
 * @returns the stage with a token of the demo's administrator.
 */
export const demoStage = async (): Promise<SharedStage & { readonly token: string }> =>
  used(
    v.parse(
      v.object({ ...addresses.entries, token: v.string() }),
      await sharedPart(inject('stages'), 'demo'),
    ),
  );

const files = new Set<string>();
afterAll(() => expect([...files].flatMap(attemptsIn)).toEqual([]));

function used<S extends SharedStage>(stage: S): S {
  files.add(stage.leftFile);
  return stage;
}

/** @param name of the function, without that of the stage. @returns what it returns. */
export async function invoke(
  stage: Pick<SharedStage, 'awsUrl'>,
  name: string,
  event: object,
): Promise<unknown> {
  const client = new LambdaClient(clientOptions(stage));
  const { Payload } = await client.send(
    new InvokeCommand({ FunctionName: `music-distribution-local-${name}`, Payload: JSON.stringify(event) }),
  );
  client.destroy();
  return JSON.parse(Buffer.from(Payload ?? []).toString());
}

/** Runs a command as operators do. @returns its result. @throws Error when it is rejected. */
export async function operateWith(
  stage: Pick<SharedStage, 'awsUrl'>,
  command: string,
  given: object,
): Promise<unknown> {
  const outcome = await invoke(stage, 'operate', { command, arguments: given, actor: 'test' });
  return v.parse(v.object({ result: v.unknown() }), outcome).result;
}

/**
 * @param name of the organization, which makes the address of its administrator.
 * @param settings further arguments of create-organization.
 * @returns the administrator's token.
 */
export async function newOrganization(
  stage: Pick<SharedStage, 'url' | 'awsUrl'>,
  name: string,
  settings: object = {},
): Promise<string> {
  const login = { email: `${name}@example.com`, password: 'Correct-Horse-1' };
  const admin = { 'admin-name': 'Ada', 'admin-email': login.email, 'admin-password': login.password };
  await operateWith(stage, 'create-organization', { name, ...admin, ...settings });
  return signIn(stage.url, login);
}

/**
 * @param dataDirectory of a stage that the test starts. It is created, with the data of the demo.
 */
export async function copyDemoData(dataDirectory: string): Promise<void> {
  const made = v.parse(
    v.object({ dataDirectory: v.string() }),
    await sharedPart(inject('stages'), 'demo-data'),
  );
  cpSync(made.dataDirectory, dataDirectory, { recursive: true });
}

const services = new Map<string, Promise<Service>>();

/**
 * @param name of an organization for a client.
 * @returns the address and its token, which are the same each time.
 */
export function jsonApiService(name: string): Promise<Service> {
  const made = services.get(name) ?? newService(name);
  services.set(name, made);
  return made;
}

async function newService(name: string): Promise<Service> {
  const stage = await emptyStage();
  return { url: stage.url, token: await newOrganization(stage, name) };
}
