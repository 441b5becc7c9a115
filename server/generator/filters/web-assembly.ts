export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

/** A compiled module. It can be sent to a thread. */
export type CompiledModule = object;

/**
 * The part of the WebAssembly API that we use. TypeScript declares it only in its browser types, which the server does
 * not include.
 */
interface Api {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  instantiate(module: CompiledModule, imports: object): Promise<{ exports: object }>;
}

export const webAssembly = (globalThis as unknown as { WebAssembly: Api }).WebAssembly;
