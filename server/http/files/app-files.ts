import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../../src/paths.ts';
import { sendNotFound } from '../refusals.ts';
import { appPolicy, devicePolicy, policyHeader } from '../security-headers.ts';
import { withPageRevisions, withSettings } from './page-settings.ts';
import { hashOf, startPage, startScript } from './start-page.ts';

interface ScreenPage {
  html: string;
  policy: string;
  send: ReturnType<typeof startPage>;
}

interface ScreenPages {
  home: ScreenPage;
  frame: ScreenPage;
  /** Sends the service worker, which caches both pages. */
  sendWorker: ReturnType<typeof startScript> | typeof sendNotFound;
}

const readText = (file: string) => readFile(file, 'utf8').catch(() => undefined);

/** Keep files of earlier releases for this long (ms). No page stays open longer without a reload. */
const keptFor = 14 * 24 * 3600_000;

export const appPath = '/tyy/';

/** Pages and workers send their own content security policy. */
const ownPolicy = /(\.html?|worker[^/]*\.js)$/;
/** Only pages need these headers. Other files omit them to save 200 bytes each on slow networks. */
const pageHeadersOnly = ['strict-transport-security', 'x-frame-options', 'referrer-policy', 'x-request-id'];
const hashedName = /[/\\]assets[/\\][^/\\]*-[\w-]{6,}\.\w+(\.br|\.gz)?$/;

/** `folder` contains the built app. `changedPage` may replace a screen's HTML; null keeps it. */
interface AppFiles {
  folder: string;
  /** Folder for the hashed files of this and earlier releases: pages that are open may still load earlier ones. */
  releases?: string;
  changedPage?: ((request: FastifyRequest, html: string) => string | null) | undefined;
  /** The app's settings, which the pages contain. */
  settings?: object;
  /** Origin of the object store if it differs from the app's: the app uploads photos and loads pictures there. */
  pictureOrigin?: string | null;
}

/**
 * Serves the built app. Browsers cache hashed files forever and revalidate all others. Sends compressed copies if the
 * build made them. Home gets the prerendered index.html; all other screens get frame.html, with status 404 for unknown
 * screens. Serves nothing if there is no build, as in development.
 */
export async function appFiles(
  app: FastifyInstance,
  { folder, releases, changedPage, pictureOrigin, settings = {} }: AppFiles,
): Promise<void> {
  app.get('/', async (_request, reply) => reply.redirect(appPath, 302));
  app.get(appPath.slice(0, -1), async (_request, reply) => reply.redirect(appPath, 302));

  const built = { folder, settings, pictureOrigins: pictureOrigin ? [pictureOrigin] : [] };
  const pages = await screenPages(built, async () => {
    if (releases === undefined) return;
    await saveReleasedFiles(folder, releases).catch(error => app.log.warn(error, 'the files are not kept'));
  });
  if (pages === null) return void app.setNotFoundHandler(sendNotFound);

  const pageAt = async (path: string): Promise<ScreenPage> => {
    const { home, frame } = await pages();
    return path === appPath || path === `${appPath}index.html` ? home : frame;
  };

  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    // Other files keep the default policy, which forbids everything and is 400 bytes shorter.
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
  // The service worker's precache requests these addresses.
  for (const name of ['index.html', 'frame.html'])
    app.get(appPath + name, async (request, reply) => (await pageAt(pathOf(request))).send(request, reply));
  app.get(`${appPath}service-worker.js`, async (request, reply) =>
    (await pages()).sendWorker(request, reply),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const start = path.slice(0, appPath.length);
    if (start !== appPath && start.toLowerCase() === appPath && isRead(request.method))
      return reply.redirect(appPath + request.url.slice(appPath.length), 302);
    if (path.startsWith(appPath) && !isFile(path) && isRead(request.method))
      return sendScreen(request, reply);
    // Do not make this a second root of the static plugin, where it would find only files with a compressed copy.
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
  // Do not parse the path with `URL`, which reads `//name` as a host.
  return request.url.split('?', 1)[0]!;
}

/**
 * True if the path names a screen; the app shows "not found" for other paths. Like src/paths.ts, ignores case, a final
 * slash, escapes, and punctuation that messengers append to links.
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

function isFile(path: string): boolean {
  return /\.[^/]+$/.test(path);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Copies this release's hashed files to the folder that keeps earlier releases for open pages, and deletes files that
 * are too old. Rejects if the folder is not writable; the server then serves only the current release.
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

/**
 * Copies a file once. Replaces hard links, which earlier versions made, because they share the built app's permissions.
 */
async function save(file: string, copy: string): Promise<void> {
  const [whole, found] = await Promise.all([stat(file), stat(copy).catch(() => null)]);
  if (found?.isFile() && found.size === whole.size && found.nlink === 1) return;
  // Write to a temporary name first: an incomplete copy might be served for weeks.
  const part = `${copy}.${randomUUID()}.part`;
  await writeFile(part, await readFile(file));
  if (found?.isDirectory()) await rm(copy, { recursive: true });
  await rename(part, copy);
}

/**
 * Reads the built pages, and again after each new build. Returns the old pages while a build is being written. Calls
 * `onBuild` after each read. Null if there is no build.
 */
async function screenPages(
  { folder, settings, pictureOrigins }: { folder: string; settings: object; pictureOrigins: string[] },
  onBuild: () => Promise<void>,
): Promise<(() => Promise<ScreenPages>) | null> {
  const files = ['index.html', 'frame.html', 'service-worker.js'].map(name => join(folder, name));
  let version = '';
  let pages: ScreenPages | null = null;

  async function refresh(): Promise<void> {
    const found = await versionOf(files);
    if (found === null || found === version) return;
    const [builtHome = '', builtFrame = builtHome, worker = ''] = await Promise.all(files.map(readText));
    if (builtHome === '') return;
    const [home, frame] = [withSettings(builtHome, settings), withSettings(builtFrame, settings)];
    version = found;
    const pageOf = (html: string): ScreenPage => ({
      html,
      policy: policyHeader(appPolicy(html, pictureOrigins)),
      send: startPage(html),
    });
    const revisions = { 'index.html': hashOf(home), 'frame.html': hashOf(frame) };
    pages = {
      home: pageOf(home),
      frame: pageOf(frame),
      sendWorker: worker ? startScript(withPageRevisions(worker, revisions)) : sendNotFound,
    };
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

/** Changes with each build; null if there is no build. */
async function versionOf(files: string[]): Promise<string | null> {
  const found = await Promise.all(files.map(file => stat(file).catch(() => null)));
  return found[0] ? found.map(info => `${info?.ino} ${info?.mtimeMs} ${info?.size}`).join() : null;
}

/** Names of the app's screens, as in their paths; the name of Home is empty. */
export const screens: string[] = Object.values(paths).map(path => path.slice(1));

const noScreen = `${appPath}-`;

/** Returns the URL. If its path cannot be decoded or leads out of the app, returns a path that names no screen. */
export function screenAddress(url: string): string {
  const path = url.split('?', 1)[0]!;
  return path.startsWith(appPath) && !isPlain(path) ? noScreen : url;
}

/** True if the path can be decoded and has no control characters, empty segments or `..`. */
function isPlain(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no file has them in its name.
    return !/[\0-\x1f]|\/\//.test(decoded) && !decoded.split(/[/\\]/).includes('..');
  } catch {
    return false;
  }
}
