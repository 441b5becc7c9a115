/** A memory that several threads share. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

/** A compiled module, which can be sent to a thread. */
export type CompiledModule = object;

/** The part of `globalThis.WebAssembly` that is used: its types come with those of browsers, which the server does without. */
interface Api {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  instantiate(module: CompiledModule, imports: object): Promise<{ exports: object }>;
}

/** The engine for WebAssembly. */
export const webAssembly = (globalThis as unknown as { WebAssembly: Api }).WebAssembly;
