/** `npm run <script> -- --help`: what every script of ours prints before it does anything. */

/** @param text how to call the script, and what it does. Ends the process when help is asked for. */
export function helpWith(text: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(text);
  process.exit(0);
}
