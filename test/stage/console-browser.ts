/** The console in Chromium, as a person uses it. */
import { chromiumPath, openChromium, type Page } from './chromium.ts';

export interface ConsoleBrowser {
  readonly page: Page;
  /** Opens a part of the console, such as `#/reviews`. */
  readonly open: (fragment: string) => Promise<void>;
  /** @param zoom in percent, as the browser's own. */
  readonly size: (width: number, zoom?: number) => Promise<unknown>;
  readonly theme: (name: 'light' | 'dark') => Promise<unknown>;
  readonly text: (selector?: string) => Promise<string>;
  /** Presses a key, such as `a` or `Enter`. */
  readonly press: (key: string) => Promise<void>;
  /** @param label how the text of a button, link or summary begins. */
  readonly click: (label: string) => Promise<unknown>;
  readonly fill: (selector: string, value: string) => Promise<unknown>;
  readonly choose: (selector: string, file: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Collects what goes wrong in the page in `faults`. */
const source = `globalThis.faults = [];
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));`;

/** @param address of the console, with a slash at its end. */
export async function openConsole(address: string): Promise<ConsoleBrowser> {
  const { page, end } = await openChromium(chromiumPath ?? '');
  await page.send('Page.enable');
  await page.send('Page.setBypassCSP', { enabled: true });
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
  const size: ConsoleBrowser['size'] = (width, zoom = 100) =>
    page.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round((width * 100) / zoom),
      height: Math.round((900 * 100) / zoom),
      deviceScaleFactor: zoom / 100,
      mobile: width < 500,
    });
  await size(1360);
  return {
    page,
    end,
    size,
    theme: (value) =>
      page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] }),
    async open(fragment) {
      await page.open('about:blank');
      await page.open(`${address}${fragment}`);
    },
    async text(selector = 'main') {
      const found = `document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`;
      return String(await page.evaluate(found));
    },
    press: (key) => press(page, key),
    click: (label) =>
      page.evaluate(`[...document.querySelectorAll('button, summary, a')]
        .find((each) => each.checkVisibility() && each.innerText.trim().startsWith(${JSON.stringify(label)})).click()`),
    fill: (selector, value) =>
      page.evaluate(`(() => {
        const field = document.querySelector(${JSON.stringify(selector)});
        field.value = ${JSON.stringify(value)};
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      })()`),
    async choose(selector, file) {
      const { root } = (await page.send('DOM.getDocument')) as { root: { nodeId: number } };
      const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector });
      await page.send('DOM.setFileInputFiles', { nodeId, files: [file] });
    },
  };
}

const codes: Readonly<Record<string, number>> = { Enter: 13, Tab: 9 };

async function press(page: Page, key: string): Promise<void> {
  const shown = key.length === 1 ? { key, text: key } : { key, code: key, windowsVirtualKeyCode: codes[key] };
  const entered = key === 'Enter' ? { text: '\r' } : {};
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...shown, ...entered });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...shown });
}
