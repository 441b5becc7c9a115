import { type ComponentType, lazy } from 'react';
import { loadAllWords } from '../i18n/i18n.ts';
import { reloadUnlessLeft } from '../platform/leave-page.ts';
import { oneOf } from '../platform/parse.ts';
import { savedInTab } from '../platform/storage/saved.ts';
import { loadBlockingOverlays } from './load-blocking-overlays.tsx';

type Module = { default: ComponentType };

/** A screen whose file loads when the screen is rendered, or earlier if `load` is called. */
interface LazyScreen {
  component: ComponentType;
  load: () => Promise<Module>;
}

/** Saved if the page was reloaded because a new release had removed a file. */
const reloaded = savedInTab('tyy.reloaded', oneOf('yes'));

/**
 * Loads a screen with its texts and overlays. A new release removes the files of the old release, so the first failure
 * reloads the page; a second failure throws.
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
      // If the mark cannot be saved, throw: the page would reload forever.
      if (!reloaded.read()) throw error;
      reloadUnlessLeft();
      return new Promise<Module>(() => {});
    }
  };
  return { component: lazy(load), load };
}
