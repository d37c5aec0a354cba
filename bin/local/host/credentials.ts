/** The credentials of the stage's functions. Other clients sign with any. */

export const LOCAL_KEY_ID = 'local';
export const LOCAL_SECRET_KEY = 'local';
