import type { Data } from '../server/contract/calls.ts';
import { requestEarly } from './api/early-request.ts';
import { picSources, templatePageSize } from './api/template-pics.ts';
import { basePath, paths } from './paths.ts';
import { savedLocally } from './platform/saved-text.ts';

/*
 * Runs inside frame.html, before any file of the app has come. It shows a skeleton, but on make-pic the screen as it was
 * rendered at build time: there it also requests the first templates, as the app would, and shows the pictures of the first
 * row. More of them would hold up the app's files. The app's own script starts once that has been painted: where a service
 * worker has it at hand, it would come first.
 */

/** Tiles in a row. */
const columns = 3;
const token = savedLocally('tyy.token');
const isOpen = token !== null || import.meta.env.VITE_OPEN_TRY === '1';
const isFirstStep =
  location.pathname === basePath + paths.makePic && !/[?&](step|shared)=/.test(location.search);

const container = document.getElementById('app');
/** What the build has put into the page: the skeleton, then make-pic in each language. */
const [skeleton, ...screens] = document.querySelectorAll('template');
if (container) {
  if (isOpen && isFirstStep) openMakePic(container);
  else if (skeleton) container.replaceChildren(skeleton.content);
}
// A page in the background paints nothing.
if (document.hidden) startApp();
else requestAnimationFrame(() => setTimeout(startApp));

function startApp(): void {
  const preload = document.querySelector<HTMLLinkElement>('#app-script');
  if (!preload) return;
  const script = Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '' });
  script.src = preload.href;
  document.head.append(script);
}

function openMakePic(container: HTMLElement): void {
  const chosen = savedLocally('tyy.language');
  const screen = screens.find(({ dataset }) => dataset.language === chosen) ?? screens[0];
  const language = screen?.dataset.language;
  if (!language) return;
  container.replaceChildren(screen.content);
  container.dataset.prerendered = paths.makePic;
  document.documentElement.lang = screen.lang;

  const search = `?cur_page=1&page_size=${templatePageSize}`;
  const response = requestEarly('getTemplates', search, language, token);
  // What is wrong with it, the app says.
  showPictures(container, response).catch(() => undefined);
}

async function showPictures(container: HTMLElement, response: Promise<Response>): Promise<void> {
  const { data }: { data: Data<'getTemplates'> } = await (await response).clone().json();
  const images = container.querySelectorAll<HTMLImageElement>('[data-row] img');
  for (const [index, { id, pic_url }] of data.list.slice(0, columns).entries()) {
    const image = images[index];
    // The app may have come first.
    if (!image?.isConnected) return;
    const sources = picSources({ id, picUrl: pic_url, picWidths: data.pic_widths ?? [] });
    // One that never comes must not hold up the page's load event.
    image.loading = 'lazy';
    if (sources) image.srcset = sources;
    image.src = pic_url;
  }
}
