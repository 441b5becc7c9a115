import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy in front of a database that can close its connections or drop their bytes. */
export class DatabaseConnection {
  readonly #target: URL;
  readonly #open = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  #isSilent = false;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  /** Starts to listen, on the same port each time. Returns the database's address through this proxy. */
  async connect(): Promise<string> {
    this.#server = createServer(near => {
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const [one, other] of [[near, far] as const, [far, near] as const]) {
        this.#open.add(one);
        one
          .on('error', () => {})
          .on('close', () => {
            this.#open.delete(one);
            other.destroy();
          });
        if (!this.#isSilent) one.pipe(other);
      }
    });
    await new Promise<void>(resolve => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
    return this.address;
  }

  get address(): string {
    return Object.assign(new URL(this.#target), { hostname: '127.0.0.1', port: this.#port }).href;
  }

  /** Drops all bytes on open connections, like a broken router; new connections work. */
  freeze(): void {
    for (const socket of this.#open) socket.unpipe().pause();
  }

  /** Drops all bytes on open and new connections, like a network without a route. */
  silence(): void {
    this.#isSilent = true;
    this.freeze();
  }

  /** Forwards the bytes of new connections again. Closes the open connections, whose dropped bytes are lost. */
  mend(): void {
    this.#isSilent = false;
    for (const socket of this.#open) socket.destroy();
  }

  /** Closes all connections and refuses new connections. */
  async cut(): Promise<void> {
    const closed = new Promise(resolve => this.#server?.close(resolve));
    this.mend();
    await closed;
  }
}
