/** The console in a browser before a stage that a test plays, so that each state of its pages can be shown. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { admitOwnPage } from '../../../bin/operator/console/admission.ts';
import { builtPage } from '../../../bin/operator/console/built-page.ts';
import { consoleListener } from '../../../bin/operator/console/listener.ts';
import { rejection } from '../../../bin/operator/rejection.ts';
import {
  type CommandName,
  commands,
  type ResultOf,
  type SentTo,
} from '../../../shared/service/commands/list.ts';
import type { TestBrowser } from '../browser.ts';
import { type ConsoleBrowser, consoleIn } from '../console-browser.ts';
import { type Settling, settlingOf } from '../settling.ts';

/** What commands return. They throw a Rejection for problems, and another error as a stage whose response is lost. */
type Played = { [N in CommandName]?: (args: SentTo<N>) => ResultOf<N> | Promise<ResultOf<N>> };

interface RunCommand {
  readonly command: string;
  readonly args: object;
}

export interface PlayedConsole extends ConsoleBrowser, Settling {
  /** What commands return in this test, beside those of all tests of the file. */
  readonly plays: (more: Played) => void;
  /** The commands that were run, with their arguments, oldest first. */
  readonly ran: (command: CommandName) => readonly object[];
  /** All of them in this test. */
  readonly allRan: () => readonly RunCommand[];
  /** Commands return again what they return in all tests of the file. */
  readonly forget: () => void;
  /** Responds to requests of covers and audio. */
  readonly serves: (files: RequestListener) => void;
}

/** The stage that is played, where a test does not say otherwise. */
export const described: ResultOf<'describe-stage'> = {
  address: 'https://stage.example',
  commands: commands.map(({ name }) => name),
  usages: [],
  dsps: [{ id: '1', name: 'Melodeon', protocol: 'sandbox' }],
  capabilities: ['preapproval', 'video', 'music-videos'],
  'qa-mode': 'manual',
  'rejection-reasons': ['The cover is blurred.', 'The audio is silent.'],
};

/**
 * @param always what commands return in all tests of the file.
 * @param built the files of the page.
 */
export function playedConsole(page: TestBrowser, always: Played, built = builtPage): PlayedConsole {
  let server: Server;
  let address = '';
  let played: Played = {};
  let files: RequestListener = noFile;
  let ran: RunCommand[] = [];
  const { drawn, settled } = settlingOf(page);
  beforeAll(async () => {
    const listener = consoleListener({
      base: '',
      admit: admitOwnPage,
      stage: 'played',
      environment: {},
      runsOnMachine: false,
      page: built,
      async run({ command, args }) {
        ran = [...ran, { command, args }];
        const known: Readonly<Record<string, unknown>> = {
          'describe-stage': () => described,
          ...always,
          ...played,
        };
        const play = known[command];
        if (typeof play !== 'function') throw rejection('unknown_command', `No ${command} is played.`);
        return { result: await play(args) };
      },
    });
    server = createServer((request, response) =>
      request.url?.startsWith('/files/') ? files(request, response) : listener(request, response),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await page.size(1360);
  });
  const forget = () => {
    played = {};
    files = noFile;
    ran = [];
  };
  beforeEach(forget);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    ...consoleIn(page, () => address),
    plays(more) {
      played = { ...played, ...more };
    },
    ran: (command) => ran.filter((each) => each.command === command).map(({ args }) => args),
    allRan: () => ran,
    forget,
    serves(listener) {
      files = listener;
    },
    drawn,
    settled,
  };
}

const noFile: RequestListener = (_, response) => void response.writeHead(422).end('{"problems":[]}');
