/** The times of attempts that take minutes, such as those that read or transfer whole files. */

/** The timeout of their functions. Lambda allows 900 seconds. */
export const LONG_TIMEOUT_SECONDS = 840;

/** How long such an attempt reads or transfers. It records how that ended in the rest of the timeout. */
export const LONG_ATTEMPT_MS = (LONG_TIMEOUT_SECONDS - 60) * 1000;
