// The image filters, compiled by AssemblyScript to WebAssembly with SIMD. Each filter works on the rows from firstRow to
// before endRow, so several threads can work on one picture in shared memory. Filters allocate no memory; the caller
// does. A "picture" has four floats per pixel (red, green and blue from 0 to 255, and an unused float), a "plane" one.
export { blurColumns, blurRows } from './blur.ts';
export { enlargeAlongFlow } from './enlarge.ts';
export { acrossFlow, alongFlow } from './flow-lines.ts';
export { kuwahara } from './kuwahara.ts';
export { resizePicture, resizePlane } from './resize.ts';
export { smearAlongFlow } from './smear.ts';
export { layStrokes } from './strokes.ts';
export { luminance, structureTensor, tangents } from './structure-tensor.ts';
