/** `npm run <script> -- --help`: prints the help of a script. */

/** @param text how to call the script, and what it does. Ends the process after printing it. */
export function helpWith(text: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(text);
  process.exit(0);
}
