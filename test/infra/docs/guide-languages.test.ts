/**
 * The commands of guides in other languages send the requests that curl sends. `test/stage/guides.test.ts` shows that those of
 * curl work.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { statementsIn } from '../../../bin/site/guides/commands.ts';
import { guideLanguages } from '../../../bin/site/guides/languages.ts';
import { blocksOf, withLanguages } from '../../../bin/site/guides/languages-of-page.ts';
import { everyThird } from '../../support/long-run.ts';
import { pages, root } from './pages.ts';

const ADDRESS = 'http://localhost:3000';
/** That would be different in each run. */
const CHOSEN = /^(label|album|order|asset)-.*$/;

const guides = pages
  .filter(({ file }) => file.startsWith('docs/guides/') || file === 'docs/webhooks.md')
  .map(({ file }) => ({ file, blocks: blocksOf(readFileSync(`${root}/${file}`, 'utf8')) }))
  .filter(({ blocks }) => blocks.length > 0);

const runs: Readonly<Record<string, readonly string[]>> = {
  sh: ['bash'],
  js: [process.execPath, '--input-type=module', '-'],
  py: ['python3', '-'],
  php: ['php'],
};

/** A response to any request of a guide: a record with a new id, or a list of one without further pages. */
function responseTo({ method, url = '' }: IncomingMessage, count: number): object {
  if (url === '/oauth/token') return { access_token: 'the-token' };
  const attributes = { title: 'One', date: '2027-01-01', 'download-url': `${ADDRESS}/file` };
  const record = { type: 'records', id: String(1000 + count), attributes };
  const isList = method === 'GET' && !/\/\d+(\?|$)/.test(url);
  return { data: isList ? [record] : record, links: { next: null } };
}

/** @returns the requests that a program sends. */
async function requestsOf(code: string, program: string) {
  const sent: object[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { authorization: token, 'idempotency-key': key, 'if-match': match } = request.headers;
    const path = decodeURIComponent(request.url ?? '');
    const isChosen = typeof key === 'string' && CHOSEN.test(key);
    const shown = { token, match, key: isChosen ? key.replace(/-.*/, '') : key };
    sent.push({ method: request.method, path, ...shown, body: body === '' ? undefined : JSON.parse(body) });
    if (path === '/file') return response.end(gzipSync('date,plays\n'));
    const { port } = server.address() as AddressInfo;
    const content = JSON.stringify(responseTo(request, sent.length));
    response.setHeader('Content-Type', 'application/vnd.api+json');
    response.end(content.replaceAll(ADDRESS, `http://127.0.0.1:${port}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [file = '', ...args] = runs[code] ?? [];
  const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.end(program.replaceAll(ADDRESS, `http://127.0.0.1:${port}`));
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  server.close();
  server.closeAllConnections();
  expect([status, errors]).toEqual([0, '']);
  return sent;
}

describe('a guide that signs in', () => {
  it('is found several times', () => {
    expect(guides.length).toBeGreaterThan(8);
  });

  it.each(guides)('shows each request in four languages: $file', ({ blocks }) => {
    const untranslated = blocks.filter(
      ({ block, translations }) => !translations && /\bapi |curl /.test(block),
    );
    expect(untranslated.map(({ block }) => block)).toEqual([]);
  });

  for (const [place, language] of guideLanguages.entries()) {
    const isThere = spawnSync(runs[language.code]?.[0] ?? '', ['--version']).status === 0;
    const note = isThere ? '' : ` (skipped: ${language.name} is not installed)`;
    it.skipIf(!isThere).each(everyThird(guides, place))(
      `sends the same requests in ${language.name}${note}: $file`,
      async ({ blocks }) => {
        const translated = blocks.filter(({ translations }) => translations !== undefined);
        const programOf = (written: readonly string[]) => written.join('\n');
        const [expected, sent] = await Promise.all([
          requestsOf('sh', programOf(translated.map(({ block }) => block))),
          requestsOf(
            language.code,
            programOf(translated.map((each) => each.translations?.get(language) ?? '')),
          ),
        ]);
        expect(sent).toEqual(expected);
      },
    );
  }
});

describe('commands', () => {
  it('are read if they only send requests', () => {
    expect(
      statementsIn(`KEY=label-$RANDOM$RANDOM
LABEL=$(api /labels -H "Idempotency-Key: $KEY" \\
  -d '{"data":{"id":"'$OLD'",
    "name":"a; b"}}' | idOf); echo "label $LABEL"
api "/labels/$LABEL?fields[labels]=name"`),
    ).toEqual([
      { does: 'choose', name: 'KEY', start: 'label-' },
      {
        does: 'keep',
        name: 'LABEL',
        request: {
          method: 'POST',
          path: '/labels',
          headers: { 'Idempotency-Key': '{{KEY}}' },
          body: { data: { id: '{{OLD}}', name: 'a; b' } },
        },
      },
      { does: 'print', text: 'label {{LABEL}}' },
      {
        does: 'send',
        request: {
          method: 'GET',
          path: '/labels/{{LABEL}}?fields[labels]=name',
          headers: {},
          body: undefined,
        },
      },
    ]);
  });

  it.each([
    'npm run -s operate -- set-store 4 reject',
    'api /labels | head -1',
    'for A in 1; do api /labels; done',
  ])('are not read otherwise: %s', (block) => {
    expect(statementsIn(block)).toBeUndefined();
  });

  it('stay as written on a page that does not sign in', () => {
    const page = '```sh\napi /labels\n```\n';
    expect(withLanguages(page)).toBe(page);
    expect(withLanguages(`\`\`\`sh sign-in\napi\n\`\`\`\n${page}`)).toContain(
      "```js [JavaScript]\nconsole.log(await api('/labels'));\n```",
    );
  });
});
