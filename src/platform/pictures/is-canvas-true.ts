/** Side of the test picture, px. */
const side = 16;
/** Largest allowed difference per colour. Some browsers add slight noise, which does not harm photos. */
const tolerance = 12;

let isTrue: boolean | null = null;

/** False if the canvas returns other pixels than were drawn, as in Firefox with resistFingerprinting. */
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
    // Different opaque colours, so that neighbouring pixels differ.
    for (let place = 0; place < sample.data.length; place++)
      sample.data[place] = place % 4 === 3 ? 255 : (place * 37) % 256;
    context.putImageData(sample, 0, 0);
    const { data } = context.getImageData(0, 0, side, side);
    return data.every((value, place) => Math.abs(value - sample.data[place]!) <= tolerance);
  } catch {
    // Without a canvas the photo is uploaded unchanged anyway.
    return true;
  }
}
