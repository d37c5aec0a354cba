/** Every kind of work whose rows are in the due index. */
import type { WorkKind } from '../kit/work/kind.ts';
import { eventWork } from '../webhooks/deliveries/event-round.ts';
import { startedKinds } from './started-kinds.ts';

export const kinds: readonly WorkKind[] = [eventWork, ...startedKinds];
