import { paths } from '../../../src/paths.ts';

/** The names of the app's screens in its addresses; Home has none. */
export const screens: string[] = Object.values(paths).map(path => path.slice(1));
