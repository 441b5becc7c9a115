// The image filters, compiled by AssemblyScript to WebAssembly with SIMD. Each works on the rows [firstRow, endRow), so that
// several threads can share one picture in one memory, and allocates nothing: the caller plans the memory. A "picture" has
// four floats a pixel (red, green, blue from 0 to 255, and a spare one), a "plane" has one.
export { blurColumns, blurRows } from './blur.ts';
export { enlargeAlongFlow } from './enlarge.ts';
export { acrossFlow, alongFlow } from './flow-lines.ts';
export { kuwahara } from './kuwahara.ts';
export { resizePicture, resizePlane } from './resize.ts';
export { smearAlongFlow } from './smear.ts';
export { layStrokes } from './strokes.ts';
export { luminance, structureTensor, tangents } from './structure-tensor.ts';
