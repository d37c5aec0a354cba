/** Checks how deep a JSON text is nested, before it is parsed. */
import { problem } from '../values/problems.ts';

/**
 * @param depth how many arrays and objects may contain one another.
 * @throws body_too_deep. Malformed texts may pass.
 */
export function checkNesting(json: string, depth: number): void {
  let open = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') isText = !isText;
    else if (isText) at += character === '\\' ? 1 : 0;
    else if (character === '{' || character === '[') open += 1;
    else if (character === '}' || character === ']') open -= 1;
    if (open > depth) throw problem('body_too_deep', `The body must be nested at most ${depth} levels deep.`);
  }
}
