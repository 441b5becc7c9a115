import sharp from 'sharp';
import { portrait } from './portrait.ts';

/** The head in the portrait, px: the middle and the radii of the ball that it is taken for. */
const head = { x: 224, y: 128, across: 78, up: 108 };
/** What a phone's upright camera sees of the portrait, px: the head in the middle. */
const view = { width: 180, height: 240 };

/**
 * The portrait as a phone's camera sees it (JPEG, 480 × 640), after the head was turned by so many degrees, to the user's
 * left where they are above 0: the picture is laid on a ball, which is turned and seen from the front.
 */
export async function turnedPortrait(degrees: number): Promise<Buffer> {
  const { data, info } = await sharp(portrait).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const turned = Buffer.from(data);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const cos = Math.cos((degrees * Math.PI) / 180);
  for (let y = 0; y < height; y++) {
    const radius = head.across * Math.sqrt(Math.max(0, 1 - ((y - head.y) / head.up) ** 2));
    for (let x = Math.ceil(head.x - radius); x < head.x + radius; x++) {
      const across = (x - head.x) / radius;
      const from = Math.round(head.x + radius * (across * cos - Math.sqrt(1 - across ** 2) * sin));
      data.copy(
        turned,
        (y * width + x) * channels,
        (y * width + from) * channels,
        (y * width + from + 1) * channels,
      );
    }
  }
  // Who turns the head keeps the face in the oval.
  const left = Math.round(head.x - view.width / 2 + 0.7 * head.across * sin);
  return sharp(turned, { raw: { width, height, channels } })
    .extract({ left, top: 0, ...view })
    .resize(480, 640)
    .jpeg({ quality: 90 })
    .toBuffer();
}
