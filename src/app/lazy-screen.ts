import { type ComponentType, lazy } from 'react';
import { loadAllWords } from '../i18n/i18n.ts';
import { reloadUnlessLeft } from '../platform/leave-page.ts';
import { oneOf } from '../platform/parse.ts';
import { savedInTab } from '../platform/storage/saved.ts';
import { loadBlockingOverlays } from './load-blocking-overlays.tsx';

type Module = { default: ComponentType };

/** A screen that downloads its code when it is rendered, or earlier if `load` is called. */
interface LazyScreen {
  component: ComponentType;
  load: () => Promise<Module>;
}

/** Set before the page reloads because a file is missing, so that it does not reload again and again. */
const reloaded = savedInTab('tyy.reloaded', oneOf('yes'));

/**
 * Loads a screen with its texts and overlays. A new release removes the old release's files, so the first failure
 * reloads the page. A second failure, or a failure while offline, throws.
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
      // If the flag cannot be saved, do not reload, because the page would then reload forever.
      if (!reloaded.read()) throw error;
      reloadUnlessLeft();
      return new Promise<Module>(() => {});
    }
  };
  return { component: lazy(load), load };
}
