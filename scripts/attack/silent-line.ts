import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a database that can swallow everything without closing a connection, as a network does that lost its route. */
export class SilentLine {
  readonly address: string;
  readonly #sockets = new Set<Socket>();
  readonly #close: () => void;
  #isSilent = false;

  private constructor(address: string, close: () => void, sockets: Set<Socket>) {
    this.address = address;
    this.#close = close;
    this.#sockets = sockets;
  }

  /** Opens one to the database at an address; `address` of the line is its near end. */
  static async open(target: string): Promise<SilentLine> {
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
          if (!line.#isSilent) other.write(part);
        });
        one
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(one);
            if (!line.#isSilent) other.destroy();
          });
      }
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const near = new URL(target);
    near.hostname = '127.0.0.1';
    near.port = String((server.address() as AddressInfo).port);
    const line: SilentLine = new SilentLine(near.href, () => server.close(), sockets);
    return line;
  }

  /** Swallows everything from now on, new connections included. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Lets new connections through; what was sent meanwhile is lost, and so are its connections. */
  mend(): void {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#close();
    this.mend();
  }
}
