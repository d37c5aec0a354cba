/** Prints the folder of the cloud assembly. Run in a process of its own, which loads the changed sources. */
import { synthesize } from '../template/synthesize.ts';

console.log(await synthesize(process.env));
