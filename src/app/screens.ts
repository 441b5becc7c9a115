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
  tabBar?: true;
  adEntry?: true;
  /** Opens without a signed-in user. */
  open?: boolean;
  /** Stays as it was left: its state and its scroll position. */
  keepAlive?: true;
}

/** Every screen of the app. Home comes with the first download, the others when they are opened. */
export const screens: Screen[] = [
  { path: paths.home, title: 'home.title', component: Home, tabBar: true, open: true },
  {
    path: paths.makePic,
    title: 'make-pic.title',
    component: lazyScreen(() => import('../screens/make-pic/make-pic.tsx')),
    adEntry: true,
    open: import.meta.env.VITE_OPEN_TRY === '1',
  },
  {
    path: paths.making,
    title: 'making.title',
    component: lazyScreen(() => import('../screens/making/making.tsx')),
  },
  {
    path: paths.personalCenter,
    title: 'personal-center.title',
    component: lazyScreen(() => import('../screens/personal-center.tsx')),
    tabBar: true,
    adEntry: true,
    keepAlive: true,
  },
  {
    path: paths.picList,
    title: 'pic-list.title',
    component: lazyScreen(() => import('../screens/pic-list.tsx')),
  },
  { path: paths.pic, title: 'pic.title', component: lazyScreen(() => import('../screens/pic/pic.tsx')) },
  {
    path: paths.setting,
    title: 'setting.title',
    component: lazyScreen(() => import('../screens/setting/setting.tsx')),
    open: true,
  },
  {
    path: paths.apps,
    title: 'apps.title',
    component: lazyScreen(() => import('../screens/apps.tsx')),
    open: true,
  },
  {
    path: paths.recharge,
    title: 'recharge.title',
    component: lazyScreen(() => import('../screens/recharge.tsx')),
  },
  {
    path: paths.coinFlow,
    title: 'coin-flow.title',
    component: lazyScreen(() => import('../screens/coin-flow.tsx')),
  },
  {
    path: paths.subscription,
    title: 'subscription.title',
    component: lazyScreen(() => import('../screens/subscription.tsx')),
  },
  {
    path: paths.privacy,
    title: 'privacy.title',
    component: lazyScreen(() => import('../screens/privacy/privacy.tsx')),
    open: true,
  },
  {
    path: paths.term,
    title: 'term.title',
    component: lazyScreen(() => import('../screens/term/term.tsx')),
    open: true,
  },
];

/** What any other address shows. */
export const notFound: Screen = {
  path: '',
  title: 'not-found.title',
  component: lazyScreen(() => import('../screens/not-found.tsx')),
  open: true,
};
