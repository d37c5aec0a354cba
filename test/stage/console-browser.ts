/** The console in a browser, as a person uses it. */
import type { OpenPage } from './browser.ts';

export interface ConsoleBrowser {
  /** Opens a part of the console, such as `#/reviews`. */
  readonly open: (fragment: string) => Promise<void>;
  readonly theme: (name: 'light' | 'dark') => Promise<void>;
  readonly text: (selector?: string) => Promise<string>;
  /** Presses a key, such as `a` or `Enter`. */
  readonly press: (key: string) => Promise<void>;
  /** @param label how the text of a button, link or summary begins. */
  readonly click: (label: string) => Promise<unknown>;
  readonly fill: (selector: string, value: string) => Promise<unknown>;
  readonly choose: (selector: string, file: string) => Promise<void>;
}

/** @param address of the console, with a slash at its end. */
export const consoleIn = (shown: OpenPage, address: () => string): ConsoleBrowser => ({
  theme: (colorScheme) => shown.page.emulateMedia({ colorScheme }),
  async open(fragment) {
    await shown.open('about:blank');
    await shown.open(`${address()}${fragment}`);
    // Its scripts have run then.
    await shown.page.waitForLoadState('domcontentloaded');
  },
  async text(selector = 'main') {
    const found = `document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`;
    return String(await shown.evaluate(found));
  },
  press: (key) => shown.page.keyboard.press(key),
  click: (label) =>
    shown.evaluate(`[...document.querySelectorAll('button, summary, a')]
      .find((each) => each.checkVisibility() && each.innerText.trim().startsWith(${JSON.stringify(label)})).click()`),
  fill: (selector, value) =>
    shown.evaluate(`(() => {
      const field = document.querySelector(${JSON.stringify(selector)});
      field.value = ${JSON.stringify(value)};
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    })()`),
  choose: (selector, file) => shown.page.setInputFiles(selector, file),
});
