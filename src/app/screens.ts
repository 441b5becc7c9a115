import type { ComponentType } from 'react';
import type { PlainKey } from '../i18n/text-key.ts';
import { paths } from '../paths.ts';
import Home from '../screens/home.tsx';
import { lazyScreen } from './lazy-screen.ts';

/** What the frame knows of a screen. */
export interface Screen {
  path: string;
  /** The page's title and, mostly, its heading. */
  title: PlainKey;
  component: ComponentType;
  /** Loads the file of a screen that does not come with the first download. */
  load?: () => Promise<{ default: ComponentType }>;
  tabBar?: true;
  adEntry?: true;
  /** Opens without a signed-in user. */
  open?: boolean | undefined;
  /** Stays as it was left: its state and its scroll position. */
  keepAlive?: true;
}

/** Every screen of the app. Home comes with the first download, the others when they are opened. */
export const screens: Screen[] = [
  { path: paths.home, title: 'home.title', component: Home, tabBar: true, open: true },
  {
    path: paths.makePic,
    title: 'make-pic.title',
    ...lazyScreen(() => import('../screens/make-pic/make-pic.tsx')),
    adEntry: true,
    open: import.meta.env.VITE_OPEN_TRY === '1',
  },
  {
    path: paths.making,
    title: 'making.title',
    ...lazyScreen(() => import('../screens/making/making.tsx')),
  },
  {
    path: paths.personalCenter,
    title: 'personal-center.title',
    ...lazyScreen(() => import('../screens/personal-center.tsx')),
    tabBar: true,
    adEntry: true,
    keepAlive: true,
  },
  {
    path: paths.picList,
    title: 'pic-list.title',
    ...lazyScreen(() => import('../screens/pic-list.tsx')),
  },
  { path: paths.pic, title: 'pic.title', ...lazyScreen(() => import('../screens/pic/pic.tsx')) },
  {
    path: paths.setting,
    title: 'setting.title',
    ...lazyScreen(() => import('../screens/setting/setting.tsx')),
    open: true,
  },
  {
    path: paths.apps,
    title: 'apps.title',
    ...lazyScreen(() => import('../screens/apps.tsx')),
    open: true,
  },
  {
    path: paths.recharge,
    title: 'recharge.title',
    ...lazyScreen(() => import('../screens/recharge.tsx')),
  },
  {
    path: paths.coinFlow,
    title: 'coin-flow.title',
    ...lazyScreen(() => import('../screens/coin-flow.tsx')),
  },
  {
    path: paths.subscription,
    title: 'subscription.title',
    ...lazyScreen(() => import('../screens/subscription.tsx')),
  },
  {
    path: paths.privacy,
    title: 'privacy.title',
    ...lazyScreen(() => import('../screens/privacy.tsx')),
    open: true,
  },
  {
    path: paths.term,
    title: 'term.title',
    ...lazyScreen(() => import('../screens/term.tsx')),
    open: true,
  },
];

/** What any other address shows. */
export const notFound: Screen = {
  path: '',
  title: 'not-found.title',
  ...lazyScreen(() => import('../screens/not-found.tsx')),
  open: true,
};

/** Loads a screen's file, so that it is rendered at once and without a skeleton. */
export async function loadScreen(screen: Screen): Promise<void> {
  if (screen.load) screen.component = (await screen.load()).default;
}
