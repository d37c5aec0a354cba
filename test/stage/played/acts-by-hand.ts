/** What a person does in the console in several steps, or with audio. */
import { waveFile } from '../../support/audio/wave-file.ts';
import { eventually } from '../../support/hand-made.ts';
import type { TestBrowser } from '../browser.ts';
import type { PlayedConsole } from './console.ts';
import { playedImport } from './operators.ts';

type Console = PlayedConsole & { readonly browser: TestBrowser };

/** @returns what follows, where it is not what the page sends and shows then. */
type ActByHand = (console: Console) => Promise<unknown>;

/** At the end of a page of imports. */
const POSITION = '2026-11-05T10:00:00.000Z#0123456789abcdef';

const lastForm = "[...document.querySelectorAll('form.command')].at(-1)";

async function fillAndRun({ browser }: Console): Promise<void> {
  await browser.evaluate(`fillAll(${lastForm})`);
  await browser.evaluate(`${lastForm}.requestSubmit()`);
}

const rate = 8_000;
const sound = waveFile([new Float32Array(60 * rate)], { rate });

async function withAudio({ serves, open, settled }: Console): Promise<void> {
  serves((request, response) => {
    response.writeHead(200, { etag: '"1"', 'content-type': 'audio/wav', 'content-length': sound.length });
    response.end(request.method === 'HEAD' ? undefined : sound);
  });
  await open('#/release/1.2');
  await settled();
}

const players = "[...document.querySelectorAll('.track > .sound audio')]";

const playing = `${players}.map(({ paused }) => !paused).slice(0, 3)`;

/** By the name of the state, then of the act. */
export const actsByHand: Readonly<Record<string, Readonly<Record<string, ActByHand>>>> = {
  'an organization': { 'fill in all fields, and run the command': fillAndRun },
  'a command': { 'fill in all fields, and run the command': fillAndRun },
  'a payment that is about to be voided': {
    'fill in all fields, and confirm': async (console) => {
      await fillAndRun(console);
      await console.settled();
      await console.click('Yes, void the payment');
    },
  },
  commands: {
    // Without the help of all other commands.
    'CommandsPage.vue v-model search': async ({ browser, fill }) => {
      await fill('input[type=search]', 'rotate-stage');
      return browser.evaluate("[...document.querySelectorAll('main li a')].map((each) => each.textContent)");
    },
    'run a command with a switch': async ({ browser, open, fill, settled, ran }) => {
      await open('#/commands/disable-user');
      await settled();
      await fill('#disable-user-user-id', '6');
      await browser.evaluate("document.querySelector('#disable-user-enable').click()");
      await browser.evaluate('document.querySelector("form.command").requestSubmit()');
      await settled();
      return ran('disable-user');
    },
  },
  'a payment that is previewed': {
    'allow an overpayment, and preview the payment': async ({ browser, click }) => {
      await browser.evaluate("document.querySelector('form.command input[type=checkbox]').click()");
      await click('Preview the payment');
    },
  },
  'no reports': {
    'choose a file': ({ choose }) => choose('input[type=file]', import.meta.filename),
    'show more reports than a page has': async ({ plays, open, settled, click, ran }) => {
      const items = Array.from({ length: 50 }, (_, index) => playedImport({ name: `${index}.csv` }));
      plays({
        'list-imports': ({ after }) => ({ items: after ? [] : items, after: after ? null : POSITION }),
      });
      await open('#/reports');
      await settled();
      await click('Show more');
      await settled();
      return ran('list-imports').filter((args) => 'after' in args);
    },
  },
  'rejected requests': {
    'return a chosen request to the queue': async ({ browser, click }) => {
      await browser.evaluate("document.querySelector('.rows input').click()");
      await click('Return them to the queue');
    },
  },
  requests: {
    'click another request': async ({ browser }) => {
      await browser.evaluate("document.querySelectorAll('.rows > li')[1].click()");
      return browser.evaluate(
        "[...document.querySelectorAll('.rows > li')].map((each) => each.classList.contains('is-current'))",
      );
    },
    'press Esc in the tooltip of warnings': async ({ browser, press }) => {
      await browser.evaluate("document.querySelector('.noted button').focus()");
      await press('Escape');
    },
  },
  'a track that is not found': {
    'play a track while another plays': async (console) => {
      await withAudio(console);
      for (const index of [0, 1]) {
        await console.browser.evaluate(`void ${players}[${index}].play().catch(() => {})`);
        await eventually(() => console.browser.evaluate(`${players}[${index}].currentTime > 0`)).toBe(true);
      }
      return [
        await console.browser.evaluate(playing),
        await console.browser.evaluate(`${players}[0].src.includes('?tag=')`),
      ];
    },
    'play through, until a track ends': async (console) => {
      await withAudio(console);
      await console.press('p');
      await eventually(() => console.browser.evaluate(`${players}[0].currentTime > 0`)).toBe(true);
      await console.browser.evaluate(`${players}[0].pause()`);
      await console.browser.evaluate(`void ${players}[0].dispatchEvent(new Event('ended'))`);
      await console.settled();
      return console.browser.evaluate(playing);
    },
  },
  'a release with warnings that is about to be approved': {
    'press the key that plays': async ({ serves, press, settled }) => {
      let isRead = false;
      serves((_, response) => {
        isRead = true;
        response.writeHead(404).end();
      });
      await press('p');
      await settled();
      return isRead;
    },
  },
  'a release': {
    'choose a place in the waveform': async ({ browser }) => {
      await browser.evaluate(
        "document.querySelector('svg.wave').dispatchEvent(new MouseEvent('click', { clientX: 600 }))",
      );
      return browser.evaluate(
        "document.querySelector('svg.wave').parentElement.querySelector('audio').currentTime > 0",
      );
    },
    'follow an alert to its place': async ({ browser, click }) => {
      await browser.size(1360, { height: 300 });
      const before = await browser.evaluate('scrollY');
      await click('Track 1.1: It begins');
      const after = await browser.evaluate('scrollY');
      await browser.size(1360);
      return after !== before;
    },
  },
};
