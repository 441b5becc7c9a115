import type { Data } from '../server/contract/calls.ts';
import { requestEarly } from './api/early-request.ts';
import { picSources, templatePageSize } from './api/template-pics.ts';
import { basePath, pathOf, paths } from './paths.ts';
import { hasWorker } from './platform/has-worker.ts';
import { localText, saveLocalText } from './platform/storage/saved-text.ts';

/* Runs in frame.html before the app's files load. Shows the screen's prerendered frame (on make-pic the whole first
   step), and requests the screen's files and, on make-pic, the first templates. Without a service worker it sends
   the requests before the first paint, because the network is slower than a paint. With a service worker it sends
   them after the paint, because the files are cached and the requests would only delay the paint. At the end it
   starts the app's own script. */

/** Number of tiles in a phone's first row. Loading more pictures would delay the app's files. */
const columns = 3;
const files = __FIRST_FILES__;
const token = localText('tyy.token');
const words = new Map(files.words);
const screens = new Map(files.screens);
const named = new URLSearchParams(location.search).get('lang');
// A language in a link counts as the user's own choice, so save it as if it were chosen in Settings.
if (named !== null && words.has(named)) saveLocalText('tyy.language', named);
const language = [named, localText('tyy.language'), ...words.keys()].find(
  code => code !== null && words.has(code),
);
const isOpen = token !== null || appSettings.openTry;
const path = pathOf(location.pathname);
const isMakePic = isOpen && path === paths.makePic && !/[?&](step|shared)=/.test(location.search);

showFirst();
if (hasWorker()) {
  afterPaint(() => {
    request();
    startApp();
  });
} else {
  request();
  afterPaint(startApp);
}

function showFirst(): void {
  const manifest = document.querySelector('[rel=manifest]');
  if (language) manifest?.setAttribute('href', `${basePath}/manifest.${language}.webmanifest`);
  const container = document.getElementById('app');
  const templates = [...document.querySelectorAll('template')];
  const find = (name: string) => templates.find(({ dataset }) => dataset.screen === `${language} ${name}`);
  const screen = isMakePic ? find(`whole ${path}`) : (find(path) ?? find('/not-found'));
  if (!container || !screen) return;
  document.title = [screen.content.querySelector('h1')?.textContent, screen.title]
    .filter(Boolean)
    .join(' · ');
  container.replaceChildren(screen.content);
  document.documentElement.lang = screen.lang;
  if (isMakePic) container.dataset.prerendered = path;
}

/** Requests the templates before the screen's files, because without HTTP/2 a browser has only six connections. */
function request(): void {
  preload(files.app);
  if (!language) return;
  if (isMakePic) {
    const search = `?cur_page=1&page_size=${templatePageSize}`;
    // If this request fails, the app itself shows the error.
    showPictures(requestEarly('getTemplates', search, language, token)).catch(() => undefined);
  }
  const screen = screens.get(path.slice(1));
  if (screen) for (const file of [...(words.get(language) ?? []), ...screen]) preload(file);
}

function preload(file: string): void {
  const kind = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
  const href = `${basePath}/${file}`;
  document.head.append(Object.assign(document.createElement('link'), kind, { crossOrigin: '', href }));
}

function startApp(): void {
  const src = `${basePath}/${files.app}`;
  const script = { type: 'module', crossOrigin: '', src };
  document.head.append(Object.assign(document.createElement('script'), script));
}

function afterPaint(act: () => void): void {
  // A hidden page never paints, so do not wait for a paint.
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}

async function showPictures(response: Promise<Response>): Promise<void> {
  const { data }: { data: Data<'getTemplates'> } = await (await response).clone().json();
  const images = document.querySelectorAll<HTMLImageElement>('[data-row] img');
  for (const [index, { id, pic_url }] of data.list.slice(0, columns).entries()) {
    const image = images[index];
    // The app may have rendered already and replaced the tile.
    if (!image?.isConnected) return;
    const sources = picSources({ id, picUrl: pic_url, picWidths: data.pic_widths ?? [] });
    // Load the picture as `lazy`, so that a slow picture does not delay the page's load event.
    image.loading = 'lazy';
    if (sources) image.srcset = sources;
    image.src = pic_url;
  }
}
