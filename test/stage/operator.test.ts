/** The operator's command line, against a running local stage and a fake AWS. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine, operateOn } from '../support/command-line.ts';
import { emptyStage, type SharedStage } from './shared-stage.ts';

const PASSWORD = 'Piped-Horse-1';

describe('the command line on the local stage', () => {
  let stage: SharedStage;
  const operate = (...line: string[]) => operateOn(stage.awsUrl, line, { input: `${PASSWORD}\n` });
  const signIn = async (email: string, password: string) => {
    const response = await fetch(`${stage.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, grant_type: 'password' }),
    });
    return response.status;
  };
  const create = (email: string, ...rest: string[]) =>
    operate('create-organization', '--name', '-Dash', '--admin-name', 'Ada', '--admin-email', email, ...rest);

  beforeAll(async () => {
    stage = await emptyStage();
  });

  it('reads a password from standard input and prints ids', async () => {
    const { code, output, errors } = await create('piped@example.com', '--admin-password', '-');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^organization-id: \d+\nadmin-id: \d+\n$/);
    expect(await signIn('piped@example.com', PASSWORD)).toBe(200);
  });

  it('accepts a password as an argument with a warning, in JSON with --json', async () => {
    const argument = ['--admin-password', 'Given-Horse-1'];
    const plain = await create('argument@example.com', ...argument);
    expect(plain).toMatchObject({
      code: 0,
      errors: expect.stringMatching(/^Warning: --admin-password is visible/),
    });
    const json = await create('argument-2@example.com', ...argument, '--json');
    expect(JSON.parse(json.errors)).toEqual({
      warning: expect.stringMatching(/^--admin-password is visible/),
    });
    expect(JSON.parse(json.output)).toEqual({
      'organization-id': expect.any(String),
      'admin-id': expect.any(String),
    });
    expect(plain.errors + json.errors + plain.output + json.output).not.toContain('Given-Horse-1');
  });

  it('imports releases from files and exports them', async () => {
    const { output } = await create('catalogue@example.com', '--admin-password', '-', '--json');
    const { 'admin-id': user } = JSON.parse(output);
    const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    const message = new URL('../support/catalogue-files/two-releases.xml', import.meta.url);
    copyFileSync(message, join(folder, 'message.xml'));
    const masters = ['--masters', 'https://files.example'];
    const imported = await operate(
      'import-catalogue',
      '--from',
      folder,
      '--user',
      user,
      ...masters,
      '--json',
    );
    expect(imported).toMatchObject({ code: 0, output: expect.stringContaining('"tracks":{"new":4') });
    const to = join(folder, 'exported');
    const exported = await operate('export-catalogue', '--user', user, '--to', to, '--json');
    expect(exported).toMatchObject({ code: 0, output: expect.stringContaining('"albums":2,"tracks":4') });
    const again = await operate('import-catalogue', '--from', to, '--user', user, '--check', '--json');
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('"there":4,"differs":0') });
    rmSync(folder, { recursive: true });
  });

  it("keeps the password out of npm's output and log", () => {
    const logs = mkdtempSync(join(tmpdir(), 'npm-logs-'));
    const line = [
      'create-organization',
      '--name',
      'N',
      '--admin-name',
      'N',
      '--admin-email',
      'npm@example.com',
    ];
    const { status, stdout, stderr } = spawnSync(
      'npm',
      ['run', '-s', `--logs-dir=${logs}`, 'operate', '--', ...line, '--admin-password', '-'],
      {
        cwd: join(import.meta.dirname, '../..'),
        env: { ...process.env, AWS_ENDPOINT_URL: stage.awsUrl },
        input: `${PASSWORD}\n`,
        encoding: 'utf8',
      },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^organization-id: /) });
    const logged = readdirSync(logs).map((name) => readFileSync(join(logs, name), 'utf8'));
    rmSync(logs, { recursive: true });
    expect(logged.join('')).toContain('npm@example.com');
    expect(logged.join('') + stdout + stderr).not.toContain(PASSWORD);
  });

  it('resets a password and records the system user as the actor', async () => {
    const reset = await operate('reset-password', 'piped@example.com', '--password', '-', '--json');
    expect(reset).toMatchObject({ code: 0, errors: '' });
    // Other tests run commands on this stage, too.
    const { output } = await operate('list-commands', '--limit', '50', '--json');
    expect(JSON.parse(output).commands).toContainEqual({
      at: expect.any(String),
      actor: userInfo().username,
      command: 'reset-password',
      outcome: 'done',
      organization: expect.stringMatching(/^\d+$/),
      user: expect.stringMatching(/^\d+$/),
      arguments: {},
    });
  });

  it.each([
    ['by the function', ['set-capabilities', '7'], 1, 'unknown_record'],
    ['by the declaration', ['list-commands', '--limit', '0'], 2, 'invalid_value'],
    ['for a missing argument', ['approve-request'], 2, 'invalid_value'],
    ['for a missing secret', ['reset-password', 'a@b.example'], 2, 'required'],
    [
      'for arguments that contradict each other',
      ['redrive-webhooks', '--look', '--discard'],
      2,
      'invalid_value',
    ],
    ['by the command line', ['list-commands', '--limit', '1', '--limit', '2'], 2, 'invalid_value'],
    ['for an unknown command', ['approve'], 2, 'unknown_command'],
  ])('prints a rejection %s as JSON with --json', async (_, line, code, problemCode) => {
    const ran = await operate(...line, '--json');
    expect({ code: ran.code, output: ran.output }).toEqual({ code, output: '' });
    const problems = [{ code: problemCode, detail: expect.any(String) }];
    expect(JSON.parse(ran.errors)).toEqual({ problems });
    const [{ detail }] = JSON.parse(ran.errors).problems;
    expect((await operate(...line)).errors).toBe(`${detail}\n`);
  });

  it('exits with 0 after --help', async () => {
    for (const line of [['--help'], ['-h'], ['list-commands', '-h'], ['help']]) {
      expect(await operate(...line)).toEqual({
        code: 0,
        errors: '',
        output: expect.stringContaining('Usage'),
      });
    }
  });
});

describe('an unreachable stage', () => {
  const sentence = async (environment: NodeJS.ProcessEnv, ...line: string[]) => {
    const ran = await commandLine(['list-commands', ...line, '--json'], { environment });
    expect({ code: ran.code, output: ran.output }).toEqual({ code: 1, output: '' });
    const { problems } = JSON.parse(ran.errors);
    expect(problems).toEqual([{ code: 'stage_not_reached', detail: expect.any(String) }]);
    return problems[0].detail;
  };
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };

  it('is reported if the local stage is not running', async () => {
    const unused = createServer();
    await once(unused.listen(0, '127.0.0.1'), 'listening');
    const { port } = unused.address() as AddressInfo;
    unused.close();
    await once(unused, 'close');
    expect(await sentence({ AWS_PORT: String(port) })).toBe(
      `No local stage responds at http://127.0.0.1:${port}. Run npm start, or set PORT or AWS_PORT to the values it was started with.`,
    );
  });

  it('is reported for a missing region, missing credentials or an invalid address', async () => {
    expect(await sentence(keys, '--stage', 'dev')).toMatch(/^No AWS region is set\./);
    const region = { AWS_REGION: 'eu-west-1', AWS_EC2_METADATA_DISABLED: 'true' };
    expect(await sentence(region, '--stage', 'dev')).toMatch(/^No AWS credentials were found\./);
    expect(await sentence({ PORT: 'many' })).toMatch(
      /is not a valid URL\. Check AWS_ENDPOINT_URL, PORT and AWS_PORT\.$/,
    );
  });

  describe('the command line on AWS', () => {
    const ARN = 'arn:aws:sts::123456789012:assumed-role/Deployer/ada';
    let invoked: unknown;
    let respond = (response: ServerResponse) => {
      response.end('{"result":{"commands":[]}}');
    };
    const aws = createServer(async (request: IncomingMessage, response) => {
      const body = await text(request);
      if (body.includes('Action=GetCallerIdentity')) {
        response.end(
          `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${ARN}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`,
        );
        return;
      }
      invoked = { path: request.url, body: JSON.parse(body) };
      respond(response);
    });
    let environment: NodeJS.ProcessEnv = {};
    beforeAll(async () => {
      await once(aws.listen(0, '127.0.0.1'), 'listening');
      const url = `http://127.0.0.1:${(aws.address() as AddressInfo).port}`;
      environment = { ...keys, AWS_REGION: 'eu-west-1', AWS_ENDPOINT_URL: url };
    });
    afterAll(() => {
      aws.close();
      aws.closeAllConnections();
    });

    it('sends a command with the AWS identity as the actor', async () => {
      const ran = await commandLine(['list-commands', '--stage', 'dev'], { environment });
      expect(ran).toEqual({ code: 0, output: 'commands: none\n', errors: '' });
      expect(invoked).toEqual({
        path: '/2015-03-31/functions/music-distribution-dev-operate/invocations',
        body: { command: 'list-commands', arguments: {}, actor: ARN },
      });
    });

    it.each([
      [
        404,
        'ResourceNotFoundException',
        /^There is no stage dev at .* music-distribution-dev-operate was not found/,
      ],
      [403, 'AccessDeniedException', /they need lambda:InvokeFunction on music-distribution-dev-operate/],
      [403, 'ExpiredTokenException', /rejected the command: ExpiredTokenException: Said by AWS$/],
    ])('reports %i %s', async (status, type, expected) => {
      respond = (response) =>
        response.writeHead(status, { 'x-amzn-errortype': type }).end('{"message":"Said by AWS"}');
      expect(await sentence(environment, '--stage', 'dev')).toMatch(expected);
    });

    it.each<[string, (response: ServerResponse) => unknown]>([
      ['its connection ends', (response) => response.destroy()],
      ['AWS fails', (response) => response.writeHead(502).end('{"message":"Bad gateway"}')],
    ])('sends a command once when %s, and reports that it may have run', async (_, fail) => {
      let attempts = 0;
      respond = (response) => {
        attempts += 1;
        fail(response);
      };
      expect(await sentence(environment, '--stage', 'dev')).toMatch(
        /the command may have run\. Before you repeat it, .*list-commands --stage dev/,
      );
      expect(attempts).toBe(1);
    });

    it('reports an error of the function', async () => {
      respond = (response) =>
        response
          .writeHead(200, { 'x-amz-function-error': 'Unhandled' })
          .end('{"errorType":"TypeError","errorMessage":"No."}');
      const ran = await commandLine(['list-commands', '--stage', 'dev'], { environment });
      expect(ran).toEqual({
        code: 1,
        output: '',
        errors: 'The command failed (TypeError: No.). See the log of music-distribution-dev-operate.\n',
      });
    });
  });
});
