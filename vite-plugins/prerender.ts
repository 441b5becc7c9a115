import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ChildNode, parse } from 'postcss';
import sharp from 'sharp';
import { build, type Plugin } from 'vite';
import { type Language, languages } from '../src/i18n/languages.ts';
import { screenPreloads } from './screen-preloads.ts';

interface Prerender {
  renderHome(language: Language): Promise<string>;
  renderFrame(): string;
}

const otherLanguages = languages.slice(1);
const root = '<div id="app"></div>';
/** The largest picture of Home; it comes inside the page, since a request of its own would double the wait for it. */
const largestPicture = 'home/background.svg';

/**
 * Renders Home into index.html, so that it is seen before any script has come, and a neutral skeleton into frame.html, which
 * all other screens start from. Both carry their styles inline, Home also its largest picture.
 */
export function prerender(): Plugin {
  let base = '/';
  let folder = '';
  let publicFolder = '';
  let isReact = false;

  return {
    name: 'prerender',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',

    configResolved(config) {
      base = config.base;
      publicFolder = config.publicDir;
      isReact = config.mode === 'react';
    },

    // Before the service worker lists the files of the app.
    writeBundle: {
      sequential: true,
      async handler(options, bundle) {
        folder = options.dir ?? folder;
        const html = await readFile(join(folder, 'index.html'), 'utf8');
        const { renderHome, renderFrame } = await loadPrerender();
        const drawing = await readFile(join(publicFolder, largestPicture), 'utf8');
        const picture = dataAddress(drawing);
        const prepare = (markup: string) =>
          (isReact ? markup : withoutMarks(markup)).replace(`src="${base}${largestPicture}"`, 'data-later');
        const first = prepare(await renderHome(languages[0].code));
        const others: string[] = [];
        for (const { code, lang } of otherLanguages) {
          const markup = prepare(await renderHome(code));
          others.push(`<template id="home-${code}" lang="${lang}">${markup}</template>`);
        }
        const home = `<script>${wait(base)}</script><div id="app" data-prerendered>${first}</div>${others.join('')}<script>${choose(base)}</script><script>${paint(picture)}</script>`;
        const homePage = await withInlineStyles(html, base, folder, first);
        const wall = await wallStyle(drawing);
        await writeFile(
          join(folder, 'index.html'),
          withScriptLast(homePage)
            .replace('</head>', () => `<style id="wall">${wall}</style>\n  </head>`)
            .replace(root, () => home),
        );
        const framePage = await withInlineStyles(html, base, folder);
        await writeFile(
          join(folder, 'frame.html'),
          framePage
            .replace(root, () => root.replace('><', `>${renderFrame()}<`))
            .replace('</head>', () => `<script>${screenPreloads(bundle, base)}</script>\n  </head>`),
        );
      },
    },
  };
}

/**
 * Keeps the Home of the page out of sight where it is not wanted: another language was chosen, or the page was given
 * out for another screen by a server or a worker that knows only one page.
 */
const wait = (base: string) => `let chosen;try{
chosen=localStorage.getItem('tyy.language')
document.documentElement.hidden=location.pathname!==${JSON.stringify(base)}||${JSON.stringify(otherLanguages.map(({ code }) => code))}.includes(chosen)
}catch{}`;

/** Puts the chosen language, or nothing where another screen is asked for, in the place of what was kept out of sight. */
const choose = (base: string) => `if(document.documentElement.hidden){
if(location.pathname===${JSON.stringify(base)}){const home=document.getElementById('home-'+chosen);app.replaceChildren(home.content);document.documentElement.lang=home.lang}
else{app.replaceChildren();delete app.dataset.prerendered}
document.documentElement.hidden=false
}`;

/**
 * The wall of the largest picture, where that will hang: the browser paints it with the head of the page, before it runs a
 * script or lays out a word. One pixel wide and no SVG, for which it would set up a document.
 */
async function wallStyle(picture: string): Promise<string> {
  const [, top, middle] = /id="wall".*?stop-color="(.*?)".*?stop-color="(.*?)"/s.exec(picture) ?? [];
  if (!top || !middle) throw new Error('The largest picture has no wall');
  // Fades as the picture does on Home.
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="32">
<linearGradient id="a" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${middle}"/></linearGradient>
<linearGradient id="b" x2="0" y2="1"><stop offset=".74" stop-color="white"/><stop offset="1" stop-color="black"/></linearGradient>
<mask id="c"><rect fill="url(#b)" width="1" height="32"/></mask><rect fill="url(#a)" mask="url(#c)" width="1" height="32"/></svg>`;
  const png = await sharp(Buffer.from(drawing)).png().toBuffer();
  // Below 700 px Home hangs it over the whole width.
  return `@media(max-width:699.9px){body{background:url("data:image/png;base64,${png.toString('base64')}") 50% 0/min(100%,var(--content)) clamp(190px,34dvh,520px) no-repeat}}`;
}

/** Shows the largest picture, which comes last in the page's bytes: the words are seen without waiting for it. */
const paint = (picture: string) =>
  `wall.remove();{const later=document.querySelector('[data-later]');if(later)later.src=${JSON.stringify(picture)}}`;

/** The app's script after all that is seen: to ask for it costs a slow phone a part of the time before its first paint. */
function withScriptLast(html: string): string {
  const [script = ''] = html.match(/ *<script type="module".*<\/script>\n/) ?? [];
  return html.replace(script, '').replace('  </body>', () => `${script}  </body>`);
}

/** Takes out the comments by which React finds its way at hydration: Preact needs none, and would remove each. */
function withoutMarks(markup: string): string {
  return markup.replace(/<!--.*?-->/g, '');
}

/** An SVG as an address; as little as possible is escaped, because that compresses better than base64. */
function dataAddress(svg: string): string {
  const drawing = svg
    .replace(/<!--.*?-->/gs, '')
    .replace(/>\s+</g, '><')
    .replaceAll('"', "'");
  return `data:image/svg+xml,${drawing.replace(/[%#]/g, letter => encodeURIComponent(letter))}`;
}

/**
 * Puts the stylesheets of the page into it; with `markup` only what that needs comes before it, and the rest at the end.
 * Their links stay, switched off, because the loader of later screens looks for them to know what is there already.
 */
async function withInlineStyles(
  html: string,
  base: string,
  folder: string,
  markup?: string,
): Promise<string> {
  const links = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)];
  let page = html;
  for (const [link, address = ''] of links) {
    const css = (await readFile(join(folder, address.slice(base.length)), 'utf8')).trim();
    const { first, later } = markup === undefined ? { first: css, later: '' } : partStyles(css, markup);
    page = page.replace(link, () => `<style>${first}</style>${link.replace('<link', '<link disabled')}`);
    if (later) page = page.replace('</body>', () => `<style>${later}</style>\n  </body>`);
  }
  return page;
}

/** Parts the rules that say something of the markup from those for what is not on the screen yet. */
function partStyles(css: string, markup: string): { first: string; later: string } {
  const isFirst = (node: ChildNode) => {
    if (node.type === 'atrule' && node.name === 'keyframes') return false;
    const classes = [...node.toString().matchAll(/\.([a-z_][\w-]*)/gi)];
    return classes.length === 0 || classes.some(([, name = '']) => markup.includes(name));
  };
  const { nodes } = parse(css);
  const joined = (list: ChildNode[]) => list.map(String).join('');
  return { first: joined(nodes.filter(isFirst)), later: joined(nodes.filter(node => !isFirst(node))) };
}

/** Builds src/prerender.tsx for Node and runs it, where the little that it asks of a browser has stand-ins. */
async function loadPrerender(): Promise<Prerender> {
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
