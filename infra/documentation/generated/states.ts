/** The states of requests and albums and what changes them, from the machines in the code. */
import { albumMoves, requestMachine } from '../../../shared/distribution/rules/distribution.ts';

interface Move {
  readonly from: readonly string[];
  readonly on: string;
  readonly to: string;
  readonly by?: readonly string[];
}

const machines: Readonly<Record<string, readonly Move[]>> = {
  albums: albumMoves,
  'distribution-requests': requestMachine.transitions,
};

/**
 * The site shows the lines as a picture (infra/documentation/.vitepress/markdown.ts).
 * @example ['## States', '```states\npending -> sent: approve (operator)\n```']
 */
export function statesOf(type: string): string[] {
  const moves = machines[type];
  if (!moves) return [];
  const lines = moves.flatMap(({ from, on, to, by }) =>
    from.map((state) => `${state} -> ${to}: ${on.replaceAll('_', ' ')}${by ? ` (${by.join(' or ')})` : ''}`),
  );
  return ['## States', `\`\`\`states\n${lines.join('\n')}\n\`\`\``];
}
