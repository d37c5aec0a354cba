/** Groups what warns of many tracks alike, so that three hundred tracks do not make three hundred lines. */
import { type Alert, FACTS } from './release-alerts.ts';

export interface AlertGroup {
  /** What warns, without the track if there are several. */
  readonly sentence: string;
  readonly alerts: readonly Alert[];
}

const LEAST = 3;

/** What differs between sentences on two tracks: their places, titles and numbers. */
const likeness = (sentence: string): string => sentence.replaceAll(/"[^"]*"|\d+([.,]\d+)*/g, '…');

const withoutTrack = (sentence: string): string => sentence.replace(/^Track \d+\.\d+( "[^"]*")?:? /, '');

/** @returns groups in the order of their first alerts. Fewer than three are not grouped. */
export function groupsOf(alerts: readonly Alert[]): AlertGroup[] {
  const alike = Map.groupBy(alerts, ({ sentence, place }) =>
    place === FACTS ? sentence : likeness(sentence),
  );
  return [...alike.values()].flatMap((some) => {
    const [first] = some;
    if (!first || some.length < LEAST)
      return some.map((each) => ({ sentence: each.sentence, alerts: [each] }));
    return [{ sentence: `${some.length} tracks, such as: ${withoutTrack(first.sentence)}`, alerts: some }];
  });
}
