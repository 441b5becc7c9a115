export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

/** A compiled module, which can be sent to a thread. */
export type CompiledModule = object;

/** The types of WebAssembly that we use. TypeScript has them only among browsers' types, which the server lacks. */
interface Api {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedMemory;
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  instantiate(module: CompiledModule, imports: object): Promise<{ exports: object }>;
}

export const webAssembly = (globalThis as unknown as { WebAssembly: Api }).WebAssembly;
