/** The operator's console at /_local/console. It is loaded and built when it is first opened. */
import type { RequestListener } from 'node:http';
import { once } from '../../../shared/platform/once.ts';
import { requestPath } from '../host/request-path.ts';

const BASE = '/_local/console';

/**
 * @param awsUrl the AWS endpoint of the stage, through which the console runs commands.
 * @param next gets all other requests.
 */
export function withConsole(awsUrl: string, next: RequestListener): RequestListener {
  const load = once(() => consoleOf(awsUrl));
  return (request, response) => {
    const path = requestPath(request);
    if (path !== BASE && !path.startsWith(`${BASE}/`)) return next(request, response);
    void load().then((listener) => listener(request, response));
  };
}

async function consoleOf(awsUrl: string): Promise<RequestListener> {
  const [{ consoleListener }, { admitOwnPage }, { builtPage }, { operate }] = await Promise.all([
    import('../../operator/console/listener.ts'),
    import('../../operator/console/admission.ts'),
    import('../../operator/console/built-page.ts'),
    import('../../operator/invoke.ts'),
  ]);
  return consoleListener({
    base: BASE,
    admit: admitOwnPage,
    stage: 'local',
    environment: { AWS_ENDPOINT_URL: awsUrl },
    // Programs that reach the port may run commands, but not use the files of this machine.
    run: operate,
    runsOnMachine: false,
    page: builtPage,
  });
}
