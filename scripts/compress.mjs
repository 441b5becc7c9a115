/** Writes brotli and gzip copies of built files where a copy is smaller: `node scripts/compress.mjs`, after a build. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const app = 'dist/app';
/** Smaller files (bytes) get no copy, because it would save less than the extra header costs. */
const smallest = 200;
const compressible = /\.(html|js|mjs|css|json|svg|webmanifest|txt|xml|wasm|bin|map)$/;

const files = readdirSync(app, { recursive: true })
  .map(name => path.join(app, name))
  .filter(file => compressible.test(file) && statSync(file).isFile() && statSync(file).size >= smallest);

for (const file of files) {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
console.warn(`compressed ${files.length} files`);
