import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, describe, expect, test } from 'vitest';
import {
  arnOf,
  clientOptions,
  eventually,
  lambda,
  queue,
  type Resource,
  startStage,
} from '../support/hand-made.ts';
import { jumpingClock } from './jumping-clock.ts';

const WAITING = 'export const handler = () => new Promise(() => setInterval(() => {}, 1000));';

/** Counts the invocations of its environment. */
const COUNTING = 'let count = 0; export const handler = () => ++count;';

const behaviour = `
  let count = 0, late = 0;
  const waiting = [];
  const never = new Promise(() => {});
  const acts = {
    count: () => ++count,
    variables: () => process.env,
    context: (event, context) => ({ ...context, remaining: context.getRemainingTimeInMillis() }),
    nothing: () => undefined,
    throw: () => { throw new TypeError('not today'); },
    reject: () => Promise.reject('just text'),
    crash: () => { setTimeout(() => { throw new RangeError('out of the blue'); }); return never; },
    exit: () => process.exit(3),
    hang: () => never.then(setInterval(() => {}, 1000)),
    spin: () => { for (;;); },
    fill: () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); },
    leave: () => { setTimeout(() => { late += 1; }, 20); return late; },
    sleep: () => new Promise((resolve) => setTimeout(resolve, 30, ++count)),
    log: () => console.log('a line', { of: 'log' }),
    orphan: () => never,
    wait: async (event, { awsRequestId }) => {
      const alive = setInterval(() => {}, 1000);
      await new Promise((resolve) => waiting.push(resolve));
      clearInterval(alive);
      console.log('waited');
      return awsRequestId;
    },
    waiting: () => waiting.length,
    release: () => waiting.splice(0).forEach((resolve) => resolve()),
  };
  export const handler = async (event, context) => acts[event.act](event, context);
`;

const asynchronously = (name: string, limits: Readonly<Record<string, number>>): Resource => ({
  Type: 'AWS::Lambda::EventInvokeConfig',
  Properties: { FunctionName: { Ref: name }, Qualifier: '$LATEST', ...limits },
});

/** A function that a queue may invoke concurrently as often as it likes, in one environment. */
const mappedTo = (name: string): Resource => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: {
    EventSourceArn: arnOf('Work'),
    FunctionName: arnOf(name),
    ScalingConfig: { MaximumConcurrency: 1000 },
  },
});

/** Of a function that fills its memory long before its time is up, on a busy machine too. */
const roomy = { Timeout: 60, MemorySize: 64 };

const lines: string[] = [];
const clock = jumpingClock();
const stage = await startStage(
  {
    functions: {
      Acts: behaviour,
      Hasty: behaviour,
      Broken: `throw new Error('cannot even load');`,
      Empty: `export const other = 1;`,
      Alone: behaviour,
      Many: behaviour,
      HastyMany: behaviour,
      Once: behaviour,
      Briefly: behaviour,
    },
    resources: {
      Acts: lambda('Acts', { ...roomy, Environment: { Variables: { COLOUR: 'blue' } } }),
      Hasty: lambda('Hasty', { Timeout: 1.5 }),
      Alone: lambda('Alone', { ReservedConcurrentExecutions: 1 }),
      Many: lambda('Many', { ...roomy, LoggingConfig: { LogFormat: 'JSON' } }),
      HastyMany: lambda('HastyMany', { Timeout: 2 }),
      Once: lambda('Once', { ReservedConcurrentExecutions: 1 }),
      OnceOnly: asynchronously('Once', { MaximumRetryAttempts: 0 }),
      Briefly: lambda('Briefly', { ReservedConcurrentExecutions: 1 }),
      BrieflyOnly: asynchronously('Briefly', { MaximumEventAgeInSeconds: 100 }),
      Work: queue('work'),
      ManyMapping: mappedTo('Many'),
      HastyManyMapping: mappedTo('HastyMany'),
    },
  },
  { clock, onLog: (text) => lines.push(text) },
);
const client = new LambdaClient(clientOptions(stage));
afterAll(() => client.destroy());

async function invoke(act: string, FunctionName = 'Acts') {
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify({ act })) }),
  );
  return { isError: FunctionError === 'Unhandled', result: JSON.parse(new TextDecoder().decode(Payload)) };
}

describe('a function', () => {
  test('can be invoked by name and by ARN', async () => {
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:Acts';
    expect(await invoke('count')).toEqual({ isError: false, result: 1 });
    expect(await invoke('count', arn)).toEqual({ isError: false, result: 2 });
  });

  test('has its own environment variables and none of the stage process', async () => {
    process.env['OURS'] = 'ours';
    const { result } = await invoke('variables');
    expect(result).toMatchObject({ COLOUR: 'blue', AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL: stage.awsUrl });
    expect(result).not.toHaveProperty('OURS');
    expect(result).not.toHaveProperty('PATH');
  });

  test('receives its context', async () => {
    const { result } = await invoke('context');
    expect(result).toMatchObject({ functionName: 'Acts', memoryLimitInMB: '64', functionVersion: '$LATEST' });
    expect(result.awsRequestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(result.remaining).toBeGreaterThan(0);
    expect(result.remaining).toBeLessThanOrEqual(60_000);
  });

  test('returns null if it returns nothing', async () => {
    expect(await invoke('nothing')).toEqual({ isError: false, result: null });
  });

  test.each([
    ['throw', { errorType: 'TypeError', errorMessage: 'not today' }],
    ['reject', { errorType: 'string', errorMessage: 'just text' }],
  ])('reports its error and keeps its environment if it fails (%s)', async (act, error) => {
    const before = (await invoke('count')).result;
    const { isError, result } = await invoke(act);
    expect(isError).toBe(true);
    expect(result).toMatchObject(error);
    expect((await invoke('count')).result).toBe(before + 1);
  });

  test.each([
    ['crash', { errorType: 'RangeError', errorMessage: 'out of the blue' }],
    ['exit', { errorType: 'Runtime.ExitError' }],
    ['orphan', { errorType: 'Runtime.ExitError' }],
    ['fill', { errorType: 'Runtime.OutOfMemory' }],
    ['hang', { errorType: 'Sandbox.Timedout' }, 'Hasty'],
    ['spin', { errorType: 'Sandbox.Timedout' }, 'Hasty'],
  ])('fails once and gets a new environment if it ends it (%s)', async (act, error, name = 'Acts') => {
    expect(await invoke(act, name)).toMatchObject({ isError: true, result: error });
    expect(await invoke('count', name)).toEqual({ isError: false, result: 1 });
  });

  test.each(['Acts', 'Many'])('is frozen between invocations (%s)', async (name) => {
    expect((await invoke('leave', name)).result).toBe(0);
    // Takes longer than the timer that the first invocation started.
    await invoke('sleep', 'Alone');
    expect((await invoke('leave', name)).result).toBe(0);
  });

  test('runs concurrent invocations in several environments', async () => {
    expect((await invoke('sleep')).result).toBeGreaterThan(1);
    const counts = async () => {
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => invoke('sleep')));
      return outcomes.map(({ result }) => result);
    };
    // The first count of another environment, which takes some time to start.
    await eventually(counts).toContain(1);
  });

  test('is limited by its reserved concurrency', async () => {
    const { result: before } = await invoke('count', 'Alone');
    const counts = await Promise.all(Array.from({ length: 4 }, () => invoke('sleep', 'Alone')));
    expect(counts.map(({ result }) => result - before).sort()).toEqual([1, 2, 3, 4]);
  });

  test('passes its log lines to onLog', async () => {
    await invoke('log');
    await eventually(() => lines).toContain("a line { of: 'log' }\n");
  });
});

describe('a function with more concurrent messages than threads', () => {
  /** Starts invocations that wait, all in one environment. */
  async function startWaiting(count: number, name = 'Many') {
    const outcomes = Array.from({ length: count }, () => invoke('wait', name));
    await eventually(async () => (await invoke('waiting', name)).result).toBe(count);
    return outcomes;
  }

  test('runs the seventeenth while sixteen wait, each with its own result and log line', async () => {
    const outcomes = await startWaiting(16);
    expect(await invoke('count', 'Many')).toMatchObject({ isError: false });
    await invoke('release', 'Many');
    const requestIds = (await Promise.all(outcomes)).map(({ result }) => result);
    expect(new Set(requestIds).size).toBe(16);
    const logged = () => lines.filter((line) => line.includes('"waited"')).map((line) => JSON.parse(line));
    await eventually(() => logged().map(({ requestId }) => requestId)).toEqual(
      expect.arrayContaining(requestIds),
    );
    expect(logged()).toHaveLength(16);
  });

  test.each([
    ['crash', { errorType: 'RangeError', errorMessage: 'out of the blue' }],
    ['exit', { errorType: 'Runtime.ExitError' }],
    ['fill', { errorType: 'Runtime.OutOfMemory' }],
  ])('fails all invocations when one ends the environment (%s)', async (act, error) => {
    const outcomes = await startWaiting(3);
    const failed = { isError: true, result: error };
    expect(await invoke(act, 'Many')).toMatchObject(failed);
    expect(await Promise.all(outcomes)).toMatchObject([failed, failed, failed]);
    expect(await invoke('count', 'Many')).toEqual({ isError: false, result: 1 });
  });

  test('fails all invocations when one times out, and names it', async () => {
    const [first] = await startWaiting(1, 'HastyMany');
    const second = invoke('wait', 'HastyMany');
    expect((await first)?.result).toMatchObject({ errorType: 'Sandbox.Timedout' });
    expect((await second).result).toMatchObject({ errorType: 'Runtime.ExitError' });
    expect(await invoke('count', 'HastyMany')).toEqual({ isError: false, result: 1 });
  });
});

describe('an invocation', () => {
  test('fails if the function does not exist', async () => {
    await expect(invoke('count', 'Nobody')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  test('fails if its payload is not JSON', async () => {
    const broken = new InvokeCommand({ FunctionName: 'Acts', Payload: Buffer.from('{') });
    await expect(client.send(broken)).rejects.toMatchObject({ name: 'InvalidRequestContentException' });
  });

  test.each([
    ['Broken', /cannot even load/],
    ['Empty', /exports no function/],
  ])('fails if the bundle does not load (%s)', async (name, message) => {
    const { isError, result } = await invoke('count', name);
    expect(isError).toBe(true);
    expect(result.errorMessage).toMatch(message);
  });
});

describe('an asynchronous invocation', () => {
  const send = (act: string, FunctionName = 'Alone') =>
    client.send(
      new InvokeCommand({
        FunctionName,
        InvocationType: 'Event',
        Payload: Buffer.from(JSON.stringify({ act })),
      }),
    );
  const logged = (text: string) => lines.filter((line) => line.includes(text)).length;

  test('is accepted immediately and attempted three times', async () => {
    const before = logged('not today');
    const attempts = () => logged('not today') - before;
    expect((await send('throw')).StatusCode).toBe(202);
    await eventually(attempts).toBe(1);
    clock.jump(59_000);
    expect(attempts()).toBe(1);
    clock.jump(1500);
    await eventually(attempts).toBe(2);
    clock.jump(121_000);
    await eventually(attempts).toBe(3);
  });

  test.each([
    ['as often as its function says', 'Once', 1],
    ['until it is as old as its function says', 'Briefly', 2],
  ])('is attempted %s', async (_, name, expected) => {
    const before = logged('not today');
    const attempts = () => logged('not today') - before;
    await send('throw', name);
    for (let count = 1; count <= expected; count += 1) {
      await eventually(attempts).toBe(count);
      // Runs after the failed attempt has been dealt with.
      await invoke('count', name);
      clock.jump(count === expected ? 3_600_000 : 61_000);
    }
    await invoke('count', name);
    expect(attempts()).toBe(expected);
  });

  test('is not repeated if it succeeds', async () => {
    const before = logged('a line');
    await send('log');
    await eventually(() => logged('a line') - before).toBe(1);
    clock.jump(3_600_000);
    // Its reserved concurrency is 1, so this invocation runs after any that was due.
    await invoke('count', 'Alone');
    expect(logged('a line') - before).toBe(1);
  });
});

describe('the limit of environments', () => {
  const count = (stage: Awaited<ReturnType<typeof startStage>>, name: string) => stage.invoke(name, {});

  test.each([
    [1, 1],
    [2, 2],
  ])(
    'decides which environments stay: with %i, the function counts %i',
    async (maxEnvironments, expected) => {
      const stage = await startStage({ functions: { One: COUNTING, Other: COUNTING } }, { maxEnvironments });
      await count(stage, 'One');
      await count(stage, 'Other');
      expect(await count(stage, 'One')).toBe(expected);
    },
  );
});

test('CRASH_SECONDS makes working functions crash, but no idle one', async () => {
  const said: string[] = [];
  const crashing = { crashSeconds: 0.01, onPhase: (sentence: string) => void said.push(sentence) };
  const stage = await startStage({ functions: { Waits: WAITING, Idle: COUNTING } }, crashing);
  await expect(stage.invoke('Waits', {})).rejects.toThrow('Runtime.ExitError');
  expect(said.at(-1)).toBe('An environment of Waits has crashed (CRASH_SECONDS).');
  expect(said.join()).not.toContain('Idle');
});
