import { type ComponentType, lazy } from 'react';
import { loadAllWords } from '../i18n/i18n.ts';
import { reloadUnlessLeft } from '../platform/leave-page.ts';
import { oneOf } from '../platform/parse.ts';
import { savedInTab } from '../platform/storage/saved.ts';
import { loadBlockingOverlays } from './load-blocking-overlays.tsx';

type Module = { default: ComponentType };

/** A screen whose file is loaded when it is rendered, or before by `load`. */
interface LazyScreen {
  component: ComponentType;
  load: () => Promise<Module>;
}

/** Set if the page was reloaded because a release had removed a file. */
const reloaded = savedInTab('tyy.reloaded', oneOf('yes'));

/**
 * Loads a screen with the texts and the overlays. A release removes the files of the last one: reloads the page once,
 * and throws only after a second failure.
 */
export function lazyScreen(open: () => Promise<Module>): LazyScreen {
  const load = async () => {
    try {
      const [module] = await Promise.all([open(), loadAllWords(), loadBlockingOverlays()]);
      reloaded.remove();
      return module;
    } catch (error) {
      if (!navigator.onLine || reloaded.read()) throw error;
      reloaded.write('yes');
      // Without storage it would reload forever.
      if (!reloaded.read()) throw error;
      reloadUnlessLeft();
      return new Promise<Module>(() => {});
    }
  };
  return { component: lazy(load), load };
}
