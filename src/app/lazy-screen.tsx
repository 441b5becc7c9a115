import { type ComponentType, lazy, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { loadAllWords } from '../i18n/i18n.ts';
import { reloadUnlessLeft } from '../platform/leave-page.ts';
import { oneOf } from '../platform/parse.ts';
import { savedInTab } from '../platform/storage/saved.ts';
import { overlay } from '../state/overlay.ts';

type Module = { default: ComponentType };

/** A screen that downloads its code when it is rendered, or earlier if `load` is called. */
interface LazyScreen {
  component: ComponentType;
  load: () => Promise<Module>;
}

/** Set before the page reloads because a file is missing, so that it does not reload again and again. */
const reloaded = savedInTab('tyy.reloaded', oneOf('yes'));

/** A new release removes old files, so the first failed load reloads the page. Later or offline failures throw. */
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

let Overlays: ComponentType | null = null;

/** Loads the dialogs and the loading overlay: on Home only when needed, on other screens at once. */
async function loadBlockingOverlays(): Promise<void> {
  Overlays ??= (await import('./blocking-overlays.tsx')).default;
}

/** Shows the current dialog or loading overlay. If its code fails to load, closes the dialog. */
export function BlockingOverlays() {
  const { question, loading } = useSnapshot(overlay);
  const [, setHere] = useState(false);
  const isOpen = question !== null || loading !== null;

  useEffect(() => {
    if (!isOpen || Overlays) return;
    loadBlockingOverlays().then(
      () => setHere(true),
      () => question?.settle(null),
    );
  }, [isOpen, question]);

  return isOpen && Overlays && <Overlays />;
}
