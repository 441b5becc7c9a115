import { checkPhoto, type Findings } from './check-photo.ts';
import { type FaceNet, inputSize, type Kernels, openFaceNet } from './face-net.ts';
import type { Photo } from './find-faces.ts';
import type { Pixels } from './shrink-grey.ts';

/** Addresses of the network's two files, sent as the first message. */
export interface CoachFiles {
  weights: string;
  kernels: string;
}

/** A photo to check, whose long side is at most 1440 px. The worker closes the picture. */
export interface CoachRequest {
  picture: ImageBitmap;
}

/** 'open' after the warm-up; null if this browser cannot run the coach. */
export type CoachReply = Findings | 'open' | null;

const warmUps = 3;
let net: Promise<FaceNet>;

// Shared by all photos, because creating a canvas blocks while the page is busy showing the photo.
const small = contextOf(inputSize, inputSize);

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

/** Runs the network on empty pictures. The first runs include compilation and take up to ten times as long. */
async function warmUp(): Promise<'open'> {
  for (let times = 0; times < warmUps; times++)
    await look(await createImageBitmap(new ImageData(inputSize, inputSize)));
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
  const whole = { x: 0, y: 0, width, height };
  return {
    width,
    height,
    small: pixelsOf(picture, whole, small, Math.round(width * scale), Math.round(height * scale)),
    cut: area => pixelsOf(picture, area, contextOf(area.width, area.height), area.width, area.height),
  };
}

/** Scales a part of a picture and returns its pixels, using a canvas that is large enough. */
function pixelsOf(
  picture: ImageBitmap,
  area: { x: number; y: number; width: number; height: number },
  context: OffscreenCanvasRenderingContext2D,
  toWidth: number,
  toHeight: number,
): Pixels {
  const width = Math.max(1, toWidth);
  const height = Math.max(1, toHeight);
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { data, width, height, channels: 4 };
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  // Overwrite all pixels; otherwise the previous picture would show through a transparent picture.
  context.globalCompositeOperation = 'copy';
  return context;
}
