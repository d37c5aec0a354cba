import { describe, expect, it } from 'vitest';
import { startOptions } from '../../../bin/local/command-line/start-options.ts';

describe('the start options', () => {
  it('have the documented defaults', () => {
    expect(startOptions({})).toMatchObject({
      port: 3000,
      awsPort: 3001,
      dataDirectory: '.local',
      wantsDemo: true,
    });
  });

  it('are read from the environment', () => {
    const environment = { PORT: '4000', DATA_DIR: 'memory', NO_DEMO: '1' };
    expect(startOptions(environment)).toMatchObject({
      port: 4000,
      awsPort: 4001,
      dataDirectory: 'memory',
      wantsDemo: false,
    });
    expect(startOptions({ PORT: '4000', AWS_PORT: '9' })).toMatchObject({ awsPort: 9 });
  });

  it('limit the function environments', () => {
    expect(startOptions({})).not.toHaveProperty('maxEnvironments');
    expect(startOptions({ MAX_ENVIRONMENTS: ' 3 ' })).toMatchObject({ maxEnvironments: 3 });
  });

  it('make functions crash', () => {
    expect(startOptions({})).not.toHaveProperty('crashSeconds');
    expect(startOptions({ CRASH_SECONDS: '2.5' })).toMatchObject({ crashSeconds: 2.5 });
    for (const CRASH_SECONDS of ['0', '-1', 'often'])
      expect(() => startOptions({ CRASH_SECONDS })).toThrow(
        `CRASH_SECONDS must be seconds, not "${CRASH_SECONDS}"`,
      );
  });

  it.each(['0', '-1', '1000', '2.5', 'all'])('reject %s as the environment limit', (MAX_ENVIRONMENTS) => {
    expect(() => startOptions({ MAX_ENVIRONMENTS })).toThrow(
      'MAX_ENVIRONMENTS must be a number from 1 to 999',
    );
  });

  it.each(['-1', '65536', '3000x', '1e3'])('reject %s as a port', (PORT) => {
    expect(() => startOptions({ PORT })).toThrow('PORT must be a port');
  });
});
