import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { languages } from '../../server/languages/languages.ts';
import { withInlineStyles } from './inline-styles.ts';
import { type PageParts, root } from './page-parts.ts';

const otherLanguages = languages.slice(1);
/** Home's largest picture. Inlined, because a separate request would double the waiting time. */
const largestPicture = 'home/background.avif';

/** Builds index.html with the prerendered Home screen, its styles and its largest picture. */
export async function homePage(parts: PageParts, publicFolder: string): Promise<string> {
  const { html, base, folder, render } = parts;
  const picture = await readFile(join(publicFolder, largestPicture));
  const address = `data:image/avif;base64,${picture.toString('base64')}`;
  const prepare = (markup: string) => markup.replace(`src="${base}${largestPicture}"`, 'data-later');
  const first = prepare(await render.renderHome(languages[0].code));
  const others: string[] = [];
  for (const { code, lang, sentences } of otherLanguages) {
    const markup = prepare(await render.renderHome(code));
    const title = sentences['preview.title'];
    others.push(`<template id="home-${code}" lang="${lang}" title="${title}">${markup}</template>`);
  }
  const home = `<script>${wait(base)}</script><div id="app" data-prerendered="/">${first}</div>${others.join('')}<script>${choose(base)}</script><script>${paint(address)}</script>`;
  const wall = await wallStyle(picture);
  return withScriptLast(await withInlineStyles(html, base, folder, first))
    .replace('</head>', () => `<style id="wall">${wall}</style>\n  </head>`)
    .replace(root, () => home);
}

/**
 * Script that hides the prerendered Home if another language is chosen (by the user or in the address), or if the
 * address is of another screen (some servers and workers have only this page).
 */
const wait = (base: string) => `let chosen=new URLSearchParams(location.search).get('lang');try{
if(${JSON.stringify(languages.map(({ code }) => code))}.includes(chosen))localStorage.setItem('tyy.language',chosen)
else chosen=localStorage.getItem('tyy.language')
}catch{}
document.documentElement.hidden=location.pathname!==${JSON.stringify(base)}||${JSON.stringify(otherLanguages.map(({ code }) => code))}.includes(chosen)`;

/** Script that replaces the hidden Home with Home in the chosen language. On other screens, removes Home. */
const choose = (base: string) => `if(document.documentElement.hidden){
if(location.pathname===${JSON.stringify(base)}){const home=document.getElementById('home-'+chosen);app.replaceChildren(home.content);document.documentElement.lang=home.lang;document.title=home.title;document.querySelector('[rel=manifest]').href=${JSON.stringify(base)}+'manifest.'+chosen+'.webmanifest'}
else{app.replaceChildren();delete app.dataset.prerendered}
document.documentElement.hidden=false
}`;

/** CSS that paints the picture's middle, much reduced and fading out, as the page background, before any script. */
async function wallStyle(picture: Buffer): Promise<string> {
  const middle = await sharp(picture).resize(4, 4, { fit: 'cover' }).png().toBuffer();
  const fade = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><linearGradient id="a" x2="0" y2="1"><stop offset=".74"/><stop offset="1" stop-opacity="0"/></linearGradient><rect fill="url(#a)" width="4" height="4"/></svg>`;
  const png = await sharp(middle)
    .ensureAlpha()
    .composite([{ input: Buffer.from(fade), blend: 'dest-in' }])
    .png({ palette: true })
    .toBuffer();
  // Below 700 px, the picture is as wide as the screen.
  return `@media(max-width:699.9px){body{background:url("data:image/png;base64,${png.toString('base64')}") 50% 0/min(100%,var(--content)) clamp(190px,34dvh,520px) no-repeat}}`;
}

/** Shows the largest picture. At the end of the page, so that the text appears before the picture's data. */
const paint = (picture: string) =>
  `wall.remove();{const later=document.querySelector('[data-later]');if(later)later.src=${JSON.stringify(picture)}}`;

/** Moves the app's script tag to the end, because an early request delays the first paint on slow phones. */
function withScriptLast(html: string): string {
  const [script = ''] = html.match(/ *<script type="module".*<\/script>\n/) ?? [];
  return html.replace(script, '').replace('  </body>', () => `${script}  </body>`);
}
