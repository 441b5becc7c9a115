/** The details of a story that is told again with something else: `npm test` tells it where `isIn` holds, `LONG=1 npm test` everywhere. */
export const inShortForm = (isIn: boolean): { tag: string[] } => ({ tag: isIn ? [] : ['@long'] });
