/** Filter criteria of event source mappings: records that match none of the patterns never reach the function. */
import { compilePattern, type Matcher } from '../eventbridge/event-pattern.ts';
import type { Properties } from '../template/resource-types.ts';

export function compileFilters(
  criteria: Properties<'AWS::Lambda::EventSourceMapping'>['FilterCriteria'],
): Matcher {
  const patterns = (criteria?.Filters ?? []).map(({ Pattern }) => compilePattern(JSON.parse(Pattern)));
  return (record) => patterns.length === 0 || patterns.some((matches) => matches(record));
}
