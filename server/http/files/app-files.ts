import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from '../refusals.ts';
import { appPolicy, devicePolicy, policyHeader } from '../security-headers.ts';
import { screens } from './screens.ts';
import { startPage } from './start-page.ts';

/** A page of the app, and how it is sent. */
interface ScreenPage {
  html: string;
  /** The Content-Security-Policy that allows its scripts and styles. */
  policy: string;
  send: ReturnType<typeof startPage>;
}

/** The pages of one build. */
interface ScreenPages {
  home: ScreenPage;
  /** All screens but Home. */
  frame: ScreenPage;
}

const readText = (file: string) => readFile(file, 'utf8').catch(() => undefined);

/** How long the files of a release are kept after it was last served, ms: no page stays open longer without a reload. */
const keptFor = 14 * 24 * 3600_000;

/** The path under which the app lives. */
export const appPath = '/tyy/';

/** Files that a browser may open as a page or run as a worker: what they may do is said in their own response. */
const ownPolicy = /(\.html?|worker[^/]*\.js)$/;
/** What only pages need to say; every file of a first visit would carry them over a slow network, 200 bytes each. */
const pageHeadersOnly = ['strict-transport-security', 'x-frame-options', 'referrer-policy', 'x-request-id'];
const hashedName = /[/\\]assets[/\\][^/\\]*-[\w-]{6,}\.\w+(\.br|\.gz)?$/;

/** Where the built app lies; `changedPage` may respond to a request for a screen with a page made from index.html. */
export interface AppFiles {
  folder: string;
  /** A folder for the files of this release and those before it, which pages that are open still ask for. */
  releases?: string;
  changedPage?: ((request: FastifyRequest, html: string) => string | null) | undefined;
  /** Another origin to which photos go and from which pictures come. */
  pictureOrigin?: string | null;
}

/**
 * Serves the built app: hashed files for ever, all others revalidated, compressed copies where the build made them,
 * index.html for Home, which the build has drawn into it, and frame.html for all other screens, also those that there are not (404). Without a build (in development) it serves nothing.
 */
export async function appFiles(
  app: FastifyInstance,
  { folder, releases, changedPage, pictureOrigin }: AppFiles,
): Promise<void> {
  app.get('/', async (_request, reply) => reply.redirect(appPath, 302));
  app.get(appPath.slice(0, -1), async (_request, reply) => reply.redirect(appPath, 302));

  const pages = await screenPages(folder, pictureOrigin ? [pictureOrigin] : [], async () => {
    if (releases === undefined) return;
    await saveReleasedFiles(folder, releases).catch(error => app.log.warn(error, 'the files are not kept'));
  });
  if (pages === null) return void app.setNotFoundHandler(sendNotFound);

  /** Home at its address and that of its file, for all others the frame. */
  const pageAt = async (path: string): Promise<ScreenPage> => {
    const { home, frame } = await pages();
    return path === appPath || path === `${appPath}index.html` ? home : frame;
  };

  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    // All others keep the closed policy, which is 400 bytes shorter.
    if (ownPolicy.test(path)) reply.headers(policies(await pageAt(path)));
    else if (isFile(path)) for (const name of pageHeadersOnly) reply.removeHeader(name);
  });
  await app.register(fastifyStatic, {
    root: folder,
    prefix: appPath,
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    lastModified: false,
    setHeaders(reply, file) {
      const kept = hashedName.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.setHeader('cache-control', kept);
      if (/\.html?(\.br|\.gz)?$/.test(file)) reply.setHeader('content-type', 'text/html; charset=utf-8');
    },
  });

  const sendScreen = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = await pageAt(pathOf(request));
    reply.code(isScreen(pathOf(request)) ? 200 : 404).headers(policies(page));
    const changed = changedPage?.(request, page.html) ?? null;
    if (changed === null) return page.send(request, reply);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(changed);
  };

  app.get(appPath, sendScreen);
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const start = path.slice(0, appPath.length);
    if (start !== appPath && start.toLowerCase() === appPath && isRead(request.method))
      return reply.redirect(appPath + request.url.slice(appPath.length), 302);
    if (path.startsWith(appPath) && !isFile(path) && isRead(request.method))
      return sendScreen(request, reply);
    // Not as a second root: the plugin would then find no file that has no compressed copy.
    if (
      releases !== undefined &&
      hashedName.test(path) &&
      existsSync(join(releases, path.slice(appPath.length)))
    )
      return reply.sendFile(path.slice(appPath.length), releases);
    return sendNotFound(request, reply);
  });
}

function policies({ policy }: ScreenPage): Record<string, string> {
  return { 'content-security-policy': policy, 'permissions-policy': devicePolicy };
}

function pathOf(request: FastifyRequest): string {
  // Not by URL: a path that begins with two slashes would be read as the name of a host.
  return request.url.split('?', 1)[0]!;
}

/**
 * Whether the path is a screen of the app; for any other the app shows "not found". What follows a link in a message, capitals, a
 * final slash or an escaped letter make no difference: src/paths.ts reads addresses in the same way.
 */
function isScreen(path: string): boolean {
  const name = decoded(path).slice(appPath.length).toLowerCase();
  return screens.includes(name.replace(/[\u0080-\uffff].*$|[!),.:;?]+$/, '').replace(/\/+$/, ''));
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Whether a path names a file and not a screen: its last part has an ending. */
function isFile(path: string): boolean {
  return /\.[^/]+$/.test(path);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Copies the hashed files of a release into a folder with those of the releases before it, which pages that are still open
 * ask for, and removes what is too old. Where nothing can be written there, only the present release is served.
 */
async function saveReleasedFiles(release: string, folder: string): Promise<void> {
  const source = join(release, 'assets');
  const target = join(folder, 'assets');
  await mkdir(target, { recursive: true });
  const now = new Date();
  const names = await readdir(source);
  for (const name of names) {
    const copy = join(target, name);
    await save(join(source, name), copy);
    await utimes(copy, now, now);
  }
  const current = new Set(names);
  for (const name of await readdir(target)) {
    if (current.has(name)) continue;
    const copy = join(target, name);
    if (now.getTime() - (await stat(copy)).mtimeMs > keptFor) await rm(copy, { force: true });
  }
}

/** Copies a file that is missing or cut short. Earlier versions made a second name instead, which has the permissions of the built app. */
async function save(file: string, copy: string): Promise<void> {
  const [whole, found] = await Promise.all([stat(file), stat(copy).catch(() => null)]);
  if (found?.isFile() && found.size === whole.size && found.nlink === 1) return;
  // A copy has its name only once it is whole: it may be served for weeks.
  const part = `${copy}.${randomUUID()}.part`;
  await writeFile(part, await readFile(file));
  if (found?.isDirectory()) await rm(copy, { recursive: true });
  await rename(part, copy);
}

/**
 * Reads the pages of the built app, anew where a build has written them since; while one is being written, those of before
 * stay. `onBuild` is called with each. Null where there is no build.
 */
async function screenPages(
  folder: string,
  pictureOrigins: string[],
  onBuild: () => Promise<void>,
): Promise<(() => Promise<ScreenPages>) | null> {
  const files = ['index.html', 'frame.html'].map(name => join(folder, name));
  let version = '';
  let pages: ScreenPages | null = null;

  async function refresh(): Promise<void> {
    const found = await versionOf(files);
    if (found === null || found === version) return;
    const [home = '', frame = home] = await Promise.all(files.map(readText));
    if (home === '') return;
    version = found;
    const pageOf = (html: string): ScreenPage => ({
      html,
      policy: policyHeader(appPolicy(html, pictureOrigins)),
      send: startPage(html),
    });
    pages = { home: pageOf(home), frame: pageOf(frame) };
    await onBuild();
  }

  await refresh();
  if (pages === null) return null;
  const first: ScreenPages = pages;
  return async () => {
    await refresh();
    return pages ?? first;
  };
}

/** Changes with each build; null where there is none. */
async function versionOf(files: string[]): Promise<string | null> {
  const [home, frame] = await Promise.all(files.map(file => stat(file).catch(() => null)));
  return home ? [home, frame].map(info => `${info?.ino} ${info?.mtimeMs} ${info?.size}`).join() : null;
}
