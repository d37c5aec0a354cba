/** Prints the folder of the cloud assembly. Run in its own process, which loads the changed sources. */
import { synthesize } from '../template/synthesize.ts';

console.log(await synthesize(process.env));
