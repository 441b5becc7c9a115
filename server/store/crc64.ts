const polynomial = 0xc96c5795d7870f42n;
const lowHalf = 0xffffffffn;

// BigInt arithmetic is too slow for megabytes, so each entry is kept as two 32-bit halves.
const tableHigh = new Uint32Array(256);
const tableLow = new Uint32Array(256);

for (let byte = 0; byte < 256; byte++) {
  let value = BigInt(byte);
  for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n;
  tableHigh[byte] = Number(value >> 32n);
  tableLow[byte] = Number(value & lowHalf);
}

/** CRC-64/XZ of bytes that come in pieces. */
export class Crc64 {
  #high = 0xffffffff;
  #low = 0xffffffff;

  /** Takes in the next piece. */
  update(bytes: Uint8Array): void {
    let high = this.#high;
    let low = this.#low;
    for (const byte of bytes) {
      const index = (low ^ byte) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ tableLow[index]!;
      high = (high >>> 8) ^ tableHigh[index]!;
    }
    this.#high = high;
    this.#low = low;
  }

  /** The checksum as a decimal number, which OSS sends as `x-oss-hash-crc64ecma`. */
  digest(): string {
    return ((BigInt(~this.#high >>> 0) << 32n) | BigInt(~this.#low >>> 0)).toString();
  }
}
