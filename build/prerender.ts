import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { screenPreloads } from './screen-preloads.ts';

interface Drawings {
  drawHome(language: 'en' | 'zh'): Promise<string>;
  drawFrame(): string;
}

const root = '<div id="app"></div>';
/** The largest picture of Home; it comes inside the page, since a request of its own would double the wait for it. */
const largestPicture = 'home/background.svg';

/**
 * Draws Home into index.html, so that it is seen before any script has come, and a neutral skeleton into frame.html, which
 * all other screens start from. Both carry their styles inline, Home also its largest picture.
 */
export function prerender(): Plugin {
  let base = '/';
  let folder = '';
  let publicFolder = '';

  return {
    name: 'prerender',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',

    configResolved(config) {
      base = config.base;
      publicFolder = config.publicDir;
    },

    // Before the service worker lists the files of the app.
    writeBundle: {
      sequential: true,
      async handler(options, bundle) {
        folder = options.dir ?? folder;
        const page = await withInlineStyles(await readFile(join(folder, 'index.html'), 'utf8'), base, folder);
        const { drawHome, drawFrame } = await loadDrawings();
        const picture = dataAddress(await readFile(join(publicFolder, largestPicture), 'utf8'));
        const withPicture = (markup: string) =>
          markup.replace(`src="${base}${largestPicture}"`, () => `src="${picture}"`);
        const home = homeMarkup(withPicture(await drawHome('en')), withPicture(await drawHome('zh')), base);
        await writeFile(
          join(folder, 'index.html'),
          page.replace(root, () => home),
        );
        await writeFile(
          join(folder, 'frame.html'),
          page
            .replace(root, () => root.replace('><', `>${drawFrame()}<`))
            .replace('</head>', () => `<script>${screenPreloads(bundle, base)}</script>\n  </head>`),
        );
      },
    },
  };
}

/**
 * Home in both languages; the script shows the right one before the first paint. The page may also have been
 * given out for another screen, by a server or a worker that knows only one page: then nothing of Home is shown.
 */
function homeMarkup(english: string, chinese: string, base: string): string {
  const script = `(()=>{
let chosen=null;
try{chosen=localStorage.getItem('tyy.language')}catch{}
if(location.pathname!==${JSON.stringify(base)}){app.replaceChildren();delete app.dataset.prerendered}
else if(chosen==='zh'){app.replaceChildren(chinese.content);document.documentElement.lang='zh-CN'}
})()`;
  return `<div id="app" data-prerendered>${english}</div><template id="chinese">${chinese}</template><script>${script}</script>`;
}

/** An SVG as an address for an attribute; as little as possible is escaped, because that compresses better than base64. */
function dataAddress(svg: string): string {
  const escaped = svg.trim().replace(/[%#"&]/g, letter => encodeURIComponent(letter));
  return `data:image/svg+xml,${escaped}`;
}

/**
 * Puts the stylesheets of the page into it. Their links stay, switched off, because the loader of later screens looks for
 * them to know what is there already.
 */
async function withInlineStyles(html: string, base: string, folder: string): Promise<string> {
  const links = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)];
  let page = html;
  for (const [link, address = ''] of links) {
    const css = await readFile(join(folder, address.slice(base.length)), 'utf8');
    page = page.replace(link, () => `<style>${css.trim()}</style>${link.replace('<link', '<link disabled')}`);
  }
  return page;
}

/** Builds src/prerender.tsx for Node and runs it, where the little that it asks of a browser has stand-ins. */
async function loadDrawings(): Promise<Drawings> {
  const outDir = 'node_modules/.cache/prerender';
  await build({
    configFile: false,
    base: '/tyy/',
    publicDir: false,
    logLevel: 'warn',
    define: { __APP_VERSION__: '""' },
    build: { ssr: 'src/prerender.tsx', outDir, emptyOutDir: true, target: 'node20' },
  });
  Object.assign(globalThis, {
    window: globalThis,
    location: new URL('http://localhost/tyy/'),
    document: { documentElement: {} },
  });
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: '', onLine: true },
    configurable: true,
  });
  return import(`${pathToFileURL(join(outDir, 'prerender.js'))}?${Date.now()}`);
}
