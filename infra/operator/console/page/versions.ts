/** Whether a console and a stage are of the same version. */

/**
 * @param here the commands of the console. @param there those of the stage.
 * @returns sentences on the commands that only one of them has.
 */
export function versionNotes(here: readonly string[], there: readonly string[]): string[] {
  const onlyHere = here.filter((name) => !there.includes(name));
  const onlyThere = there.filter((name) => !here.includes(name));
  if (onlyHere.length + onlyThere.length === 0) return [];
  return [
    'This console and the stage are not of the same version.',
    ...(onlyThere.length > 0 ? [`Only the stage has ${onlyThere.join(', ')}.`] : []),
    ...(onlyHere.length > 0 ? [`The stage does not have ${onlyHere.join(', ')}.`] : []),
  ];
}

/** @returns the same for a stage that does not even have the command that describes it. */
export const olderStageNote = (rejection: string): string[] =>
  rejection.startsWith('Unknown command') ? [`The stage is older than this console. ${rejection}`] : [];
