/**
 * Sends requests and commands to functions in this process, and counts what they use of the table in another
 * process.
 */
import { handler as operate } from '../../functions/operate/handler.ts';
import { gatewayRoutesOf } from '../../shared/kit/declare/routes.ts';
import { forgetAll } from '../../shared/platform/once.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { eventOf } from '../support/event-of.ts';
import { takeMetrics } from '../support/metrics.ts';
import { countRounds } from '../support/rounds.ts';
import { allowTime, startTable } from '../support/table.ts';
import { service } from '../table/conformance/service.ts';

/** Rounds are calls that follow one another. */
export type Use = Readonly<Record<'rounds' | 'calls' | 'read units' | 'write units', number>>;

export interface InProcess {
  readonly person: Person;
  readonly respond: (method: string, path: string, body?: object, accept?: string) => Promise<Responded>;
  /** @throws Error unless the request succeeds. @returns the text of the response. */
  readonly send: (method: string, path: string, body?: object) => Promise<string>;
  /** @throws Error unless the command of operators succeeds. */
  readonly command: (name: string, given: object) => Promise<void>;
  /** What requests, commands and background work use, by their lines in the log. */
  readonly useOf: (work: () => Promise<unknown>) => Promise<Use>;
  readonly end: () => Promise<void>;
}

interface Responded {
  readonly status: number;
  readonly text: string;
}

interface InTable {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** As a new function, which knows nothing. It has more time than on AWS, because only calls and units count. */
export function forgetEverything(): void {
  forgetAll();
  allowTime();
}

export async function startInProcess(settings: Partial<Settings> = {}): Promise<InProcess> {
  takeMetrics();
  const end = await startTable(settings);
  forgetEverything();
  const person = await newAdmin({ preapproval: true });
  let lines: InTable[] = [];
  const restoreLog = takeLines((table) => lines.push(table));
  const respond: InProcess['respond'] = async (method, path, body, accept) => {
    const headers = accept === undefined ? {} : { accept };
    const event = eventOf({ method, path, token: person.token, body, headers });
    const { statusCode = 0, body: text = '' } = await handlerFor(path)(event, {});
    return { status: statusCode, text };
  };
  return {
    person,
    respond,
    send: async (method, path, body) => {
      const { status, text } = await respond(method, path, body);
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
      return text;
    },
    command: async (name, given) => {
      const outcome = await operate({ command: name, arguments: { ...given }, actor: 'bench' });
      if (!('result' in outcome)) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
    },
    useOf: async (work) => {
      lines = [];
      const rounds = countRounds();
      await work();
      const sum = (name: keyof InTable) => lines.reduce((all, line) => all + line[name], 0);
      return {
        rounds: rounds(),
        calls: sum('calls'),
        'read units': sum('readUnits'),
        'write units': sum('writeUnits'),
      };
    },
    end: () => {
      restoreLog();
      return end();
    },
  };
}

const write = { info: console.info, warn: console.warn, error: console.error };

/** Other output is written as it is. @returns what ends it. */
function takeLines(take: (table: InTable) => void): () => void {
  for (const level of ['info', 'warn', 'error'] as const)
    console[level] = (...given) => {
      const { event, table }: { event?: string; table?: InTable } = Object(given[0]);
      if (event === undefined) write[level](...given);
      else if (table) take(table);
    };
  return () => void Object.assign(console, write);
}

/** Computed once, because the gateway finds the function on AWS. */
const routes = gatewayRoutesOf(definitions);

function handlerFor(path: string) {
  const segment = path.split(/[/?]/)[1];
  const route = routes.find((each) => each.segment === segment);
  if (!route) throw new Error(`No function serves ${path}.`);
  return service.handlerOf(route.group);
}
