/** The forms of the documentation in a browser: by keyboard, on a phone, and when something goes wrong. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from './browser.ts';
import { emptyStage, newOrganization, type SharedStage } from './shared-stage.ts';

const run = promisify(execFile);
const HOSTILE = `<img src=x onerror="globalThis.isHacked=true"> {{ 7 * 7 }} ${'W'.repeat(120)}`;

describeInBrowser('the forms of the documentation', (page) => {
  let stage: SharedStage;
  let token = '';
  let labelId = '';

  async function create(type: string, attributes: object): Promise<string> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
    const body = JSON.stringify({ data: { type, attributes } });
    return Object(await (await fetch(`${stage.url}/${type}`, { method: 'POST', headers, body })).json()).data
      .id;
  }

  beforeAll(async () => {
    stage = await emptyStage();
    token = await newOrganization(stage, 'forms');
    await newOrganization(stage, 'forms-other');
    labelId = await create('labels', { name: 'Quíet Harbour' });
    await create('labels', { name: HOSTILE });
    await show(390);
    await page.page.addInitScript(`
      globalThis.field = (name) => document.getElementById([...form.querySelectorAll('label')].find((each) => each.textContent.trim().startsWith(name))?.htmlFor);
      globalThis.button = (text) => [...form.querySelectorAll('button')].find((each) => each.textContent.trim().startsWith(text));`);
  });

  const show = (width: number) => page.size(width);
  const until = (expression: string) => expect.poll(() => page.evaluate(expression));
  async function open(path: string) {
    await page.open(stage.url + path);
    await until(
      `[location.pathname + location.search, '__vue_app__' in (document.querySelector('#app') ?? {})]`,
    ).toEqual([path, true]);
  }
  async function press(...keys: readonly string[]) {
    for (const key of keys) await page.page.keyboard.press(key);
  }
  const type = (text: string) => page.page.keyboard.insertText(text);
  const focused = (expression: string) =>
    page.evaluate(`(({ activeElement: at }) => ${expression})(document)`);
  /** Replaces what is in the field that has the focus. */
  async function enter(text: string) {
    await page.evaluate('document.activeElement.select()');
    await type(text);
  }
  async function signIn(name: string) {
    await page.evaluate(`form.querySelector('.sign-in input').focus()`);
    await enter(`${name}@example.com`);
    await press('Tab');
    await enter('Correct-Horse-1');
    await press('Enter');
    await until(`form.querySelector('.account .said').textContent`).toBe(`Signed in as ${name}@example.com.`);
  }
  async function violations() {
    await page.evaluate(`${axe.source}; 1`);
    return page.evaluate(
      `axe.run(form).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 200)]))`,
    );
  }
  const faultsAt = async (width: number) => {
    await show(width);
    return [await violations(), await page.evaluate('document.documentElement.scrollWidth > innerWidth')];
  };
  /** The next responses of the API. The page itself is loaded. */
  const respondWith = (response: string) =>
    page.evaluate(
      `{ globalThis.fetched ??= fetch; fetch = async (...args) => { fetch = fetched; return ${response}; }; 1 }`,
    );
  const outcome = () => until(`form.querySelector('.outcome').textContent`);
  const body = `form.querySelector('label > textarea').value`;
  const parsed = async () => JSON.parse(String(await page.evaluate(body)));

  it('can be filled in, sent and read by keyboard alone, and show the request', async () => {
    await open('/docs/albums');
    await page.evaluate(`{
      globalThis.form = [...document.querySelectorAll('.try-out')].find((each) => document.querySelector('#create-an-album').compareDocumentPosition(each) & 4);
      form.querySelector('summary').focus();
    }`);
    await press('Enter');
    await until(`!!form.querySelector('.sign-in button')`).toBe(true);
    await page.evaluate(`form.querySelector('form:not(.sign-in) button[type=submit]').focus()`);
    await press('Enter');
    await until(`document.activeElement.type`).toBe('email');
    await signIn('forms');
    expect(await focused('[at.getAttribute("role"), at.textContent]')).toEqual([
      'status',
      'Signed in as forms@example.com.',
    ]);
    // The newest label of the user, instead of the one of the example.
    await until(body).not.toContain('"1001"');
    expect((await parsed()).data.relationships.label.data.id).not.toBe('1001');

    await page.evaluate(`field('label').focus()`);
    await enter('quiet');
    await until(`form.querySelector('[role=listbox] [role=option]')?.textContent`).toBe(
      `Quíet Harbour${labelId}`,
    );
    await press('ArrowDown');
    expect(
      await focused('document.getElementById(at.getAttribute("aria-activedescendant")).ariaSelected'),
    ).toBe('true');
    await press('Enter');
    expect((await parsed()).data.relationships.label.data).toEqual({ type: 'labels', id: labelId });
    await page.evaluate(`field('title').focus()`);
    await enter("Kind o' Green");
    expect((await parsed()).data.attributes.title).toBe("Kind o' Green");

    const sample = async (language: string) => {
      await page.evaluate(`form.querySelector('input[value="${language}"]').click()`);
      return String(await page.evaluate(`form.querySelector('.samples pre').textContent`));
    };
    const options = { env: { ...process.env, TOKEN: token } };
    const made = await Promise.all([
      run('bash', ['-ec', await sample('curl')], options),
      run(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          (await sample('JavaScript')).replace(/console.log\((.*)\)/, 'console.log(JSON.stringify($1))'),
        ],
        options,
      ),
    ]);
    for (const { stdout } of made) expect(JSON.parse(stdout).data.attributes.title).toBe("Kind o' Green");
    await page.evaluate(`button('Send').focus()`);
    await press('Enter');
    await outcome().toMatch(/^201 in \d+ ms\.$/);
    expect(await page.evaluate(`form.querySelector('.result').textContent`)).toMatch(
      /"title": "Kind o' Green"/,
    );
  });

  it('show names as text and report malformed ids', async () => {
    await page.evaluate(`field('label').focus()`);
    await enter('img');
    await until(`form.querySelector('[role=listbox] [role=option] span')?.textContent`).toBe(HOSTILE);
    await press('ArrowDown', 'Enter');
    await enter('upc-1');
    await until(`form.innerText`).toContain('upc-1 is not in the format of an id, such as 1001.');
    await press('Escape');
    await page.evaluate(`field('label').blur()`);
    for (const width of [1360, 680, 390])
      expect([width, ...(await faultsAt(width))]).toEqual([width, [], false]);
    expect(await page.evaluate('globalThis.isHacked')).toBeUndefined();
    await page.evaluate(`button('Send').click()`);
    await outcome().toMatch(/^4\d\d in/);
  });

  it('keep their content when the session ends or the service is unavailable', async () => {
    const before = await page.evaluate(body);
    const press = () => page.evaluate(`button('Send').click()`);
    await respondWith(`new Response('{}', { status: 429, headers: { 'Retry-After': '37' } })`);
    await press();
    await outcome().toMatch(/^429 in \d+ ms\. These were too many requests\. Wait 37 seconds/);
    await respondWith(`Promise.reject(new TypeError('Failed to fetch'))`);
    await press();
    await outcome().toMatch(/^The service could not be reached\./);
    await page.evaluate(`button('Show').click()`);
    await until(`!!field('Idempotency-Key')`).toBe(true);
    expect(await page.evaluate(`field('description').tagName`)).toBe('TEXTAREA');
    await page.evaluate(`field('Idempotency-Key').focus()`);
    await enter('→');
    await press();
    await outcome().toMatch(/^The browser cannot send this\./);
    await page.evaluate(
      `{ const input = field('Idempotency-Key'); input.value = ''; input.dispatchEvent(new Event('input')); }`,
    );
    await respondWith(`Response.json({ text: '<b>'.repeat(1e6) })`);
    await press();
    await outcome().toMatch(/^200 in/);
    expect(await page.evaluate(`form.querySelector('.result').textContent.length`)).toBe(20_000);
    await page.evaluate(`button('Show 2,9').click()`);
    await until(`form.querySelector('.result').textContent.length`).toBeGreaterThan(3_000_000);
    await respondWith(`Response.json({ errors: [] }, { status: 401 })`);
    await press();
    await outcome().toMatch(/^401 in \d+ ms\. The session has ended\. Sign in again/);
    await until(`form.querySelector('.account .said').textContent`).toMatch(/^The session has ended\./);
    expect(await page.evaluate(body)).toBe(before);
    await signIn('forms');
    expect(await page.evaluate(body)).toBe(before);
  });

  it('keep nothing of an account after signing out or switching', async () => {
    await page.evaluate(`field('label').focus()`);
    await enter('quiet');
    await until(`form.querySelector('[role=option] span')?.textContent`).toBe('Quíet Harbour');
    const secret = String(await page.evaluate(`form.querySelector('.samples pre').textContent`));
    expect(secret).not.toMatch(/eyJ/);
    await page.evaluate(
      `{ globalThis.sent = []; globalThis.fetched ??= fetch; fetch = (...args) => { sent.push(args); return fetched(...args); }; button('Change account').click(); }`,
    );
    await until(`form.querySelector('.account .said').textContent`).toBe('Signed out.');
    await until(`[document.activeElement.type, document.activeElement.value]`).toEqual(['email', '']);
    expect(await page.evaluate(`form.querySelector('.result')`)).toBe(null);
    expect(await page.evaluate(body)).toContain('"1001"');
    const [path, { headers }] = Object(await page.evaluate('sent'))[0];
    expect((await fetch(`${stage.url}/labels`, { headers })).status).toBe(401);
    expect(path).toBe('/auth/logout');
    const kept = await page.evaluate(
      `[localStorage, sessionStorage].map((each) => JSON.stringify(each)).join() + document.cookie`,
    );
    expect(kept).not.toMatch(/eyJ|forms@example/);
    await page.evaluate('fetch = fetched');
    await signIn('forms-other');
    await until(`form.innerText`).toContain('You have no labels yet. The id is one of an example.');
    await page.evaluate(`field('label').focus()`);
    await enter('quiet');
    await until(`form.innerText`).toContain('Nothing matches.');
  });

  it("list the user's albums by title, in pages", async () => {
    const albums = {
      release_date: '2026-11-30',
      'is-explicit': false,
      'rights-owner-year': 2026,
      'rights-owner-name': 'Blue Room',
    };
    for (const title of [...Array.from({ length: 8 }, (_, index) => `Album ${index}`), HOSTILE])
      await create('albums', { ...albums, title });
    await open('/docs/album');
    await until(`!!(globalThis.form = document.querySelector('.album-on-its-way'))`).toBe(true);
    await signIn('forms');
    await until(`form.querySelectorAll('.albums li').length`).toBe(10);
    expect(await page.evaluate(`form.querySelector('.albums a').textContent`)).toBe(HOSTILE);
    expect(await page.evaluate(`form.querySelector('.pages span').textContent`)).toBe(
      'Page 1 of 2, 12 albums',
    );
    for (const width of [1360, 390]) expect([width, ...(await faultsAt(width))]).toEqual([width, [], false]);
    await page.evaluate(`button('Earlier').focus()`);
    await press('Enter');
    await until(`form.querySelectorAll('.albums li').length`).toBe(2);
    await page.evaluate(`form.querySelector('.albums a').focus()`);
    const title = await focused('at.textContent');
    await press('Enter');
    await until(`document.activeElement.id`).toBe('state');
    expect(await focused('at.textContent')).toBe(title);
    expect(await page.evaluate('location.search')).toMatch(/^\?id=\d+$/);
    await page.evaluate('history.back()');
    await until('location.search').toBe('');
    await until(`document.querySelector('#state')`).toBe(null);
    expect(await page.evaluate('globalThis.isHacked')).toBeUndefined();
  });
});
