import { sep } from 'node:path';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import type { Backend } from './start-backend.ts';

const notTheApp = /^\/($|v1\/|sandbox\/|tyy-photos\/|pictures\/|template-pics\/|share\/|notify\/|healthz)/;

/** Adds the backend to Vite's development server. After an edit, the backend restarts on the next request. */
export function devPlugin(): Plugin {
  return {
    name: 'backend',
    apply: 'serve',
    configureServer: mount,
    // Inside the simulator's frame, the script provides the objects that a native app would. Elsewhere it does nothing.
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: '/sandbox/shell/inject.js' }, injectTo: 'head-prepend' },
    ],
  };
}

function mount(vite: ViteDevServer): void {
  const sources = `${vite.config.root}${sep}server${sep}`;
  let running: Promise<Backend> | null = null;
  let closed = Promise.resolve();

  function close(): Promise<void> {
    const last = running;
    running = null;
    closed = closed.then(async () => (await last?.catch(() => null))?.close());
    return closed;
  }

  async function open(): Promise<Backend> {
    await closed;
    const { openBackend } = await vite.ssrLoadModule('/server/start/start-backend.ts');
    return (openBackend as typeof import('./start-backend.ts').openBackend)(process.env);
  }

  const handle: Connect.NextHandleFunction = (request, response, next) => {
    if (!notTheApp.test(request.url ?? '')) return next();
    running ??= open();
    running.then(({ app }) => app.routing(request, response)).catch(next);
  };

  vite.watcher.on('change', file => {
    if (file.startsWith(sources)) void close();
  });
  vite.httpServer?.on('close', () => void close());
  vite.middlewares.use(handle);
}
