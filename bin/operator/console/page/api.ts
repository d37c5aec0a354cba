/** What the page asks the console's server for. */
import type { CommandName, ResultOf, SentTo } from '../../../../shared/service/commands/list.ts';
import type { Problem } from '../../rejection.ts';
import type { ShownCommand } from '../declared-commands.ts';
import { browser } from './browser.ts';
import { noteDamage } from './damage.ts';
import { hasKeys, keepKeys, loadedAddress, ownHeaders, takeToken } from './session.ts';

export interface Setup {
  readonly stage: string;
  /** Whether commands may use files of the machine that serves the console. */
  readonly runsOnMachine: boolean;
  readonly commands: readonly ShownCommand[];
}

/** Why a command did nothing, as sentences for the operator. */
export class Rejected extends Error {
  override name = 'Rejected';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ detail }) => detail).join(' '));
    this.problems = problems;
  }
}

type Outcome = { readonly result: object } | { readonly problems: readonly Problem[] };

/** @throws Rejected also if the address of the page was used before. */
export async function loadSetup(): Promise<Setup> {
  const token = takeToken();
  if (token !== undefined) {
    const entered = await requested('session', { method: 'POST', body: token }).catch((error: unknown) => {
      // This browser has opened the address before.
      if (hasKeys()) return undefined;
      throw error;
    });
    if (entered) keepKeys((await entered.json()) as Parameters<typeof keepKeys>[0]);
  }
  return (await requested('commands')).json() as Promise<Setup>;
}

/**
 * @throws Rejected if the command did nothing, or the console is not reached.
 * @example const { items } = await run('list-reviews', { state: 'held' })
 */
export const run = <N extends CommandName>(command: N, args: SentTo<N>): Promise<ResultOf<N>> =>
  // The console sends what the command has returned.
  runNamed(command, args) as Promise<ResultOf<N>>;

/**
 * For a command that is known only when the page is open, perhaps to the stage alone.
 * @param onProgress gets what the command says while it runs.
 * @throws Rejected as `run` does.
 */
export async function runNamed(
  command: string,
  args: object,
  onProgress: (line: object) => void = () => {},
): Promise<object> {
  const body = JSON.stringify({ command, arguments: args });
  const response = await requested('run', { method: 'POST', body });
  for await (const line of linesOf(response)) {
    if (typeof line !== 'object' || line === null) continue;
    if (!('outcome' in line)) {
      onProgress(line);
      continue;
    }
    const outcome = line.outcome as Outcome;
    if ('problems' in outcome) throw new Rejected(outcome.problems);
    noteDamage(command, outcome.result);
    return outcome.result;
  }
  throw new Rejected([endedEarly]);
}

const endedEarly: Problem = {
  code: 'console_ended',
  detail:
    'The console ended before the command did. The command may have run, so check before you repeat it.',
};

/**
 * Uploads a report of a store.
 * @param onProgress gets which part has been sent, from 0 to 1. Only XMLHttpRequest reports it.
 * @throws Rejected
 */
export function importReport(name: string, content: Blob, onProgress: (part: number) => void): Promise<void> {
  const request = new browser.XMLHttpRequest();
  request.open('POST', `reports?name=${encodeURIComponent(name)}`);
  for (const [header, value] of Object.entries(ownHeaders())) request.setRequestHeader(header, value);
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status === 200 ? resolve() : reject(rejectedBy(request.status, request.responseText));
    request.onerror = () => reject(new Rejected([notSent]));
    request.send(content);
  });
}

const notSent: Problem = {
  code: 'console_ended',
  detail: 'The upload did not finish. If the console has ended, run it again, and choose the report again.',
};

/** @param version of the release that is shown with it, so that browsers do not show the file of another one. */
export const fileAddress = (file: 'artwork' | 'audio', id: string, version: string | null = null): string =>
  loadedAddress(`files/${file}/${id}${version === null ? '' : `?release=${version}`}`);

export const linesAddress = (which: 'rejected' | 'unmatched', name: string): string =>
  loadedAddress(`reports/${which}?name=${encodeURIComponent(name)}`);

/** With the same port, the storage of this page gets the keys of the new console. What was typed stays in the page. */
const ended = () =>
  `The console is no longer running. Run its command again with --port ${browser.location.port}, open the address that it prints in another tab, and continue here. What you have typed is kept.`;
/** The local stage serves the console itself, at the same address each time. */
const stageEnded =
  'The local stage does not respond. If it has ended, start it with npm start. This page then continues.';

/** @throws Rejected */
async function requested(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: ownHeaders() });
  } catch {
    throw new Rejected([{ code: 'console_ended', detail: hasKeys() ? ended() : stageEnded }]);
  }
  if (response.ok) return response;
  throw rejectedBy(response.status, await response.text());
}

const rejectedBy = (status: number, text: string): Rejected =>
  new Rejected(problemsIn(text) ?? [{ code: String(status), detail: text }]);

function problemsIn(text: string): readonly Problem[] | undefined {
  try {
    return (JSON.parse(text) as { problems?: readonly Problem[] }).problems;
  } catch {
    return undefined;
  }
}

async function* linesOf(response: Response): AsyncGenerator<unknown> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Rejected([endedEarly]);
    });
    if (done) return;
    const lines = `${rest}${decoder.decode(value, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
  }
}
