/** Unpacks Chromium to the folder for temporary files, in a process whose environment says where that is. */
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
