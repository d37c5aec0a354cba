/** A state of a page of the console. */
import type { RequestListener } from 'node:http';
import { rejection } from '../../../../bin/operator/rejection.ts';
import type { CommandName, ResultOf, SentTo } from '../../../../shared/service/commands/list.ts';
import type { TestBrowser } from '../../browser.ts';
import type { PlayedConsole } from '../console.ts';

interface PlayedPage {
  readonly fragment: string;
  readonly plays: { [N in CommandName]?: (args: SentTo<N>) => ResultOf<N> | Promise<ResultOf<N>> };
  /** What a person does before the page is compared. */
  readonly act?: (console: PlayedConsole & { readonly browser: TestBrowser }) => Promise<unknown>;
  /** Responds to requests of covers and audio. Without it, there are none. */
  readonly serves?: RequestListener;
  /** A text that it shows then, where a response does not come. */
  readonly until?: string;
}

/** By what the page is then. */
export type PlayedPages = Readonly<Record<string, PlayedPage>>;

/** What a command does whose response does not come. */
export const never = () => new Promise<never>(() => {});

export const failing = (): never => {
  throw rejection('stage_failed', 'The stage does not respond.');
};
