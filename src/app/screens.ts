import type { ComponentType } from 'react';
import type { PlainKey } from '../i18n/text-key.ts';
import { paths } from '../paths.ts';
import { usePath } from '../platform/navigation.ts';
import Home from '../screens/home/home.tsx';
import { lazyScreen } from './lazy-screen.tsx';

type Path = (typeof paths)[keyof typeof paths];
type NameIn<Path> = Path extends `/${infer Name}` ? Name : never;

export interface Screen {
  path: Path | '/not-found';
  component: ComponentType;
  /** Loads the screen's code. Undefined if the code is part of the first download. */
  load?: () => Promise<{ default: ComponentType }>;
  tabBar?: true;
  adBadge?: true;
  /** True if the screen can be opened without signing in. */
  open?: boolean | undefined;
  /** True if the screen uses more than one column on wide windows. */
  wide?: true;
  /** True if the screen keeps its state and scroll position while another screen is open. */
  keepAlive?: true;
}

export const importMakePic = () => import('../screens/make-pic/make-pic.tsx');

/** Home is in the first download. The other screens load when opened; make-pic usually earlier (`fetchAhead`). */
export const screens: Screen[] = [
  { path: paths.home, component: Home, tabBar: true, open: true },
  {
    path: paths.makePic,
    ...lazyScreen(importMakePic),
    adBadge: true,
    open: appSettings.openTry,
  },
  { path: paths.making, ...lazyScreen(() => import('../screens/making/making.tsx')) },
  {
    path: paths.personalCenter,
    ...lazyScreen(() => import('../screens/personal-center/personal-center.tsx')),
    tabBar: true,
    adBadge: true,
    keepAlive: true,
  },
  { path: paths.picList, ...lazyScreen(() => import('../screens/pic-list.tsx')) },
  { path: paths.pic, wide: true, ...lazyScreen(() => import('../screens/pic/pic.tsx')) },
  { path: paths.setting, ...lazyScreen(() => import('../screens/setting/setting.tsx')), open: true },
  { path: paths.apps, ...lazyScreen(() => import('../screens/apps.tsx')), open: true },
  { path: paths.recharge, ...lazyScreen(() => import('../screens/recharge.tsx')) },
  { path: paths.coinFlow, ...lazyScreen(() => import('../screens/coin-flow.tsx')) },
  { path: paths.subscription, ...lazyScreen(() => import('../screens/subscription.tsx')) },
  { path: paths.privacy, ...lazyScreen(() => import('../screens/privacy.tsx')), open: true },
  { path: paths.term, ...lazyScreen(() => import('../screens/term.tsx')), open: true },
];

/** Shown for unknown addresses. */
const notFound: Screen = {
  path: '/not-found',
  ...lazyScreen(() => import('../screens/not-found.tsx')),
  open: true,
};

/** Key of the page's title, for example `pic-list.title` for `/pic-list`. Most screens also use it as heading. */
export function titleOf({ path }: Screen): PlainKey {
  if (path === paths.home) return 'home.title';
  return `${path.slice(1) as NameIn<Exclude<typeof path, '/'>>}.title`;
}

/** Loads a screen's code ahead of time, so that the screen renders without a skeleton. */
export async function loadScreen(screen: Screen): Promise<void> {
  if (screen.load) screen.component = (await screen.load()).default;
}

export function useScreen(): Screen {
  const path = usePath();
  return screens.find(screen => screen.path === path) ?? notFound;
}
