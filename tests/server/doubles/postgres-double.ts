import { type AddressInfo, createServer } from 'node:net';

/** Fields of an ErrorResponse: severity, code and words. */
interface Refusal {
  code: string;
  message: string;
}

/** A message of PostgreSQL's protocol: its letter, its length, its bytes. */
function message(letter: string, ...parts: (string | number | Buffer)[]): Buffer {
  const bytes = Buffer.concat(
    parts.map(part => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`);
      return typeof part === 'number' ? int32(part) : part;
    }),
  );
  return Buffer.concat([Buffer.from(letter), int32(bytes.length + 4), bytes]);
}

const int32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
const int16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer).swap16();

const ready = message('Z', Buffer.from('I'));

/** One row of texts, whatever was asked. */
function row(values: Record<string, string>): Buffer {
  const names = Object.keys(values).map(name =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(25),
      int16(0xffff),
      int32(0),
      int16(0),
    ]),
  );
  const texts = Object.values(values).map(text =>
    Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)]),
  );
  return Buffer.concat([
    message('T', int16(names.length), ...names),
    message('D', int16(texts.length), ...texts),
    message('C', 'SELECT 1'),
    ready,
  ]);
}

/** A server that refuses each connection with an error, or lets everybody in and responds to every statement with one row. */
export class PostgresDouble {
  says: Refusal | { row: Record<string, string> };
  readonly #server = createServer(socket => {
    const { says } = this;
    socket.on('error', () => {});
    socket.once('data', () => {
      if ('code' in says) {
        socket.end(message('E', 'SFATAL', 'VFATAL', `C${says.code}`, `M${says.message}`, ''));
      } else {
        socket.write(Buffer.concat([message('R', 0), ready]));
        socket.on('data', ([letter]) =>
          letter === 'X'.charCodeAt(0) ? socket.end() : socket.write(row(says.row)),
        );
      }
    });
  });

  constructor(says: PostgresDouble['says']) {
    this.says = says;
  }

  /** Listens; returns what DATABASE_URL must say. */
  async open(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    return `postgres://tyy:hush@127.0.0.1:${(this.#server.address() as AddressInfo).port}/shop`;
  }

  async close(): Promise<void> {
    await new Promise(resolve => this.#server.close(resolve));
  }
}
