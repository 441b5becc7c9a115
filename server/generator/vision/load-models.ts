import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import type { io, Tensor } from '@tensorflow/tfjs-core';

type ModelName = 'blazeface' | 'facemesh' | 'selfie' | 'faceres' | 'handdetect' | 'handlandmark-lite';

export interface Output {
  shape: number[];
  data: ArrayLike<number>;
}

/** Loaded networks by name, or by file for a network of the operator. */
const models = new Map<string, Promise<GraphModel>>();
let starting: ReturnType<typeof start> | undefined;

/** Loads a network at its first use, once per process or worker thread. */
export function loadModel(name: ModelName): Promise<GraphModel> {
  return loadOnce(name, () => join(modelFolder(), `${name}.json`));
}

/** Like `loadModel`, for a TensorFlow.js graph model in any folder. `file` is its JSON; its weights are next to it. */
export function loadModelFile(file: string): Promise<GraphModel> {
  return loadOnce(file, () => file);
}

function loadOnce(key: string, fileOf: () => string): Promise<GraphModel> {
  const model = models.get(key) ?? readModel(fileOf());
  models.set(key, model);
  return model;
}

/**
 * Loads TensorFlow on demand, because it would take a quarter of the startup time, and most processes run no network.
 */
const load = () =>
  Promise.all([
    import('@tensorflow/tfjs-backend-wasm'),
    import('@tensorflow/tfjs-converter'),
    import('@tensorflow/tfjs-core'),
  ]);

async function start(): Promise<Awaited<ReturnType<typeof load>>> {
  const wasmFile = createRequire(import.meta.url).resolve(
    '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm',
  );

  const loaded = await load();
  const [backend, , core] = loaded;
  backend.setWasmPaths(`${dirname(wasmFile)}/`);
  await core.setBackend('wasm');
  await core.ready();
  return loaded;
}

/** The models' folder. In the source it is one folder up; in the build, it is next to the bundle or one folder up. */
function modelFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = [join(here, 'models'), join(here, '..', 'models')].find(existsSync);

  if (!found)
    throw new Error(`The models of the picture generator are missing: no folder "models" near ${here}`);

  return found;
}

async function readModel(file: string): Promise<GraphModel> {
  starting ??= start();
  const [, { loadGraphModel }] = await starting;
  const description = JSON.parse(await readFile(file, 'utf8'));
  const manifest: { paths: string[]; weights: io.WeightsManifestEntry[] }[] = description.weightsManifest;
  const parts = manifest.flatMap(({ paths }) => paths.map(path => readFile(join(dirname(file), path))));

  return loadGraphModel({
    load: async () => ({
      modelTopology: description.modelTopology,
      weightSpecs: manifest.flatMap(({ weights }) => weights),
      weightData: new Uint8Array(Buffer.concat(await Promise.all(parts))).buffer,
      format: description.format,
      signature: description.signature,
    }),
  });
}

/** Tensors of a network besides the picture, and the output to compute. */
interface NamedTensors {
  input: string;
  output: string;
  /** Numbers for further inputs, by name. */
  numbers: Record<string, number>;
}

/**
 * Runs a network. Maps the picture's bytes to the value range `range` with which the network was trained. `names` are
 * only needed for a network with several inputs or outputs.
 */
export async function runModel(
  model: GraphModel,
  picture: { rgb: Uint8Array; size: number },
  range: { from: number; to: number },
  names?: NamedTensors,
): Promise<Output[]> {
  const { rgb, size } = picture;
  const step = (range.to - range.from) / 255;
  const values = new Float32Array(rgb.length);
  for (let at = 0; at < values.length; at++) values[at] = range.from + rgb[at]! * step;

  const [, , { dispose, scalar, tensor4d }] = await load();
  const input = tensor4d(values, [1, size, size, 3]);
  const inputs = Object.entries(names?.numbers ?? {}).map(([name, value]) => [name, scalar(value)] as const);
  const result = names
    ? await model.executeAsync(Object.fromEntries([[names.input, input], ...inputs]), names.output)
    : model.execute(input);
  const tensors: Tensor[] = Array.isArray(result) ? result : [result];
  const outputs = await Promise.all(
    tensors.map(async tensor => ({ shape: tensor.shape, data: await tensor.data() })),
  );

  dispose([input, ...inputs.map(([, tensor]) => tensor), ...tensors]);
  return outputs;
}
