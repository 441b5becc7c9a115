import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appPolicy, policyHeader } from './security-headers.ts';
import { startPage } from './start-page.ts';

/** The path under which the app lives. */
export const appPath = '/tyy/';

const hashedName = /[/\\]assets[/\\][^/\\]*-[\w-]{8,}\.\w+(\.br|\.gz)?$/;

/** Where the built app lies; `changedPage` may answer a request for a screen with a page made from index.html. */
export interface AppFiles {
  folder: string;
  changedPage?: ((request: FastifyRequest, html: string) => string | null) | undefined;
}

/**
 * Serves the built app: hashed files for ever, all others revalidated, compressed copies where the build made them,
 * and index.html for every address of a screen. Without a build (in development) it serves nothing.
 */
export async function appFiles(app: FastifyInstance, { folder, changedPage }: AppFiles): Promise<void> {
  app.get('/', async (_request, reply) => reply.redirect(appPath, 302));
  app.get(appPath.slice(0, -1), async (_request, reply) => reply.redirect(appPath, 302));

  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  if (html === null) return;
  const policy = policyHeader(appPolicy(html));

  await app.register(fastifyStatic, {
    root: folder,
    prefix: appPath,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const kept = hashedName.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.setHeader('cache-control', kept);
      // A worker takes its policy from its own file.
      reply.setHeader('content-security-policy', policy);
      if (/\.html?(\.br|\.gz)?$/.test(file)) reply.setHeader('content-type', 'text/html; charset=utf-8');
    },
  });

  const sendStartPage = startPage(html);
  const pageHeaders = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  };

  const sendScreen = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const changed = changedPage?.(request, html) ?? null;
    if (changed !== null) return reply.headers(pageHeaders).send(changed);
    return sendStartPage(request, reply.header('content-security-policy', policy));
  };

  app.get(appPath, sendScreen);
  app.setNotFoundHandler(async (request, reply) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const isScreen = path.startsWith(appPath) && !/\.[^/]+$/.test(path) && isRead(request.method);
    if (isScreen) return sendScreen(request, reply);
    return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found');
  });
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
