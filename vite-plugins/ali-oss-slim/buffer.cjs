// The part of Node's `Buffer` that the SDK's signing and its crypto shim use.

const hexDigits = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');

const latin1 = bytes => {
  const pieces = [];
  // A call with a million arguments would overflow the stack.
  for (let at = 0; at < bytes.length; at += 4096) {
    pieces.push(String.fromCharCode(...Uint8Array.prototype.subarray.call(bytes, at, at + 4096)));
  }
  return pieces.join('');
};

const encoders = {
  hex: hexDigits,
  latin1,
  base64: bytes => btoa(latin1(bytes)),
};

class Buffer extends Uint8Array {
  static isBuffer(value) {
    return value instanceof Buffer;
  }

  static alloc(size) {
    return new Buffer(size);
  }

  static from(source) {
    if (source instanceof ArrayBuffer) return new Buffer(source);
    const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
    const copy = new Buffer(bytes.length);
    copy.set(bytes);
    return copy;
  }

  static concat(parts, size = parts.reduce((sum, part) => sum + part.length, 0)) {
    const whole = new Buffer(size);
    let at = 0;
    for (const part of parts) {
      whole.set(part.subarray(0, size - at), at);
      at += Math.min(part.length, size - at);
    }
    return whole;
  }

  readInt32BE(at) {
    return viewOf(this).getInt32(at);
  }

  readInt32LE(at) {
    return viewOf(this).getInt32(at, true);
  }

  writeInt32BE(value, at) {
    viewOf(this).setInt32(at, value);
  }

  writeInt32LE(value, at) {
    viewOf(this).setInt32(at, value, true);
  }

  toString(encoding) {
    const encode = encoders[encoding];
    return encode ? encode(this) : new TextDecoder().decode(this);
  }
}

function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

module.exports = { Buffer };
