import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type ArgumentValues, readSecrets } from '../../../bin/operator/secrets.ts';
import { resetPassword } from '../../../shared/accounts/commands.ts';

const SECRET = 'Correct-Horse-1';

/** Input and output of a terminal or a pipe. */
async function find(given: ArgumentValues, typed: string, { isTTY = false, environment = {} } = {}) {
  const [input, errors] = [new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY }),
  );
  if (!input || !errors) throw new Error('Two streams were made.');
  input.end(typed);
  const outcome = await readSecrets(resetPassword, given, { environment, input, errors }).catch(
    ({ message }: Error) => message,
  );
  errors.end();
  return { outcome, shown: await text(errors) };
}

const found = { secrets: { password: SECRET }, warnings: [] };

describe('a secret', () => {
  it.each([[`${SECRET}\n`], [`${SECRET}\r\n`], [SECRET]])(
    'is read from standard input: %j',
    async (typed) => {
      expect(await find({ password: '-' }, typed)).toEqual({ outcome: found, shown: '' });
    },
  );

  it('is read from its environment variable', async () => {
    const environment = { OPERATE_PASSWORD: SECRET };
    expect(await find({}, '', { environment })).toEqual({ outcome: found, shown: '' });
  });

  it.each([[{}], [{ password: '-' }]])(
    'is prompted for twice without echo at a terminal: %j',
    async (given) => {
      const { outcome, shown } = await find(given, `${SECRET}\r${SECRET}\r`, { isTTY: true });
      expect(outcome).toEqual(found);
      expect(shown).toBe('password: \npassword once more: \n');
    },
  );

  it('is rejected when the two entries differ', async () => {
    const { outcome } = await find({}, `${SECRET}\rother\r`, { isTTY: true });
    expect(outcome).toBe('--password: the two entries differ.');
  });

  it.each(['\u0003', 'abc\u0003', '\u0004'])('is not prompted for again after %j', async (key) => {
    expect((await find({}, key, { isTTY: true })).outcome).toBe('Nothing was entered.');
  });

  it('can be an argument, with a warning that does not reveal it', async () => {
    const { outcome } = await find({ password: SECRET }, '');
    expect(outcome).toEqual({
      secrets: { password: SECRET },
      warnings: [expect.stringContaining('--password is visible in shell history')],
    });
    expect(JSON.stringify(Object(outcome).warnings)).not.toContain(SECRET);
  });

  it('is reported, when missing, with every way to provide it', async () => {
    expect((await find({}, SECRET)).outcome).toBe(
      '--password is required. Pass --password - and the value on standard input, set OPERATE_PASSWORD, or run the command in a terminal.',
    );
  });
});
