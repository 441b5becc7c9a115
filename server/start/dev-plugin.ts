import { relative } from 'node:path';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { withSettings } from '../http/files/page-settings.ts';
import type { Backend } from './start-backend.ts';

type Settings = typeof import('../settings/config.ts');

const notTheApp = /^\/($|v1\/|sandbox\/|tyy-photos\/|pictures\/|template-pics\/|share\/|notify\/|healthz)/;

/**
 * Adds the backend to Vite's development server, which listens at HOST and PORT. After an edit, the backend restarts on
 * the next request.
 */
export function devPlugin(): Plugin {
  const { PORT, HOST } = process.env;
  let restart = () => {};
  return {
    name: 'backend',
    apply: 'serve',
    config: () => ({
      server: { ...(PORT && { port: Number(PORT), strictPort: true }), ...(HOST && { host: HOST }) },
    }),
    // Plugins of the build import sources of the app and the server. Vite would restart after each edit of these.
    configResolved({ configFileDependencies: files, root }) {
      const isSource = (file: string) => /^(server|src)[/\\]/.test(relative(root, file));
      files.splice(
        0,
        files.length,
        ...files.filter(file => !isSource(file) || file.endsWith('dev-plugin.ts')),
      );
    },
    configureServer(vite) {
      restart = mount(vite);
    },
    // Vite calls this after it has forgotten the changed module, so the restart loads the new one.
    hotUpdate({ file, server }) {
      if (file.startsWith(`${server.config.root}/server/`)) restart();
    },
    // Inside the simulator's frame, the script provides the objects that a native app would. Elsewhere it does nothing.
    async transformIndexHtml(html, { server }) {
      const { readConfig } = (await server!.ssrLoadModule('/server/settings/config.ts')) as Settings;
      return {
        html: withSettings(html, readConfig(process.env).app),
        tags: [{ tag: 'script', attrs: { src: '/sandbox/shell/inject.js' }, injectTo: 'head-prepend' }],
      };
    },
  };
}

/** Serves the backend. Returns a function that closes it until the next request. */
function mount(vite: ViteDevServer): () => void {
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
    const mine = running;
    mine
      .then(({ app }) => app.routing(request, response))
      .catch(error => {
        // The next request tries again, because a mistake may have been mended.
        if (running === mine) running = null;
        next(error);
      });
  };

  vite.httpServer?.on('close', () => void close());
  vite.middlewares.use(handle);
  return () => void close();
}
