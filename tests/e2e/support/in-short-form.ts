/** Details of a story that runs in several variants: `npm test` runs it if `isIn`, `LONG=1 npm test` always. */
export const inShortForm = (isIn: boolean): { tag: string[] } => ({ tag: isIn ? [] : ['@long'] });
