// The image filters, compiled by AssemblyScript to WebAssembly with SIMD. Each filter processes the rows from firstRow
// up to, but not including, endRow, so several threads can process one picture in shared memory. The caller allocates
// all memory. A "picture" has four floats per pixel (red, green and blue from 0 to 255, and an unused float); a "plane"
// has one float per pixel.
export { blurColumns, blurRows } from './blur.ts';
export { enlargeAlongFlow } from './enlarge.ts';
export { acrossFlow, alongFlow } from './flow-lines.ts';
export { kuwahara } from './kuwahara.ts';
export { resizePicture, resizePlane } from './resize.ts';
export { smearAlongFlow } from './smear.ts';
export { layStrokes } from './strokes.ts';
export { luminance, structureTensor, tangents } from './structure-tensor.ts';
