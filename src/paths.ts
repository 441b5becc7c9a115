/** Addresses of all screens, relative to the base path. */
export const paths = {
  home: '/',
  makePic: '/make-pic',
  making: '/making',
  personalCenter: '/personal-center',
  picList: '/pic-list',
  pic: '/pic',
  setting: '/setting',
  apps: '/apps',
  recharge: '/recharge',
  coinFlow: '/coin-flow',
  subscription: '/subscription',
  privacy: '/privacy',
  term: '/term',
} as const;

/** The app's base path, without a trailing slash. */
export const basePath = '/tyy';

/**
 * Returns the path relative to the base path. Repairs shared links, which may have a trailing slash or index.html,
 * escaped or capital letters, or words after the link, as in "…/tyy/make-pic，快来".
 */
export function pathOf(pathname: string): string {
  const path = decoded(pathname).slice(basePath.length).toLowerCase();
  return path.replace(/[\u0080-\uffff].*$|[!),.:;?]+$/, '').replace(/(\/index\.html)?\/*$/, '') || paths.home;
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

type Id = string | number;

/** Address of the screen that waits for a job. `generateId` may be empty. */
export const makingPath = (trainId: Id, generateId: Id): string =>
  withQuery(paths.making, { train_id: `${trainId}`, generate_id: `${generateId}` });

export const picPath = (generateId: Id): string => withQuery(paths.pic, { generate_id: `${generateId}` });

function withQuery(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query)}`;
}
