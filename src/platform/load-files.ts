/** Files that are loaded or loading, by address. A file that fails is removed, so that the next call loads it again. */
const files = new Map<string, Promise<unknown>>();

/**
 * Loads the files of an `import()`, then runs it. The build uses this for each import instead of Vite's helper
 * (`vite.config.ts`). Firefox and Safari remember a module's failure until the page closes, so the files must not fail
 * inside `import()`.
 */
export async function loadFiles<T>(open: () => Promise<T>, names: string[] = []): Promise<T> {
  try {
    await Promise.all(names.map(loadOnce));
    return await open();
  } catch (error) {
    // Vite's own helper sends the same event.
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
  // The file is already in the page. A style that is only preloaded is not in use yet.
  const found = document.querySelector(`[src="${address}"],[href="${address}"]:not([rel=preload])`);
  if (found) return Promise.resolve();
  return address.endsWith('.css') ? loadStyle(address) : loadScript(address);
}

/** Fetches the script, so that the browser has it in its cache for the `import()` that follows. */
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
