import sharp from 'sharp';

/** The smallest photo that passes the checks of a new job; it shows nothing. */
export const aPhoto: Buffer = await sharp({
  create: { width: 64, height: 64, channels: 3, background: '#c7361b' },
})
  .jpeg()
  .toBuffer();
