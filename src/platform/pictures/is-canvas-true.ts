/** Side of the test picture, px. */
const side = 16;
/** Maximum difference per colour channel. Some browsers add slight noise, which does not harm photos. */
const tolerance = 12;

let isTrue: boolean | null = null;

/** False if the canvas does not return the pixels that were drawn, as in Firefox with resistFingerprinting. */
export function isCanvasTrue(): boolean {
  isTrue ??= tryCanvas();
  return isTrue;
}

function tryCanvas(): boolean {
  try {
    const context = Object.assign(document.createElement('canvas'), { width: side, height: side }).getContext(
      '2d',
    )!;
    const sample = context.createImageData(side, side);
    // Opaque, and a different colour for each pixel.
    for (let place = 0; place < sample.data.length; place++)
      sample.data[place] = place % 4 === 3 ? 255 : (place * 37) % 256;
    context.putImageData(sample, 0, 0);
    const { data } = context.getImageData(0, 0, side, side);
    return data.every((value, place) => Math.abs(value - sample.data[place]!) <= tolerance);
  } catch {
    // If there is no canvas at all, the photo is uploaded unchanged, so the result does not matter.
    return true;
  }
}
