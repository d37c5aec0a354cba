/** `npm run <script> -- --help`: prints the help of a script. */

/** @param text how to call the script, and what it does. Ends the process after printing it. */
export function helpWith(text: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(text);
  process.exit(0);
}

/** For scripts without arguments. They would otherwise be ignored, such as `--port` of `npm start`. */
export function rejectArguments(): void {
  const given = process.argv.slice(2);
  if (given.length === 0) return;
  console.error(
    `There are no arguments, but these were given: ${given.join(' ')}. --help lists the settings.`,
  );
  process.exit(1);
}
