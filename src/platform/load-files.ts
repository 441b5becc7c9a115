/** Files that are loaded or loading, by address. Failed files are removed, so that the next call loads them again. */
const files = new Map<string, Promise<unknown>>();

/**
 * Loads a module's files, then runs its `import()`; `vite.config.ts` replaces Vite's helper with this function. Firefox
 * and Safari never retry a failed module until the page closes, so the files must be loaded before the `import()`.
 */
export async function loadFiles<T>(open: () => Promise<T>, names: string[] = []): Promise<T> {
  try {
    await Promise.all(names.map(loadOnce));
    return await open();
  } catch (error) {
    // Send the same event as Vite's own helper, because the app listens for it.
    dispatchEvent(new Event('vite:preloadError'));
    throw error;
  }
}

function loadOnce(name: string): Promise<unknown> {
  const address = import.meta.env.BASE_URL + name;
  const loading = files.get(address) ?? load(address);
  files.set(address, loading);
  loading.catch(() => files.delete(address));
  return loading;
}

function load(address: string): Promise<unknown> {
  // The page already has the file. A style sheet that is only preloaded is not applied yet.
  const found = document.querySelector(`[src="${address}"],[href="${address}"]:not([rel=preload])`);
  if (found) return Promise.resolve();
  return address.endsWith('.css') ? loadStyle(address) : loadScript(address);
}

/** Fetches a script into the browser's cache, for the `import()` that follows. */
async function loadScript(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  await response.arrayBuffer();
}

function loadStyle(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(href));
    };
    document.head.append(link);
  });
}
