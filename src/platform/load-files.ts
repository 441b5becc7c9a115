/** Loaded and loading files by address. A failed one is removed, so that the next call loads it again. */
const files = new Map<string, Promise<unknown>>();

/**
 * Loads the files of an `import()`, then runs it; the build puts this around each import instead of Vite's helper
 * (`vite.config.ts`). Firefox and Safari cache a module's failure for the life of the page, so files must not fail
 * inside `import()`.
 */
export async function loadFiles<T>(open: () => Promise<T>, names: string[] = []): Promise<T> {
  try {
    await Promise.all(names.map(loadOnce));
    return await open();
  } catch (error) {
    // As Vite's own helper does.
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
  // Already in the page. A style that is only preloaded is not in use yet.
  const found = document.querySelector(`[src="${address}"],[href="${address}"]:not([rel=preload])`);
  if (found) return Promise.resolve();
  return address.endsWith('.css') ? loadStyle(address) : loadScript(address);
}

/** The browser caches it for the following `import()`. */
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
