/** Why a report was given up, in one short line for operators. Pure. */

const MOST_CHARACTERS = 300;

/** @param problem of the last attempt, as the log has it; undefined if its function died. */
export function failureSentence(problem: unknown, attempts: number): string {
  if (problem === undefined) return `The function that makes it died at the last of ${attempts} attempts.`;
  const { name, message } = Object(problem);
  const said = [name, message].filter((each) => typeof each === 'string' && each !== '').join(': ');
  return (said || JSON.stringify(problem)).replaceAll(/[\p{C}\s]+/gu, ' ').slice(0, MOST_CHARACTERS);
}
