/** The states of records and what changes them, for the pages of their types. */
import {
  albumMoves,
  deliveryMoves,
  requestTransitions,
  verbOf,
} from '../../../shared/distribution/rules/distribution.ts';
import { reportMoves } from '../../../shared/usage/rules/analytics-reports.ts';
import { deliveryMoves as eventDeliveryMoves } from '../../../shared/webhooks/rules/webhook-delivery.ts';

interface Move {
  readonly from: readonly string[];
  readonly on: string;
  readonly to: string;
  readonly by?: readonly string[];
}

interface Machine {
  readonly moves: readonly Move[];
  /** What has the states, if not a record. */
  readonly of?: string;
}

const machines: Readonly<Record<string, Machine>> = {
  albums: { moves: albumMoves },
  'distribution-requests': { moves: requestTransitions.map((each) => ({ ...each, on: verbOf(each.on) })) },
  deliveries: { moves: deliveryMoves },
  'webhook-events': {
    moves: eventDeliveryMoves,
    of: 'Each delivery of an event to an endpoint has a state.',
  },
  'analytics-reports': { moves: reportMoves },
};

/**
 * The site makes a picture of the lines (.vitepress/states-picture.ts).
 * @example ['## States', '```states\npending -> sent: approve (operator)\n```']
 */
export function statesOf(type: string): string[] {
  const machine = machines[type];
  if (!machine) return [];
  const lines = machine.moves.flatMap(({ from, on, to, by }) =>
    from.map((state) => `${state} -> ${to}: ${on.replaceAll('_', ' ')}${by ? ` (${by.join(' or ')})` : ''}`),
  );
  return ['## States', ...(machine.of ? [machine.of] : []), `\`\`\`states\n${lines.join('\n')}\n\`\`\``];
}
