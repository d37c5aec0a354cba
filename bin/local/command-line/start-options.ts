/** What `npm start` reads from the environment, apart from the overrides of the stage's settings. */
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';
import type { LocalStageOptions } from '../start.ts';

export interface StartOptions extends LocalStageOptions {
  readonly dataDirectory: string;
  readonly wantsDemo: boolean;
  /** Whether a change of the sources reloads the functions: on a terminal, unless RELOAD says otherwise. */
  readonly reloads: boolean;
}

const MAX_PORT = 65_535;

/** @throws RejectedSetting naming the variable that is invalid. */
export function startOptions(environment: NodeJS.ProcessEnv, isTerminal = false): StartOptions {
  const port = portOf(environment, 'PORT', 3000);
  const maxEnvironments = numberOf(environment, 'MAX_ENVIRONMENTS', environments);
  const crashSeconds = numberOf(environment, 'CRASH_SECONDS', seconds);
  return {
    port,
    // PORT=0 means any free port, and then AWS_PORT is any free port too.
    awsPort: portOf(environment, 'AWS_PORT', port === 0 ? 0 : port + 1),
    dataDirectory: environment['DATA_DIR'] || '.local',
    wantsDemo: !isSet(environment['NO_DEMO']),
    reloads: environment['RELOAD'] ? isSet(environment['RELOAD']) : isTerminal,
    environment,
    ...(maxEnvironments !== undefined && { maxEnvironments }),
    ...(crashSeconds !== undefined && { crashSeconds }),
    ...(isSet(environment['LOGS']) && { onLog: (text: string) => process.stdout.write(text) }),
  };
}

function portOf(environment: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = environment[name]?.trim() || String(fallback);
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT) return Number(text);
  throw new RejectedSetting(`${name} must be a port from 0 to ${MAX_PORT}, not "${text}".`);
}

/** @returns undefined for a variable that is not set. */
function numberOf(
  environment: NodeJS.ProcessEnv,
  name: string,
  { pattern, expected }: { readonly pattern: RegExp; readonly expected: string },
): number | undefined {
  const text = environment[name]?.trim();
  if (!text) return undefined;
  if (pattern.test(text) && Number(text) > 0) return Number(text);
  throw new RejectedSetting(`${name} must be ${expected}, not "${text}".`);
}

const environments = { pattern: /^[1-9]\d{0,2}$/, expected: 'a number from 1 to 999' };
const seconds = { pattern: /^\d{1,4}(\.\d{1,3})?$/, expected: 'seconds' };

const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== '0';
