import { type ComponentType, lazy } from 'react';
import { loadAllWords } from '../i18n/i18n.ts';
import { reloadUnlessLeft } from '../platform/leave-page.ts';
import { oneOf } from '../platform/parse.ts';
import { savedInTab } from '../platform/storage/saved.ts';
import { loadBlockingOverlays } from './load-blocking-overlays.tsx';

type Module = { default: ComponentType };

/** A screen whose file comes when it is rendered, or when it is loaded before. */
interface LazyScreen {
  component: ComponentType;
  load: () => Promise<Module>;
}

/** Whether the page was loaded anew because a release had removed one of its files. */
const reloaded = savedInTab('tyy.reloaded', oneOf('yes'));

/**
 * A screen that is downloaded when it opens, together with the words, and with the questions and waits above it. A
 * release removes the files of the one before it: the page then reloads once, and only a second failure is an error.
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
      // Where the tab remembers nothing, it would reload for ever.
      if (!reloaded.read()) throw error;
      reloadUnlessLeft();
      return new Promise<Module>(() => {});
    }
  };
  return { component: lazy(load), load };
}
