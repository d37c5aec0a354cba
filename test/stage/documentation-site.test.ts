/** Every page of the documentation in a browser: whether everybody can use it, and whether it fits. */
import axe from 'axe-core';
import { beforeAll, expect, it } from 'vitest';
import { titleOf } from '../../bin/site/page.ts';
import { sitePages } from '../../bin/site/site-sources.ts';
import { everyThird } from '../support/long-run.ts';
import { describeInBrowser } from './browser.ts';
import { emptyStage, type SharedStage } from './shared-stage.ts';

/** Pages are alike: each run tries some of each kind, and a long run all. */
const isType = ({ section }: { readonly section: string }) => section === 'Resources';
const tried = [
  ...everyThird(sitePages().filter(isType)),
  ...everyThird(sitePages().filter((page) => !isType(page))),
];

const pages = tried.map((page, place) => ({
  path: page.path,
  title: titleOf(page).replaceAll('`', ''),
  scheme: place % 2 === 0 ? ('light' as const) : ('dark' as const),
}));

const HIGHEST = 8000;

/** In the page: what sticks out of the window, and of no part that scrolls. A phone would make the window wider. */
const sticksOutAt = (width: number) => `(() => {
  const scrolls = (element) => element && element !== document.body &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => element.getBoundingClientRect().right > ${width})
    .filter((element) => !element.closest('.visually-hidden') && !scrolls(element.parentElement))
    .map((element) => element.outerHTML.slice(0, 120));
})()`;

const HIGHEST_ROW = 200;

/** In the page: whether it is too high, rows of tables that are too high, names that are broken into two lines, and labels on code. */
const LAYOUT = `({
  isTooHigh: document.documentElement.scrollHeight > ${HIGHEST},
  rows: [...document.querySelectorAll('main tr')].filter(({ offsetHeight }) => offsetHeight > ${HIGHEST_ROW})
    .map(({ innerText }) => innerText.slice(0, 80)),
  broken: [...document.querySelectorAll('main code:not(pre code, .long)')].filter((code) => code.getClientRects().length > 1)
    .map(({ innerText }) => innerText),
  labels: [...document.querySelectorAll('main .lang')].filter((label) => label.checkVisibility()).length,
})`;

/** In the page: the findings of axe. */
const FINDINGS = `axe.run(document, { resultTypes: ['violations'], preload: false })
  .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 160)]))`;

describeInBrowser('the documentation', (page) => {
  let stage: SharedStage;
  beforeAll(async () => {
    stage = await emptyStage();
    await page.size(1360);
  });

  const until = (expression: string) => expect.poll(() => page.evaluate(expression));

  /** Without transitions, in which colours are neither those before nor those after. */
  async function paint(scheme: 'light' | 'dark') {
    await ready();
    await page.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await until(`document.documentElement.classList.contains('dark')`).toBe(scheme === 'dark');
  }

  /** Waits until the scripts of the page run. */
  async function load(path: string) {
    await page.open(stage.url + path);
    const where = `location.pathname.replace(/\\/$/, '') + location.hash`;
    await until(`[${where}, '__vue_app__' in (document.querySelector('#app') ?? {})]`).toEqual([path, true]);
    await page.evaluate(`${axe.source}; 1`);
  }

  const ready = async () => {
    if (!(await page.evaluate(`'axe' in globalThis`))) await load('/docs');
  };

  /** Follows a link, which takes less than loading the page and axe again. */
  async function follow(path: string, title: string) {
    await ready();
    const link = `Object.assign(document.createElement('a'), { href: ${JSON.stringify(path)} })`;
    await page.evaluate(
      `(() => { const link = ${link}; document.body.append(link); link.click(); link.remove(); })()`,
    );
    await until(`document.querySelector('main h1')?.firstChild.textContent.trim()`).toBe(title);
  }

  const press = (key: string) => page.page.keyboard.press(key);

  it.each(pages)(
    'has no axe findings, excessive height or overflow at $path',
    async ({ path, title, scheme }) => {
      await paint(scheme);
      await follow(path, title);
      expect(await page.evaluate(LAYOUT)).toEqual({ isTooHigh: false, rows: [], broken: [], labels: 0 });
      // The colours of code are compared below. Its words are many elements.
      await page.evaluate(`(() => {
      for (const code of document.querySelectorAll('main pre code')) code.textContent = code.textContent;
      for (const folded of document.querySelectorAll('main details:not(.try-out)')) folded.open = true;
    })()`);
      expect(await page.evaluate(FINDINGS)).toEqual([]);
      expect(await page.evaluate(sticksOutAt(1360))).toEqual([]);
      await page.size(390, { height: 844 });
      expect(await page.evaluate(sticksOutAt(390))).toEqual([]);
      // What a screen of 1,360 pixels shows at a zoom of 200 %.
      await page.size(680, { height: 450 });
      expect(await page.evaluate(sticksOutAt(680))).toEqual([]);
      await page.size(1360);
    },
  );

  it('loads nothing from other hosts, runs no forbidden script and never fails', async () => {
    await ready();
    const hosts = `[...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin))]`;
    expect(await page.evaluate(hosts)).toEqual([stage.url]);
  });

  it.each(['light', 'dark'] as const)(
    'is readable in %s colours, including code and the page of unknown addresses',
    async (scheme) => {
      await load('/docs/labels');
      await paint(scheme);
      expect(await page.evaluate(FINDINGS)).toEqual([]);
      await load('/docs/nowhere');
      expect(await page.evaluate(FINDINGS)).toEqual([]);
    },
  );

  it.each([
    [1360, 900],
    [390, 844],
  ])(
    'shows address, sign-in, form and four ways on without scrolling at %i pixels',
    async (width, height) => {
      await page.size(width, { height });
      await load('/docs');
      const shown = (selector: string) =>
        `[...document.querySelectorAll('${selector}')].map((each) => each.getBoundingClientRect()).filter(({ bottom, height }) => height > 0 && bottom < innerHeight).length`;
      const [address, command, form, ways] = [
        'main h1 + p code',
        'main pre',
        'main .try-out summary',
        'main .doors li',
      ].map(shown);
      expect(await page.evaluate(`[${address}, ${command}, ${form}, ${ways}]`)).toEqual([1, 1, 1, 4]);
      const text = await page.evaluate(`document.querySelector('main').innerText`);
      expect(text).toContain(`Its address is ${stage.url}`);
      expect(text).toContain(`curl ${stage.url}/oauth/token`);
      await page.size(1360);
    },
  );

  it('has a phone menu that opens, passes axe and closes with Escape', async () => {
    await page.size(390, { height: 844 });
    await load('/docs/labels');
    await page.evaluate(`document.querySelector('.VPLocalNav .menu').click()`);
    await until(`document.querySelector('.VPSidebar').classList.contains('open')`).toBe(true);
    expect(await page.evaluate(FINDINGS)).toEqual([]);
    await press('Escape');
    await until(`document.querySelector('.VPSidebar').classList.contains('open')`).toBe(false);
    await page.size(1360);
  });

  it('keeps the contents of a long page in view on a phone', async () => {
    await page.size(390, { height: 844 });
    await load('/docs/errors');
    await page.evaluate('scrollTo(0, 3000)');
    const contents = `document.querySelector('.VPLocalNavOutlineDropdown')`;
    await until(
      `scrollY > 2000 && Math.abs(${contents}.closest('.VPLocalNav').getBoundingClientRect().top) < 2`,
    ).toBe(true);
    await page.evaluate(`${contents}.querySelector('button').click()`);
    await until(`${contents}.querySelectorAll('a').length > 5`).toBe(true);
    await page.size(1360);
  });

  it('reaches its content within ten keyboard stops, or one with the skip link', async () => {
    await load('/docs/labels');
    const stops: unknown[] = [];
    while (stops.length < 10 && stops.at(-1) !== true) {
      await press('Tab');
      stops.push(await page.evaluate(`document.activeElement.closest('main') !== null`));
    }
    expect(stops.at(-1)).toBe(true);
    await load('/docs/errors');
    await press('Tab');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Skip to content');
    await press('Enter');
    await until('document.activeElement.id').toBe('VPContent');
  });

  it('shades a scrolling table where it continues', async () => {
    await page.size(390, { height: 844 });
    await load('/docs/labels');
    const table = `document.querySelector('main table')`;
    expect(await page.evaluate(`${table}.scrollWidth > ${table}.clientWidth`)).toBe(true);
    // Those of the ends move with the table, and cover those of the window.
    expect(await page.evaluate(`getComputedStyle(${table}).backgroundAttachment`)).toBe(
      'local, local, scroll, scroll, scroll',
    );
    await page.size(1360);
  });

  it('can be searched by keyboard alone, passes axe and opens folded content', async () => {
    await load('/docs/labels');
    await press('/');
    await until(`document.activeElement.type`).toBe('search');
    await page.page.keyboard.insertText('codes running out');
    await until(`document.querySelector('.search-box [role=status]').textContent`).toMatch(/^\d+ results$/);
    expect(await page.evaluate(FINDINGS)).toEqual([]);
    await press('ArrowDown');
    await press('Enter');
    await until('location.pathname + location.hash').toBe('/docs/runbook#codes-running-out');
    await until(`document.querySelector('#codes-running-out')?.closest('details').open`).toBe(true);
    expect(await page.evaluate(`document.querySelector('.search-box')`)).toBe(null);
    await press('/');
    await until(`document.activeElement.type`).toBe('search');
    await press('Escape');
    await until(`document.querySelector('.search-box')`).toBe(null);
  });

  it('unfolds a part of the menu by keyboard', async () => {
    await load('/docs/labels');
    await page.evaluate(`document.querySelector('.VPSidebar details:not([open]) > summary').focus()`);
    await press('Enter');
    expect(await page.evaluate(`document.activeElement.parentElement.open`)).toBe(true);
  });
});
