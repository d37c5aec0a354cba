/**
 * Compares what functions that run inside a test ask of AWS with the permissions of their roles. A call that a role denies
 * fails the test, even if the function goes on without it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { S3Client } from '@aws-sdk/client-s3';
import { functionList } from '../../infra/functions/function-list.ts';
import type { NamedNeeds } from '../../infra/functions/grants.ts';
import { dynamo } from '../../shared/kit/table/client.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { accessesOf, isDenied } from './grants.ts';
import { hidesMissing, type Input, isCallAllowed, textOf } from './role-calls.ts';

const list = functionList([...definitions.resources, ...definitions.endpoints].map(({ group }) => group));
const running = new AsyncLocalStorage<string>();
const denials = new Set<string>();

/** @returns the function, or what makes it, so that it runs in its role. */
export function inRole<T>(name: string, made: T): T {
  if (typeof made !== 'function') return made;
  return new Proxy(made, {
    apply(target, self, given) {
      watchTable();
      const result: unknown = running.run(name, () => Reflect.apply(target, self, given));
      return typeof result === 'function' ? inRole(name, result) : result;
    },
  });
}

/** @returns the name of the function that runs. */
export const currentRole = (): string | undefined => running.getStore();

/** Runs something of the test within a function. */
export const outsideOfRoles = <T>(work: () => T): T => running.exit(work);

/** @returns what was denied since the last call, such as `albums: PutItem labels#1`. */
export function takeDenials(): string[] {
  const taken = [...denials];
  denials.clear();
  return taken;
}

/** Each file of a process has its own client of the table. */
const watched = new WeakSet<object>();

function watchTable(): void {
  const { middlewareStack } = dynamo();
  if (watched.has(middlewareStack)) return;
  watched.add(middlewareStack);
  middlewareStack.add(
    (next, { commandName = '' }) =>
      (call) => {
        note(({ needs }) =>
          accessesOf(commandName, call.input)
            .filter((access) => isDenied(access, needs))
            .map(({ action, partition = '' }) => `${action} ${partition}`),
        );
        return next(call);
      },
    // Here, the document client has converted the input.
    { step: 'build', name: 'roles' },
  );
}

interface Command {
  readonly input: object;
}

interface AnyClient {
  readonly config: { readonly serviceId: string };
  send(command: Command, ...more: unknown[]): Promise<unknown>;
}

/** The class that all clients of the SDK extend. */
const { prototype: base } = Object.getPrototypeOf(S3Client) as { prototype: AnyClient };
const { send } = base;
base.send = function (this: AnyClient, command, ...more) {
  const call = {
    service: this.config.serviceId,
    name: command.constructor.name.replace(/Command$/, ''),
    input: command.input as Input,
  };
  note((role) => (isCallAllowed(call, role) ? [] : [textOf(call)]));
  const response = send.call(this, command, ...more);
  const role = roleNow();
  return role && hidesMissing(call, role) ? response.catch(throwHidden) : response;
};

/** @throws the response of S3 for an object that does not exist, if the role may not list it. */
function throwHidden(error: { name?: string; $metadata?: { httpStatusCode?: number } }): never {
  if (error.$metadata?.httpStatusCode !== 404) throw error;
  throw Object.assign(error, {
    name: 'AccessDenied',
    $metadata: { ...error.$metadata, httpStatusCode: 403 },
  });
}

/** Notes what the role of the function that runs denies. */
function note(deniedBy: (role: NamedNeeds) => readonly string[]): void {
  const role = roleNow();
  if (!role) return;
  for (const denied of deniedBy(role)) denials.add(`${role.name}: ${denied}`);
}

function roleNow(): NamedNeeds | undefined {
  const name = currentRole();
  if (name === undefined) return undefined;
  const needs = list.get(name);
  if (!needs) throw new Error(`No function is called ${name}.`);
  return { name, needs };
}
