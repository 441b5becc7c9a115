/** What has come or is coming, by its address. A failure is removed, so that the next call requests the file again. */
const files = new Map<string, Promise<unknown>>();

/**
 * Requests the files of an `import()`, then opens it; the build puts this around each one in place of Vite's helper
 * (`vite.config.ts`). Firefox and Safari remember for the life of the page that a module failed, so no
 * file may fail for the first time inside `import()`.
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
  // The page has asked for it by itself. A style that is only preloaded is not in use yet.
  const found = document.querySelector(`[src="${address}"],[href="${address}"]:not([rel=preload])`);
  if (found) return Promise.resolve();
  return address.endsWith('.css') ? loadStyle(address) : loadScript(address);
}

/** The browser keeps it for the `import()` that follows. */
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
