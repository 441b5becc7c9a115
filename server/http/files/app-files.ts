import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../../src/paths.ts';
import {
  defaultLanguage,
  type Language,
  languageOf,
  languages,
  sentenceIn,
} from '../../languages/languages.ts';
import { originOf } from '../origin.ts';
import { sendNotFound } from '../refusals.ts';
import { appPolicy, devicePolicy, policyHeader } from '../security-headers.ts';
import { withPageRevisions, withSettings } from './page-settings.ts';

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

/** A replaced release's files stay at least this long (ms). Pages that are still open after that must reload. */
const keptFor = 14 * 24 * 3600_000;

export const appPath = '/tyy/';

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
 * Serves the built app. Browsers cache hashed files for a year and revalidate all others. Sends compressed copies if
 * the build made them. Home gets the prerendered index.html; all other screens get frame.html, with status 404 for
 * unknown screens. Serves no files if there is no build, as in development.
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
    // Do not make `releases` a second root of the static plugin: there it would find only files with compressed copies.
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
 * Ignores case, final slashes, and what messengers append: punctuation, and everything from the first non-ASCII
 * character on. Like src/paths.ts, which also accepts `/index.html`.
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

/** Copies a release's hashed files, and deletes expired files of earlier ones. Rejects if `folder` is not writable. */
async function saveReleasedFiles(release: string, folder: string): Promise<void> {
  const source = join(release, 'assets');
  const target = join(folder, 'assets');
  await mkdir(target, { recursive: true });
  const now = new Date();
  const names = await readdir(source);
  let isNew = false;
  for (const name of names) {
    const copy = join(target, name);
    if (await save(join(source, name), copy)) isNew = true;
    await utimes(copy, now, now);
  }
  const earlier = (await readdir(target))
    .filter(name => !names.includes(name))
    .map(name => join(target, name));
  const times = await Promise.all(earlier.map(async copy => (await stat(copy)).mtimeMs));
  const last = Math.max(...times);
  for (const [index, copy] of earlier.entries()) {
    // The newest earlier files belong to the release that is being replaced: `keptFor` begins now.
    if (isNew && times[index] === last) await utimes(copy, now, now);
    else if (now.getTime() - times[index]! > keptFor) await rm(copy, { force: true });
  }
}

/** Copies a file once. Replaces hard links, which would share the built app's permissions. True if it was copied. */
async function save(file: string, copy: string): Promise<boolean> {
  const [whole, found] = await Promise.all([stat(file), stat(copy).catch(() => null)]);
  if (found?.isFile() && found.size === whole.size && found.nlink === 1) return false;
  // Write to a temporary name first: an incomplete copy might be served for weeks.
  const part = `${copy}.${randomUUID()}.part`;
  await writeFile(part, await readFile(file));
  if (found?.isDirectory()) await rm(copy, { recursive: true });
  await rename(part, copy);
  return true;
}

/** Reads the built pages; the result rereads them after a build. Calls `onBuild` each time. Null without a build. */
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

/** Returns the URL. If its path is in the app but not plain (see `isPlain`), returns a path that names no screen. */
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

interface CompressedText {
  text: Buffer;
  /** Null if compression failed. */
  brotli: Promise<Buffer | null>;
  etag: string;
}

const compress = promisify(brotliCompress);

/** A deployment has few host names, but callers can send any Host header. */
const mostOrigins = 8;

/** Open Graph properties and the text keys of their translations. */
const previewTexts = {
  'og:title': 'preview.title',
  'og:description': 'preview.text',
  'og:site_name': 'preview.title',
  'og:image:alt': 'preview.picture',
} as const;

/**
 * Sends a page with absolute addresses in its link preview, because messengers do not resolve relative ones. Their
 * origin is PUBLIC_URL, else the request's origin; after too many different origins, sends the page unchanged. The
 * preview's language is the address's `lang`, else that of `accept-language`. Browsers revalidate the page.
 */
export function startPage(
  html: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const pages = new Map<string, Map<string, CompressedText>>();
  const unchanged = compressText(html);

  function pageOf(request: FastifyRequest): CompressedText {
    const origin = originOf(request);
    const asked = linkLanguage(request);
    const language = asked ?? languageOf(request.headers['accept-language']);
    const known = pages.get(origin) ?? new Map<string, CompressedText>();
    if (!pages.has(origin) && pages.size >= mostOrigins) return unchanged;
    pages.set(origin, known);
    const variant = `${language} ${asked}`;
    const page = known.get(variant) ?? compressText(withLanguage(withOrigin(html, origin), language, asked));
    known.set(variant, page);
    return page;
  }

  return async (request, reply) => {
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language');
    return sendText(pageOf(request), request, reply);
  };
}

function startScript(code: string): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const script = compressText(code);
  return async (request, reply) => {
    reply.type('text/javascript; charset=utf-8').header('vary', 'accept-encoding');
    return sendText(script, request, reply);
  };
}

async function sendText(
  { text, brotli, etag }: CompressedText,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ etag, 'cache-control': 'no-cache' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).removeHeader('content-type').send();
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const small = takesBrotli && (await brotli);
  return small ? reply.header('content-encoding', 'br').send(small) : reply.send(text);
}

/** The language that the address names; null if it names none. */
function linkLanguage({ url }: FastifyRequest): Language | null {
  const asked = new URLSearchParams(url.split('?')[1]).get('lang');
  return asked === null ? null : languageOf(asked);
}

/** Translates the link preview, and the rest of the page only if the address names the language. */
function withLanguage(html: string, language: Language, asked: Language | null): string {
  if (language === defaultLanguage) return html;
  const preview = Object.entries(previewTexts).reduce(
    (page, [property, key]) =>
      page.replace(
        new RegExp(`(<meta property="${property}" content=")[^"]*`),
        (_, start) => start + sentenceIn(language, key),
      ),
    html,
  );
  return asked === null ? preview : withPageLanguage(preview, language);
}

function withPageLanguage(html: string, language: Language): string {
  const { code, lang } = languages.find(entry => entry.code === language) ?? languages[0];
  return html
    .replace(/(<html lang=")[^"]*/, (_, start) => start + lang)
    .replace(/(<title>)[^<]*/, (_, start) => start + sentenceIn(language, 'preview.title'))
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_, start) => start + sentenceIn(language, 'preview.text'),
    )
    .replace(/(<link rel="manifest" href="[^"]*manifest\.)\w+/, (_, start) => start + code);
}

/** Compresses each text once, on another thread; the first requests wait about 100 ms for the result. */
function compressText(content: string): CompressedText {
  const text = Buffer.from(content);
  // A weak ETag, because the compressed and the plain text share it.
  return { text, brotli: compress(text).catch(() => null), etag: `W/"${hashOf(content)}"` };
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

function withOrigin(html: string, origin: string): string {
  return html.replace(/<meta property="og:(?:url|image)" content="(?=\/)/g, start => start + origin);
}
