/** What is encoded: maps are objects, or `Map`s where a key is a number. */
export type Cbor =
  | number
  | string
  | null
  | Uint8Array
  | Cbor[]
  | Tagged
  | Map<number, Cbor>
  | { [key: string]: Cbor };

/** A value with a tag of CBOR's registry. */
export class Tagged {
  readonly tag: number;
  readonly value: Cbor;

  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

/** Encodes as CBOR (RFC 8949); numbers are whole ones of at most 32 bits. */
export function encodeCbor(value: Cbor): Buffer {
  if (value === null) return Buffer.of(0xf6);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return withLength(3, Buffer.from(value));
  if (value instanceof Uint8Array) return withLength(2, value);
  if (value instanceof Tagged) return Buffer.concat([head(6, value.tag), encodeCbor(value.value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  const entries: [number | string, Cbor][] = value instanceof Map ? [...value] : Object.entries(value);
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(encodeCbor)]);
}

function withLength(major: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([head(major, bytes.length), bytes]);
}

/** The kind and a number, in as few bytes as it takes. */
function head(major: number, number: number): Buffer {
  const kind = major << 5;
  if (number < 24) return Buffer.of(kind | number);
  if (number < 0x100) return Buffer.of(kind | 24, number);
  if (number < 0x1_0000) return Buffer.of(kind | 25, number >> 8, number & 0xff);
  const bytes = Buffer.alloc(5);
  bytes[0] = kind | 26;
  bytes.writeUInt32BE(number, 1);
  return bytes;
}
