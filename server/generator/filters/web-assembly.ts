export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

/** A compiled module can be sent to a thread. */
export type CompiledModule = object;

/** The part of WebAssembly that is used: its types belong to those of browsers, which the server does not load. */
interface Api {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  instantiate(module: CompiledModule, imports: object): Promise<{ exports: object }>;
}

export const webAssembly = (globalThis as unknown as { WebAssembly: Api }).WebAssembly;
