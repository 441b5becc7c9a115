// Renders PNG pictures from SVG: `node scripts/draw-icons.mjs`. Run it again after a change of public/favicon.svg,
// public/home/background.avif or the texts of the preview below.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { readOptions } from './options.mjs';

readOptions({});

const vermilion = '#cf4327';
const folder = new URL('../public/', import.meta.url);

const read = name => readFile(new URL(name, folder), 'utf8');
const mark = await read('favicon.svg');
const cameo = mark.match(/<g id="cameo">.*<\/g>/s)[0];

/** The logo on a square, as wide as `share` of the side. Phones crop the square to their icon shape. */
const onGround = share => `
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">
    <rect width="160" height="160" fill="${vermilion}"/>
    <g transform="translate(80 80) scale(${share}) translate(-84 -77)">${cameo}</g>
  </svg>`;

/** The logo's paper and spark in white on a transparent background. The phone colours it. */
const oneColour = `
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">
    <mask id="shape">${cameo.replaceAll('#fffaf2', '#fff').replaceAll('#e6ae45', '#fff').replaceAll(vermilion, '#000')}</mask>
    <g transform="translate(80 80) scale(.78) translate(-84 -77)">
      <rect width="160" height="160" fill="#fff" mask="url(#shape)"/>
    </g>
  </svg>`;

/** The picture that other apps show next to a link, 1200 × 630 px: logo, name, and Home's picture. */
async function preview() {
  const photo = sharp(fileURLToPath(new URL('home/background.avif', folder)));
  const hero = (await photo.resize(600, 630, { position: 'top' }).png().toBuffer()).toString('base64');
  return `
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
      <rect width="1200" height="630" fill="#fbf2e6"/>
      <image x="600" width="600" height="630" href="data:image/png;base64,${hero}"/>
      <svg x="72" y="112" width="148" height="148" viewBox="0 0 160 160">${mark}</svg>
      <g font-family="Noto Sans CJK SC, Noto Sans, sans-serif" fill="#1f1914">
        <text x="72" y="356" font-size="68" font-weight="700">Tyy portraits</text>
        <text x="72" y="424" font-size="33" fill="#6b6057">A few photos, a style you love,</text>
        <text x="72" y="472" font-size="33" fill="#6b6057">four portraits in minutes.</text>
      </g>
      <rect x="74" y="512" width="92" height="8" rx="4" fill="${vermilion}"/>
    </svg>`;
}

/** Saves an SVG as a PNG with few colours, `width` pixels wide. */
async function draw(name, svg, width) {
  const picture = sharp(Buffer.from(svg), { density: 300 }).resize({ width });
  const bytes = await picture.png({ palette: true, effort: 10, compressionLevel: 9 }).toBuffer();
  await writeFile(new URL(name, folder), bytes);
  console.warn(`${name}: ${bytes.length} bytes`);
}

await draw('icons/icon-192.png', mark, 192);
await draw('icons/icon-512.png', mark, 512);
await draw('icons/maskable-512.png', onGround(0.8), 512);
await draw('icons/monochrome-512.png', oneColour, 512);
await draw('icons/apple-touch-icon.png', onGround(0.94), 180);
await draw('og.png', await preview(), 1200);
