import sharp from 'sharp';

/** A photo without content that passes the checks of a new job. */
export const aPhoto: Buffer = await sharp({
  create: { width: 64, height: 64, channels: 3, background: '#c7361b' },
})
  .jpeg()
  .toBuffer();
