/** All kinds of work. */
import { foldWork } from '../kit/records/fold-work.ts';
import { work } from './features.ts';

export const kindsOfWork = [...Object.values(work).flat(), foldWork];

/** The stream starts all of it, except for first rounds of webhook events, which the event on the bus starts. */
export const startedKinds = kindsOfWork.filter((kind) => 'messageSchema' in kind);
