import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to a database that can swallow all bytes without closing connections, like a network that lost its route. */
export class SilentConnection {
  readonly address: string;
  readonly #sockets = new Set<Socket>();
  readonly #close: () => void;
  #isSilent = false;

  private constructor(address: string, close: () => void, sockets: Set<Socket>) {
    this.address = address;
    this.#close = close;
    this.#sockets = sockets;
  }

  /** Opens a proxy to the database at `target`; `address` is the proxy's. */
  static async open(target: string): Promise<SilentConnection> {
    const { hostname, port } = new URL(target);
    const sockets = new Set<Socket>();
    const server = createServer(near => {
      const far = connect(Number(port), hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one);
        one.on('data', part => {
          if (!connection.#isSilent) other.write(part);
        });
        one
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(one);
            if (!connection.#isSilent) other.destroy();
          });
      }
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const near = new URL(target);
    near.hostname = '127.0.0.1';
    near.port = String((server.address() as AddressInfo).port);
    const connection: SilentConnection = new SilentConnection(near.href, () => server.close(), sockets);
    return connection;
  }

  /** Swallows everything from now on, also on new connections. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Lets new connections through; closes the old ones, whose bytes are lost. */
  mend(): void {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#close();
    this.mend();
  }
}
