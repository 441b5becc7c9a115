import sharp from 'sharp';

/** A photo that is accepted when a job is created; it shows nothing. */
export const aPhoto: Buffer = await sharp({
  create: { width: 64, height: 64, channels: 3, background: '#c7361b' },
})
  .jpeg()
  .toBuffer();
