/** The page that follows an album, in a browser. */
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser } from './browser.ts';
import { demoStage, type SharedStage } from './shared-stage.ts';

describeInBrowser('the page of an album', (page) => {
  let stage: SharedStage & { readonly token: string };
  beforeAll(async () => {
    stage = await demoStage();
  });

  const until = (expression: string) => expect.poll(() => page.evaluate(expression));
  /** Waits until the scripts of the page run. */
  async function open(path: string) {
    await page.open(stage.url + path);
    const where = `location.pathname.replace(/\\/$/, '') + location.search`;
    await until(`[${where}, '__vue_app__' in (document.querySelector('#app') ?? {})]`).toEqual([path, true]);
  }

  it('shows its position, store reports and plays', async () => {
    const headers = { authorization: `Bearer ${stage.token}` };
    const list = await fetch(`${stage.url}/albums?filter[last-status]=delivered`, { headers });
    const [{ id, attributes }] = Object(await list.json()).data;
    const plays = async () => {
      const response = await fetch(`${stage.url}/albums/${id}/trends?page[size]=100`, { headers });
      return Object(await response.json()).data.length;
    };
    const reports = async () =>
      (await fetch(`${stage.url}/deliveries?filter[album]=${id}`, { headers })).text();
    // The demo imports its usage after it has started, and its stores report later.
    await expect.poll(plays).toBeGreaterThan(20);
    await expect.poll(reports).toContain('"completed"');
    await open(`/docs/album?id=${id}`);
    await until(`!!document.querySelector('.sign-in button')`).toBe(true);
    await page.evaluate(`document.querySelector('.sign-in button').click()`);
    await until(`document.querySelector('#state')?.textContent`).toBe(attributes.title);
    await until(`document.querySelector('.album-on-its-way').innerText`).toMatch(
      /delivered[\s\S]*Live on[\s\S]*Alpha[\s\S]*completed[\s\S]*Plays of the last 30 days/,
    );
    expect(await page.evaluate(`document.querySelectorAll('.plays rect').length`)).toBeGreaterThan(20);
    await page.size(390, { height: 844 });
    const table = `document.querySelector('#stores ~ table')`;
    await until(`${table}.scrollWidth <= ${table}.clientWidth`).toBe(true);
    await page.size(1360);
  });
});
