import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../http/api-error.ts';
import { appPath } from '../../http/files/app-files.ts';
import { type Policy, policyHeader } from '../../http/security-headers.ts';
import type { ApiApp } from '../../http/serve-call.ts';
import { inEveryLanguage } from '../../languages/languages.ts';
import { rechargeConfigs, yuan } from '../../money/recharge-configs.ts';

const shellPath = '/sandbox/shell';

const policy: Policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:', 'https:'],
  'connect-src': ["'self'", 'blob:', 'data:'],
  'frame-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyHeader(policy),
  'cache-control': 'no-store',
};

async function sendScript(reply: FastifyReply, file: string): Promise<FastifyReply> {
  const { compileScript } = await import('./compile-script.ts');
  return reply
    .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
    .send(await compileScript(file));
}

/** Serves two pages: one simulates the native app and its store, the other checks a real native app. */
export async function shellRoutes(app: ApiApp): Promise<void> {
  const folder = pageFolder();
  const html = await readFile(join(folder, 'shell.html'), 'utf8');
  const checkHtml = await readFile(join(folder, 'check.html'), 'utf8');

  await app.register(fastifyStatic, {
    root: folder,
    prefix: `${shellPath}/`,
    index: false,
    cacheControl: false,
    setHeaders: reply => reply.setHeader('cache-control', 'no-cache'),
  });

  // From source, each script is compiled on request; a build contains the compiled scripts.
  if (existsSync(join(folder, 'main.ts'))) {
    app.get(`${shellPath}/:script(^[a-z-]+).js`, async (request, reply) => {
      const { script } = request.params as { script: string };
      return sendScript(reply, join(folder, `${script}.ts`));
    });
    app.get(`${shellPath}/platform/*`, async (request, reply) => {
      const script = (request.params as { '*': string })['*'].replace(/\.js$/, '');
      const { platformFiles } = await import('./compile-script.ts');
      if (!platformFiles.includes(script)) throw notFound();
      return sendScript(reply, join(folder, `../../../../src/platform/${script}.ts`));
    });
  }

  app.get(shellPath, async (_request, reply) =>
    reply
      .headers({ ...headers, 'set-cookie': `${frameCookie}=1; Path=${appPath}; SameSite=Strict; HttpOnly` })
      .send(html),
  );

  app.get('/sandbox/bridge-check', async (_request, reply) => reply.headers(headers).send(checkHtml));

  app.get(`${shellPath}/words`, async () => inEveryLanguage(({ shell }) => shell));

  app.get(`${shellPath}/products`, async () => ({
    list: rechargeConfigs.map(({ productId, title, price, vipLevel }) => ({
      product_id: productId,
      title,
      amount: yuan(price),
      vip_level: vipLevel,
    })),
  }));
}

/** Folder of the simulator's files: next to this file in the source, next to the bundle in a build. */
function pageFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = [join(here, 'page'), join(here, 'shell')].find(existsSync);
  if (!found) throw new Error(`The shell simulator is missing: no folder "page" or "shell" in ${here}`);
  return found;
}

const frameCookie = 'tyy_shell';

const script = '<script src="/sandbox/shell/inject.js"></script>';

/** Adds a script that simulates a native app before the app's own scripts run. Null outside the simulator. */
export function framePage(request: FastifyRequest, html: string): string | null {
  return isForFrame(request) ? html.replace('<head>', `<head>\n    ${script}`) : null;
}

function isForFrame({ headers }: FastifyRequest): boolean {
  // Browsers omit this header unless the address is https or loopback. So without it, assume a frame.
  const destination = headers['sec-fetch-dest'] ?? 'iframe';
  const cookies = (headers.cookie ?? '').split(';').map(cookie => cookie.trim());
  return destination === 'iframe' && cookies.includes(`${frameCookie}=1`);
}
