/** What `npm start` reads from the environment, beside the overrides of the stage's settings. */
import { RefusedSetting } from '../../refused-setting.ts';
import type { LocalStageOptions } from '../start.ts';

export interface LaunchOptions extends LocalStageOptions {
  readonly dataDirectory: string;
  readonly wantsDemo: boolean;
}

const HIGHEST_PORT = 65_535;

/** @throws RefusedSetting naming the variable that is malformed. */
export function launchOptions(environment: NodeJS.ProcessEnv): LaunchOptions {
  const port = portOf(environment, 'PORT', 3000);
  return {
    port,
    // Any free port for one is any free port for the other.
    awsPort: portOf(environment, 'AWS_PORT', port === 0 ? 0 : port + 1),
    dataDirectory: environment['DATA_DIR'] || '.local',
    wantsDemo: !isSet(environment['NO_DEMO']),
    environment,
    ...(isSet(environment['LOGS']) && { onLog: (text: string) => process.stdout.write(text) }),
  };
}

function portOf(environment: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const text = environment[name]?.trim() || String(otherwise);
  if (/^\d{1,5}$/.test(text) && Number(text) <= HIGHEST_PORT) return Number(text);
  throw new RefusedSetting(`${name} must be a port from 0 to ${HIGHEST_PORT}, not "${text}".`);
}

const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== '0';
