import { session } from './session.ts';

/** True if nobody is signed in and guests may use the screens (`openTry`). Not in session.ts, which Home loads. */
export const isGuest = (): boolean => appSettings.openTry === true && session.token === null;
