import { paths } from '../../src/paths.ts';

/** The screens that README's pictures show, by file in docs. `readme-pics.ts` takes them in this order. */
export const readmeScreens = {
  'screens.png': [paths.home, paths.makePic, paths.pic],
  'highlights.png': [paths.makePic, paths.makePic, paths.makePic],
  'way.webp': [paths.home, paths.makePic, paths.making, paths.pic],
} as const;
