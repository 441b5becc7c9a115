import sharp from 'sharp';

/** The card is a print on paper: the picture with a margin, and the app's mark below it; px. */
const layout = { width: 1080, margin: 48, radius: 28, foot: 168, mark: 96 };
const paper = '#faf6f1';
const quality = 84;

/** The app's mark (src/ui/drawings/logo.tsx); shapes only, since a server may have no fonts. */
const markShapes =
  '<rect width="160" height="160" rx="38" fill="#cf4327"/><circle cx="79" cy="83" r="57" fill="#fffaf2"/>' +
  '<path d="M60 58a10 10 0 1 1 8.5-11c4.5-2.5 9.5-3.5 15-3.5 13.5 0 21.5 8 21.5 20.5 0 3-1 4.5 0 7 1.8 3.6 5.4 7.2 5.4 9s-1.8 2.7-3.6 2.7c0 1.8.9 2.7 0 3.6.9 1.8 0 2.7-.9 3.6.9 4.5-.9 9-8 9-2.7 0-5.4-.9-7.2-1.8-.9 10 3.6 13 18 17 6 1.7 10 4.9 12 10.9v26H35v-26c3-6 10-9 17-11.5 8-3 10.8-7.2 9.9-15.3-7.2-5.4-11.7-15.3-9-31.5 1-4 3-7 7.1-8.7Z" fill="#cf4327"/>' +
  '<path d="M128 14q2.5 17.5 20 20-17.5 2.5-20 20-2.5-17.5-20-20 17.5-2.5 20-20Z" fill="#e6ae45" stroke="#cf4327" stroke-width="7" paint-order="stroke"/>';

/** Draws the card of a picture, a JPEG; what the picture's own data say of how it was made goes with it. */
export async function drawCard(picture: Uint8Array): Promise<Buffer> {
  const { width, margin, radius, foot, mark } = layout;
  const inside = width - 2 * margin;
  const { xmp } = await sharp(picture).metadata();
  const { data, info } = await sharp(picture)
    .resize({ width: inside })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const corners = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${inside}" height="${info.height}"><rect width="100%" height="100%" rx="${radius}"/></svg>`,
  );
  const print = await sharp(data, { raw: { width: inside, height: info.height, channels: 4 } })
    .composite([{ input: corners, blend: 'dest-in' }])
    .raw()
    .toBuffer();
  const logo = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${mark}" height="${mark}" viewBox="0 0 160 160">${markShapes}</svg>`,
  );
  const height = margin + info.height + foot;
  const card = sharp({ create: { width, height, channels: 3, background: paper } })
    .composite([
      { input: print, raw: { width: inside, height: info.height, channels: 4 }, left: margin, top: margin },
      {
        input: logo,
        left: (width - mark) / 2,
        top: height - Math.round((foot + mark) / 2),
      },
    ])
    .jpeg({ quality, progressive: true });
  return (xmp ? card.withXmp(xmp.toString()) : card).toBuffer();
}
