/** The documentation in Chromium: what it loads, whether everybody can read it, and its forms. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, openChromium, type Page } from './chromium.ts';
import { demoStage, type SharedStage } from './shared-stage.ts';

const paths = [
  '/docs',
  '/docs/albums',
  '/docs/distribution-requests',
  '/docs/album',
  '/docs/guides/paging',
  '/docs/errors',
];

/**
 * In the page: texts with less contrast than WCAG AA asks for, controls without a label, and what is too
 * wide.
 */
const faultsAt = (width: number) => `(() => {
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((each) => each / 255)
    .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0);
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = channels(getComputedStyle(each).backgroundColor);
      if ((color[3] ?? 1) > 0.99) return color;
    }
    return channels(getComputedStyle(document.body).backgroundColor);
  };
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const texts = [...document.querySelectorAll('main *')].filter((element) => isShown(element) &&
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''));
  const pale = texts.filter((element) => {
    const [light, dark] = [channels(getComputedStyle(element).color), behind(element)].map(luminance).sort().reverse();
    return (light + 0.05) / (dark + 0.05) < 4.5;
  });
  const unnamed = [...document.querySelectorAll('input, select, textarea, button, a[href]')].filter((element) => isShown(element) &&
    !element.labels?.length && !element.ariaLabel && !element.title && element.textContent.trim() === '');
  return {
    pale: pale.map((element) => element.outerHTML.slice(0, 120)),
    unnamed: unnamed.map((element) => element.outerHTML.slice(0, 120)),
    isTooWide: document.documentElement.scrollWidth > ${width},
    hosts: [...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).host))].filter((host) => host !== location.host),
    errors: globalThis.faults ?? [],
  };
})()`;

const note = chromiumPath ? '' : ' (skipped: Chromium is not installed)';
describe.skipIf(!chromiumPath)(`the documentation in a browser${note}`, () => {
  let stage: SharedStage & { readonly token: string };
  let page: Page;
  let end: () => Promise<void>;
  beforeAll(async () => {
    stage = await demoStage();
    ({ page, end } = await openChromium(chromiumPath ?? ''));
    await page.send('Page.enable');
    const source = `globalThis.faults = [];
      addEventListener('error', ({ message }) => faults.push(message));
      addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => faults.push(violatedDirective + ' ' + blockedURI));`;
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
  });
  afterAll(() => end());

  const until = (expression: string) => expect.poll(() => page.evaluate(expression));
  /** Waits until the scripts of the page run. */
  async function open(path: string) {
    await page.open(stage.url + path);
    const where = `location.pathname.replace(/\\/$/, '') + location.search`;
    await until(`[${where}, '__vue_app__' in (document.querySelector('#app') ?? {})]`).toEqual([path, true]);
  }
  const show = (width: number, scheme: 'light' | 'dark') =>
    Promise.all([
      page.send('Emulation.setDeviceMetricsOverride', {
        width,
        height: 900,
        deviceScaleFactor: 1,
        mobile: width < 500,
      }),
      page.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'prefers-color-scheme', value: scheme }],
      }),
    ]);

  it.each(paths)('%s is readable on a phone in dark colours, and on a screen in light ones', async (path) => {
    await show(390, 'dark');
    await open(path);
    const faults = { pale: [], unnamed: [], isTooWide: false, hosts: [], errors: [] };
    expect(await page.evaluate(faultsAt(390))).toEqual(faults);
    await show(1360, 'light');
    expect(await page.evaluate(faultsAt(1360))).toEqual(faults);
  });

  it('shows where an album is, what stores reported, and its plays', async () => {
    const headers = { authorization: `Bearer ${stage.token}` };
    const list = await fetch(`${stage.url}/albums?filter[last-status]=delivered`, { headers });
    const [{ id, attributes }] = Object(await list.json()).data;
    await open(`/docs/album?id=${id}`);
    await until(`!!document.querySelector('.sign-in button')`).toBe(true);
    await page.evaluate(`document.querySelector('.sign-in button').click()`);
    await until(`document.querySelector('#state')?.textContent`).toBe(attributes.title);
    const text = await page.evaluate(`document.querySelector('.album-on-its-way').innerText`);
    expect(text).toMatch(
      /delivered[\s\S]*Live on[\s\S]*Alpha[\s\S]*completed[\s\S]*Plays of the last 30 days/,
    );
    expect(await page.evaluate(`document.querySelectorAll('.plays rect').length`)).toBeGreaterThan(20);
  });
});
