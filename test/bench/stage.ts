/** The local stage to be measured: one process, no rate limits, its log lines in memory. */
import { type LocalStage, startLocalStage } from '../../bin/local/start.ts';
import { synthesize } from '../../bin/local/template/synthesize.ts';
import { MEDIA_TYPE } from '../../shared/kit/jsonapi/types.ts';

export interface MeasuredStage {
  readonly stage: LocalStage;
  /** The log lines since the last call, parsed. */
  readonly lines: () => Record<string, unknown>[];
  readonly ask: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; data: { id: string } }>;
}

const environment = {
  RATE_LIMIT_READS: '100000000',
  RATE_LIMIT_WRITES: '100000000',
  RATE_LIMIT_LOGINS: '100000',
};

export async function startMeasured(): Promise<MeasuredStage> {
  const assembly = await synthesize(environment);
  const text: string[] = [];
  const stage = await startLocalStage({ assembly, environment, onLog: (line) => text.push(line) });
  // It takes both processors.
  await stage.site.built;
  const person = {
    'admin-name': 'Bench',
    'admin-email': 'bench@example.com',
    'admin-password': 'Bench-Password-1',
  };
  const created = { command: 'create-organization', arguments: { name: 'Bench', ...person }, actor: 'bench' };
  await stage.invoke('operate', created);
  const credentials = { email: 'bench@example.com', password: 'Bench-Password-1', grant_type: 'password' };
  const response = await fetch(`${stage.url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return {
    stage,
    lines: () => parsed(text.splice(0).join('\n')),
    ask: async (method, path, body) => {
      const headers = { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': MEDIA_TYPE }) };
      const response = await fetch(stage.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const document = response.status === 204 ? {} : await response.json();
      return { status: response.status, data: (document as { data: { id: string } }).data };
    },
  };
}

/** Lines are in Lambda's JSON format: ours are the message of each, with its invocation. Metrics have none. */
const parsed = (text: string): Record<string, unknown>[] =>
  text.split('\n').flatMap((line) => {
    const start = line.indexOf('{');
    try {
      const { message, requestId } = start < 0 ? {} : JSON.parse(line.slice(start));
      return message ? [{ ...message, invocation: requestId }] : [];
    } catch {
      return [];
    }
  });
