/** What `npm start` prints once the stage is ready. */
import { relative } from 'node:path';
import { styleText } from 'node:util';
import { demoLogin } from '../demo/demo-api.ts';
import type { SiteState } from '../documentation/stage-site.ts';
import type { LocalStage } from '../start.ts';
import { region } from '../template/addresses.ts';
import type { StartOptions } from './start-options.ts';

export function announcement(stage: LocalStage, options: StartOptions, milliseconds: number): string {
  const { url, awsUrl, dataDirectory, site } = stage;
  const isKept = options.dataDirectory !== 'memory';
  const lines = {
    API: url,
    Documentation: `${url}/docs${site.state().is === 'being built' ? ' (being built)' : ''}`,
    Pipeline: `${url}/_local`,
    'AWS endpoints': `export ${commandLineVariables(awsUrl)}`,
    ...(options.wantsDemo && { 'Demo login': `${demoLogin.email} / ${demoLogin.password}` }),
    Data: isKept
      ? `${relative('', dataDirectory) || '.'}, kept for the next start`
      : `${dataDirectory}, removed when the stage ends`,
    'Function logs': options.onLog ? 'below' : `${dataDirectory}/logs (LOGS=1 shows them here)`,
  };
  const width = Math.max(...Object.keys(lines).map((name) => name.length)) + 3;
  return [
    '',
    `${styleText('bold', 'Music distribution')} is ready after ${(milliseconds / 1000).toFixed(1)} s. Ctrl-C ends it.`,
    '',
    ...Object.entries(lines).map(([name, value]) => `  ${styleText('dim', name.padEnd(width))}${value}`),
    '',
    ...(options.wantsDemo ? ['Try:', '', ...commands(url).map((command) => `  ${command}`), ''] : []),
  ].join('\n');
}

/** For a start that has built the documentation after the announcement. */
export function siteAnnouncement(url: string, site: SiteState, milliseconds: number): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  return site.is === 'broken'
    ? `The documentation could not be built, and the API works without it:\n${site.reason}`
    : `The documentation is ready after ${seconds} s: ${url}/docs`;
}

/** All that an AWS SDK or command line needs. Any credentials are accepted. */
const commandLineVariables = (awsUrl: string) =>
  `AWS_ENDPOINT_URL=${awsUrl} AWS_REGION=${region} AWS_DEFAULT_REGION=${region} AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local`;

/** Sign in, create a label, list the labels. */
function commands(url: string): string[] {
  const { email, password } = demoLogin;
  const credentials = JSON.stringify({ email, password, grant_type: 'password' });
  const label = JSON.stringify({ data: { type: 'labels', attributes: { name: 'My first label' } } });
  const authorized = `curl -s -H "Authorization: Bearer $TOKEN"`;
  return [
    `TOKEN=$(curl -s ${url}/oauth/token -H 'Content-Type: application/json' -d '${credentials}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `${authorized} -H 'Content-Type: application/vnd.api+json' ${url}/labels -d '${label}'`,
    `${authorized} ${url}/labels`,
  ];
}
