import { fillFrame, type Placement } from './align-eyes.ts';
import { isCanvasTrue } from './is-canvas-true.ts';
import { thumbnail } from './prepare-photo.ts';
import type { Size } from './read-jpeg-header.ts';

export interface ComparisonParts {
  photo: Blob;
  pic: Blob;
  /** The photo's position in its half of the drawing; null if the photo fills the half. */
  placement: Placement | null;
  /** Aspect ratio of each half (width / height). */
  ratio: number;
  words: { before: string; after: string; label: string };
}

/** Maximum side length of each half, px. */
const mostSide = 2048;
const quality = 0.88;
/** Margin around and between the halves, as a fraction of a half's width. */
const marginShare = 0.04;
/** Height of the AI label's capitals, as a fraction of the shortest side. GB 45438-2025 requires a twentieth. */
const labelShare = 0.052;
/** Capital height of `before` and `after`, and line height, both relative to the capital height of the label. */
const nameHeight = 0.5;
const lineHeight = 2.3;

/** Draws photo and picture side by side as a JPEG, with an AI label that is large enough for this size. */
export async function drawComparison(parts: ComparisonParts): Promise<Blob> {
  if (!isCanvasTrue()) throw new Error('The canvas gives other pixels than were drawn.');
  const { ratio, words } = parts;
  const before = await openPicture(parts.photo);
  const after = await openPicture(parts.pic);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d')!;
  const width = Math.round(Math.min(after.width, after.height * ratio));
  const plan = planOf(context, { width, height: Math.round(width / ratio) }, words);
  Object.assign(canvas, plan.size);

  context.fillStyle = token('--drawing-paper');
  context.fillRect(0, 0, canvas.width, canvas.height);
  const { half, margin } = plan;
  const right = 2 * margin + half.width;
  drawHalf(
    context,
    before,
    { ...half, left: margin, top: margin },
    parts.placement ?? fillFrame(before, ratio),
  );
  drawHalf(context, after, { ...half, left: right, top: margin }, fillFrame(after, ratio));

  context.fillStyle = token('--drawing-ink');
  context.font = plan.nameFont;
  context.fillText(words.before, margin, plan.nameLine);
  context.fillText(words.after, right, plan.nameLine);
  context.font = plan.labelFont;
  context.fillText(words.label, canvas.width - margin - plan.labelWidth, plan.labelLine);
  return toJpeg(canvas);
}

/** Decodes a picture and applies its EXIF rotation. */
async function openPicture(picture: Blob): Promise<ImageBitmap> {
  const { look } = await thumbnail(picture, 1, mostSide);
  // Older browsers cannot draw in a worker, so decode the picture here.
  return look ?? createImageBitmap(picture);
}

function planOf(context: CanvasRenderingContext2D, half: Size, words: ComparisonParts['words']) {
  const margin = Math.round(half.width * marginShare);
  const width = 2 * half.width + 3 * margin;
  const withLines = (lines: number) => {
    // The height includes the text lines at the bottom, whose size in turn depends on the shortest side.
    const shortest = Math.min(width, (margin + half.height) / (1 - lines * lineHeight * labelShare));
    const capital = Math.ceil(shortest * labelShare);
    const size = { width, height: margin + half.height + Math.round(lines * lineHeight * capital) };
    const nameFont = fontOf(context, capital * nameHeight);
    const nameWidth = context.measureText(words.after).width;
    const labelFont = fontOf(context, capital);
    const labelWidth = context.measureText(words.label).width;
    const labelLine = Math.round(size.height - ((lineHeight - 1) / 2) * capital);
    const nameLine = Math.round(labelLine - (lines - 1) * lineHeight * capital);
    const fits = nameWidth + margin + labelWidth <= half.width;
    return { half, margin, size, nameFont, labelFont, labelWidth, labelLine, nameLine, fits };
  };
  const one = withLines(1);
  return one.fits ? one : withLines(2);
}

/** Sets and returns a font that has this capital height, in px. */
function fontOf(context: CanvasRenderingContext2D, capital: number): string {
  const font = (size: number) => `500 ${size}px ${token('--font')}`;
  const trial = 100;
  context.font = font(trial);
  context.font = font(Math.ceil((trial * capital) / context.measureText('A').actualBoundingBoxAscent));
  return context.font;
}

function drawHalf(
  context: CanvasRenderingContext2D,
  picture: ImageBitmap,
  half: Size & { left: number; top: number },
  { x, y, width, turn }: Placement,
): void {
  context.save();
  context.beginPath();
  context.rect(half.left, half.top, half.width, half.height);
  context.clip();
  context.imageSmoothingQuality = 'high';
  // Areas that the photo does not cover are slightly darker than the paper.
  context.fillStyle = token('--drawing-ink');
  context.globalAlpha = 0.12;
  context.fill();
  context.globalAlpha = 1;
  context.translate(half.left + x * half.width, half.top + y * half.width);
  context.rotate(turn);
  const wide = width * half.width;
  context.drawImage(picture, 0, 0, wide, (wide * picture.height) / picture.width);
  context.restore();
  picture.close();
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name);
}

function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const finish = (jpeg: Blob | null) =>
      jpeg?.type === 'image/jpeg' ? resolve(jpeg) : reject(new Error('This browser made no JPEG.'));
    canvas.toBlob(finish, 'image/jpeg', quality);
  });
}
