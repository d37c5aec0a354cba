/** The published verifiers of webhooks, each with the published vectors, where its language is installed. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import { isGenuine } from '../../../docs/webhooks/verify.ts';
import { signature } from '../../../shared/webhooks/sending/signature.ts';

const folder = join(import.meta.dirname, '../../../docs/webhooks');
const vectorsFile = join(folder, 'vectors.json');
const vectors = v.parse(
  v.array(
    v.object({
      name: v.string(),
      is_genuine: v.boolean(),
      secret: v.string(),
      now: v.number(),
      header: v.string(),
      body: v.string(),
    }),
  ),
  JSON.parse(readFileSync(vectorsFile, 'utf8')),
);
const expected = vectors.map(({ name, is_genuine: result }) => `${name}: ${result}`);

const scratch = mkdtempSync(join(tmpdir(), 'verifiers-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a program that prints a line for each vector. */
function linesOf(command: string, args: readonly string[], cwd = scratch): string[] {
  const env = { ...process.env, GOCACHE: join(scratch, 'cache'), GOFLAGS: '-mod=mod', GOPROXY: 'off' };
  const { stdout, stderr, status } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
  return stdout.trim().split('\n');
}

const isInstalled = (command: string, argument: string) => spawnSync(command, [argument]).status === 0;

function pythonLines(): string[] {
  const program = `
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(folder)})
from verify import is_genuine
for v in json.load(open(${JSON.stringify(vectorsFile)}, encoding="utf-8")):
    result = is_genuine(v["body"].encode(), v["header"], v["secret"], v["now"])
    print(v["name"] + ": " + str(result).lower())
`;
  return linesOf('python3', ['-c', program]);
}

function phpLines(): string[] {
  const program = `
require ${JSON.stringify(join(folder, 'verify.php'))};
foreach (json_decode(file_get_contents(${JSON.stringify(vectorsFile)}), true) as $v) {
    $result = is_genuine($v['body'], $v['header'], $v['secret'], $v['now']);
    echo $v['name'], ': ', $result ? 'true' : 'false', "\\n";
}
`;
  return linesOf('php', ['-r', program]);
}

function goLines(): string[] {
  const root = join(scratch, 'go');
  mkdirSync(join(root, 'webhooks'), { recursive: true });
  copyFileSync(join(folder, 'verify.go'), join(root, 'webhooks/verify.go'));
  writeFileSync(join(root, 'go.mod'), 'module receiver\n\ngo 1.18\n');
  const program = `
package main

import ("encoding/json"; "fmt"; "os"; "receiver/webhooks")

func main() {
	text, _ := os.ReadFile(os.Args[1])
	var vectors []struct { Name, Secret, Header, Body string; Now int64 }
	if err := json.Unmarshal(text, &vectors); err != nil { panic(err) }
	for _, v := range vectors {
		fmt.Printf("%s: %t\\n", v.Name, webhooks.IsGenuine([]byte(v.Body), v.Header, v.Secret, v.Now))
	}
}
`;
  writeFileSync(join(root, 'main.go'), program);
  return linesOf('go', ['run', '.', vectorsFile], root);
}

describe('the verifier', () => {
  test('gives the right result for every vector in TypeScript', () => {
    const judged = vectors.map(
      ({ name, body, header, secret, now }) =>
        `${name}: ${isGenuine(Buffer.from(body), header, secret, now)}`,
    );
    expect(judged).toEqual(expected);
  });

  for (const [language, isThere, judge] of [
    ['Python', isInstalled('python3', '--version'), pythonLines],
    ['PHP', isInstalled('php', '--version'), phpLines],
    ['Go', isInstalled('go', 'version'), goLines],
  ] as const) {
    const note = isThere ? '' : ` (skipped: ${language} is not installed)`;
    test.skipIf(!isThere)(`gives the right result for every vector in ${language}${note}`, () => {
      expect(judge()).toEqual(expected);
    });
  }

  test('has at most thirty lines in any language', () => {
    const files = readdirSync(folder).filter((name) => name.startsWith('verify.'));
    expect(files.sort()).toEqual(['verify.go', 'verify.php', 'verify.py', 'verify.ts']);
    for (const file of files) {
      expect(readFileSync(join(folder, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    }
  });

  test('uses the current time by default', () => {
    const secret = 'whsec_x';
    const body = '{}';
    const now = Date.now();
    const judged = [0, -310_000, 310_000].map((offset) =>
      isGenuine(Buffer.from(body), signature({ secret, body, sentAt: new Date(now + offset) }), secret),
    );
    expect(judged).toEqual([true, false, false]);
  });
});

describe('the vectors', () => {
  const named = (name: string) => vectors.find((vector) => vector.name === name);

  test.each(['valid', 'unicode body'])('have the headers and bodies that the service sends (%s)', (name) => {
    const { secret, body, now, header } = named(name) ?? { secret: '', body: '', now: 0, header: '' };
    expect(header).toBe(signature({ secret, body, sentAt: new Date(now * 1000) }));
  });

  test('have distinct names', () => {
    expect(new Set(expected).size).toBe(vectors.length);
  });
});
