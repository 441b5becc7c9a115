import { checkPhoto, type Findings } from './check-photo.ts';
import { type FaceNet, inputSize, type Kernels, openFaceNet } from './face-net.ts';
import type { Photo } from './find-faces.ts';
import type { Pixels } from './shrink-grey.ts';

/** Where the two files of the network are; it comes first. */
export interface CoachFiles {
  weights: string;
  kernels: string;
}

/** A photo to look at, its long side at most 1440 px; it is closed. */
export interface CoachRequest {
  picture: ImageBitmap;
}

/** What the coach sees; null when this engine cannot run it. 'open' says that it can, and has done so once. */
export type CoachReply = Findings | 'open' | null;

let net: Promise<FaceNet>;

addEventListener('message', async ({ data }: MessageEvent<CoachFiles | CoachRequest>) => {
  if ('weights' in data) net = open(data);
  const reply: Promise<CoachReply> = 'picture' in data ? look(data.picture) : warmUp();
  postMessage(await reply.catch(() => null));
});

async function open({ weights, kernels }: CoachFiles): Promise<FaceNet> {
  const [packed, code] = await Promise.all([weights, kernels].map(load));
  return openFaceNet(packed!, async memory => {
    const { instance } = await WebAssembly.instantiate(code!, { env: { memory } });
    return instance.exports as unknown as Kernels;
  });
}

/** Looks at a picture of nothing: the first look waits for the compiler, ten times as long as the others take. */
async function warmUp(): Promise<'open'> {
  const canvas = new OffscreenCanvas(inputSize, inputSize);
  canvas.getContext('2d');
  await look(canvas.transferToImageBitmap());
  return 'open';
}

async function load(file: string): Promise<ArrayBuffer> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.arrayBuffer();
}

async function look(picture: ImageBitmap): Promise<Findings> {
  try {
    return checkPhoto(await net, photoOf(picture));
  } finally {
    picture.close();
  }
}

function photoOf(picture: ImageBitmap): Photo {
  const { width, height } = picture;
  const scale = inputSize / Math.max(width, height);
  return {
    width,
    height,
    small: draw(
      picture,
      { x: 0, y: 0, width, height },
      Math.round(width * scale),
      Math.round(height * scale),
    ),
    cut: area => draw(picture, area, area.width, area.height),
  };
}

/** The pixels of an area of a picture in another size. */
function draw(
  picture: ImageBitmap,
  area: { x: number; y: number; width: number; height: number },
  width: number,
  height: number,
): Pixels {
  const context = new OffscreenCanvas(Math.max(1, width), Math.max(1, height)).getContext('2d', {
    willReadFrequently: true,
  })!;
  context.imageSmoothingQuality = 'high';
  const { canvas } = context;
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { data, width: canvas.width, height: canvas.height, channels: 4 };
}
