import sharp, { type Sharp } from 'sharp';

/** A picture of one colour; its size is in pixels. */
export const plain = (width: number, height: number, background = '#c7361b'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

/** The smallest photo that passes the checks of a new job; it shows nothing. */
export const aPhoto: Buffer = await plain(64, 64).jpeg().toBuffer();
