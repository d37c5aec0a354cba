/** All kinds of work. */
import { deletionWork } from '../kit/records/deletion-work.ts';
import { foldWork } from '../kit/records/fold-work.ts';
import { erasureWork } from './erasure/erasure-work.ts';
import { work } from './features.ts';

export const kindsOfWork = [...Object.values(work).flat(), foldWork, deletionWork, erasureWork];

/** The kinds that the stream starts. The bus starts the first round of a webhook event. */
export const startedKinds = kindsOfWork.filter((kind) => 'messageSchema' in kind);
