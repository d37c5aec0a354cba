/** Sends the request of a form. */
import { UNREACHABLE } from '../sign-in/session.ts';
import type { SampleRequest } from './languages.ts';
import { bodyText, headerLines, outcomeOf } from './outcome.ts';
import { fetchArguments } from './request.ts';

interface Reply {
  /** 0 without a response that can be read. */
  readonly status: number;
  /** What happened, and what to do next. */
  readonly outcome: string;
  /** Headers and body. */
  readonly text: string;
}

export async function sendRequest(request: SampleRequest, token: string): Promise<Reply> {
  const since = performance.now();
  let message: Request;
  try {
    message = new Request(...fetchArguments(request, token));
  } catch {
    const outcome = 'The browser cannot send this. Headers have only letters of ISO 8859-1.';
    return { status: 0, outcome, text: '' };
  }
  try {
    const response = await fetch(message);
    const text = bodyText(await response.text(), response.headers.get('content-type'));
    const took = `${response.status} in ${Math.round(performance.now() - since)} ms.`;
    return {
      status: response.status,
      outcome: [response.status > 0 && took, outcomeOf(response, request)].filter(Boolean).join(' '),
      text: [...headerLines(response), '', text].join('\n').trim(),
    };
  } catch {
    return { status: 0, outcome: UNREACHABLE, text: '' };
  }
}
