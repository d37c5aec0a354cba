/** Acts as they are recorded in a file for each state. */

export interface RecordedAct {
  /** Of the expression with which a person acts. */
  readonly name: string;
  /** The expressions whose faults change what follows. */
  readonly effects: readonly string[];
  /** What follows: what the page sends, and what it shows then. */
  readonly text: string;
}

const EFFECT = 'by ';

export const textOfActs = (acts: readonly RecordedAct[]): string =>
  acts
    .map(({ name, effects, text }) =>
      [`# ${name}`, ...effects.map((each) => `${EFFECT}${each}`), text, ''].join('\n'),
    )
    .join('\n');

/** @param text of `textOfActs`. */
export function actsOf(text: string): RecordedAct[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((act) => {
      const [name = '', ...lines] = act.trimEnd().split('\n');
      const effects = lines.filter((line) => line.startsWith(EFFECT));
      return {
        name,
        effects: effects.map((line) => line.slice(EFFECT.length)),
        text: lines.slice(effects.length).join('\n'),
      };
    });
}
