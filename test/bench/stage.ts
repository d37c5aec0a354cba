/** The local stage to be measured: one process, no rate limits, its log lines in memory. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalStage, startLocalStage } from '../../infra/local/start.ts';
import { synthesize } from '../../infra/local/template/synthesize.ts';
import { MEDIA_TYPE } from '../../shared/kit/jsonapi/types.ts';

export interface MeasuredStage {
  readonly stage: LocalStage;
  readonly token: string;
  /** The log lines since the last call, parsed. */
  readonly lines: () => Record<string, unknown>[];
  readonly ask: (
    method: string,
    path: string,
    body?: object,
  ) => Promise<{ status: number; data: { id: string } }>;
  /** The whole document of a list. */
  readonly read: (path: string) => Promise<{ meta: { page: { total: number } } }>;
}

const environment = {
  RATE_LIMIT_READS: '100000000',
  RATE_LIMIT_WRITES: '100000000',
  RATE_LIMIT_LOGINS: '100000',
};

/** What a function costs that does nothing: put instead of the default route's. */
const BARE = `export const handler = async () => ({
  statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{"data":null}',
});`;

export async function startMeasured(): Promise<MeasuredStage> {
  const assembly = mkdtempSync(join(tmpdir(), 'bench-'));
  cpSync(await synthesize(environment), assembly, { recursive: true });
  bareDefaultRoute(assembly);
  const text: string[] = [];
  const stage = await startLocalStage({ assembly, environment, onLog: (line) => text.push(line) });
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
    token,
    lines: () => parsed(text.splice(0).join('\n')),
    read: async (path) => {
      const response = await fetch(stage.url + path, { headers: { Authorization: `Bearer ${token}` } });
      return (await response.json()) as { meta: { page: { total: number } } };
    },
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

function bareDefaultRoute(assembly: string): void {
  const template = readFileSync(join(assembly, file(assembly, '.template.json')), 'utf8');
  const { Resources } = JSON.parse(template) as {
    Resources: Record<string, { Properties: Record<string, unknown> }>;
  };
  const notFound = Object.values(Resources).find(({ Properties }) =>
    String(Properties?.['FunctionName']).endsWith('-not-found'),
  );
  const { S3Key = '' } = { ...(notFound?.Properties['Code'] as { S3Key?: string } | undefined) };
  const key = S3Key.replace(/\.zip$/, '');
  writeFileSync(join(assembly, `asset.${key}`, 'index.mjs'), BARE);
}

const file = (folder: string, ending: string): string =>
  readdirSync(folder).find((name) => name.endsWith(ending)) ?? '';

/** Lines are in Lambda's JSON format: ours are the message of each. Metrics have none. */
const parsed = (text: string): Record<string, unknown>[] =>
  text.split('\n').flatMap((line) => {
    const start = line.indexOf('{');
    try {
      const { message } = start < 0 ? {} : JSON.parse(line.slice(start));
      return message ? [message] : [];
    } catch {
      return [];
    }
  });
