/** A stage on which the code of the last version and that of the tree serve one table, queues, bus and bucket. */
import { beforeAll, expect } from 'vitest';
import { workQueues } from '../../../infra/queues/work-queues.ts';
import type { ApiHandler } from '../../../shared/kit/http/stack.ts';
import type { Settings } from '../../../shared/platform/settings.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import type { CallResponse } from '../../support/calls.ts';
import { SeededRandom } from '../../support/catalogue/random.ts';
import { type Call, eventOf } from '../../support/event-of.ts';
import { examples } from '../../support/examples.ts';
import { today } from '../../support/long-run.ts';
import { trustReceivers } from '../../support/receivers.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { testSettings } from '../../support/table.ts';
import { World } from '../../table/conformance/world.ts';
import { BUS } from '../wire.ts';
import { useWorkStage } from '../work-stage.ts';
import { type Code, isKnown, lastVersion } from './last-version.ts';

type Handler = (event: unknown, context?: unknown) => Promise<never>;
/** @returns the function of a name, or undefined if the version has none. */
type Version = (name: string) => Promise<Handler | undefined>;

const ofTree: Version = async (name) => (await import(`../../../functions/${name}/handler.ts`)).handler;

const versions = { old: (() => Promise.resolve(undefined)) as Version, new: ofTree };

/** In 'mixed', each invocation is served by one of the versions, as in a gradual deployment. */
export type Serving = 'old' | 'new' | 'mixed';

let serving: Serving = 'new';
let random = new SeededRandom(today);

/** @param seed of the choices when both serve. */
export function serve(by: Serving, seed = today): void {
  serving = by;
  random = new SeededRandom(seed);
}

async function handlerOf(name: string): Promise<Handler | undefined> {
  const chosen = random.happens(0.5) ? versions.old : versions.new;
  // A function that only one version has is served by it as soon as that version is deployed at all.
  if (serving === 'mixed') return (await chosen(name)) ?? versions.new(name);
  return versions[serving](name);
}

/** @returns the function of the version that serves. @throws Error if there is none. */
const invoke =
  (name: string): Handler =>
  async (event, context) => {
    const handler = await handlerOf(name);
    if (!handler) throw new Error(`The version has no function ${name}.`);
    return handler(event, context);
  };

/** Messages wait until a version is deployed that has the function. */
const consumer = (name: string) => async (event: { readonly Records: readonly { messageId: string }[] }) => {
  const handler = await handlerOf(name);
  if (handler) return handler(event);
  return {
    batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
  };
};

/** Runs an operator's command that succeeds. */
export async function command(name: string, given: object): Promise<Readonly<Record<string, unknown>>> {
  const outcome = (await invoke('operate')({ command: name, arguments: given, actor: 'test' })) as {
    result?: Readonly<Record<string, unknown>>;
  };
  if (!outcome.result) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
  return outcome.result;
}

/** Does not hold responses to the document of the tree, because the last version had another one. */
class TwoVersions extends World {
  override async ask({ group }: { group: string }, status: number, request: Call): Promise<CallResponse> {
    const event = eventOf(request);
    const { statusCode, body, headers } = await (invoke(group) as ApiHandler)(event, {});
    expect(statusCode, `${request.method ?? 'GET'} ${request.path}: ${body}`).toBe(status);
    return { status, headers: headers as CallResponse['headers'], body: body && JSON.parse(body) };
  }
}

export const world = new TwoVersions({ definitions, handlers: {}, examples });

const settings: Partial<Settings> = {
  qaMode: 'auto',
  qaWaitSeconds: 30,
  deliveryRetryGaps: [60, 60],
  webhookRetryGaps: [5, 30, 30],
};

/** Of a sweep of 0.1.0 after all other work, as docs/versions.md says. */
const UNKNOWN_KIND = /^Unknown kind of work (list-fold|sound-indexing|audio-analysis)\.$/;

async function sweep(...given: Parameters<Handler>): Promise<void> {
  await invoke('sweep')(...given).catch((error: Error) => {
    if (!UNKNOWN_KIND.test(error.message)) throw error;
  });
}

/** Starts everything for the tests of a file, if the code of the last version is in the history. */
export function useTwoVersions(): void {
  withBucket();
  if (!isKnown) return;
  const consumers = workQueues.map(({ name, consumer: of }) => [name, consumer(of)]);
  useWorkStage({
    consumers: { ...Object.fromEntries(consumers), [BUS]: consumer('send-webhooks') },
    visibilitySeconds: 1000,
    settings,
    streams: true,
    publishChanges: (event) => invoke('publish-changes')(event),
    sweep,
  });
  beforeAll(() => {
    trustReceivers();
    // Connections of the version that does not serve are closed by servers.
    process.env['AWS_MAX_ATTEMPTS'] = '3';
    const code = lastVersion();
    readOwnSettings(code);
    versions.old = async (name) => {
      const path = `functions/${name}/handler.ts`;
      return code.has(path) ? (code.load(path)['handler'] as Handler) : undefined;
    };
  });
}

/** The functions of each version have its own settings, and read them once. */
function readOwnSettings(code: Code): void {
  const { stageConfig } = code.load('infra/stages/stage-config.ts') as {
    stageConfig: (name: string, environment: object) => { functionSettings: object };
  };
  const { readSettings } = code.load('shared/platform/settings.ts') as { readSettings: () => unknown };
  const own = stageConfig('local', {}).functionSettings;
  const ofTests = Object.entries({ ...testSettings, ...settings }).filter(([name]) => name in own);
  const { SETTINGS } = process.env;
  process.env['SETTINGS'] = JSON.stringify({ ...own, ...Object.fromEntries(ofTests) });
  readSettings();
  process.env['SETTINGS'] = SETTINGS;
}
