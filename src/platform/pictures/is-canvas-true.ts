/** The side of the sample, px. */
const side = 16;
/** How far a colour may be off: some browsers add a little noise, which no photo suffers from. */
const tolerance = 12;

let isTrue: boolean | null = null;

/**
 * False where the canvas gives other pixels than were drawn, as Firefox does with resistFingerprinting: what is drawn there would be
 * uploaded as stripes. Tried once.
 */
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
    // All kinds of opaque colours; neighbours differ.
    for (let place = 0; place < sample.data.length; place++)
      sample.data[place] = place % 4 === 3 ? 255 : (place * 37) % 256;
    context.putImageData(sample, 0, 0);
    const { data } = context.getImageData(0, 0, side, side);
    return data.every((value, place) => Math.abs(value - sample.data[place]!) <= tolerance);
  } catch {
    // Without a canvas the photo is sent as it is anyway.
    return true;
  }
}
