import { type KeyObject, sign } from 'node:crypto';

/** Milliseconds. */
export interface Validity {
  from: number;
  until: number;
}

const day = 24 * 60 * 60_000;

/** An empty value (ASN.1 NULL). */
export const nothing = tlv(0x05);

/** The basicConstraints extension of a certificate authority. */
export const authority = extension('2.5.29.19', sequence(tlv(0x01, Buffer.from([0xff]))));

/** Signature algorithms, with SHA-256. */
const algorithms: Record<string, Buffer> = {
  ec: sequence(oid('1.2.840.10045.4.3.2')),
  rsa: sequence(oid('1.2.840.113549.1.1.11'), nothing),
};

interface About {
  subject: string;
  issuer: string;
  key: KeyObject;
  issuerKey: KeyObject;
  validity?: Validity;
  extensions?: Buffer[];
}

/** A certificate in DER (RFC 5280); by default valid from 30 days ago to 365 days from now. */
export function certificate({
  subject,
  issuer,
  key,
  issuerKey,
  validity: { from, until } = { from: Date.now() - 30 * day, until: Date.now() + 365 * day },
  extensions = [],
}: About): Buffer {
  const algorithm = algorithms[issuerKey.asymmetricKeyType ?? '']!;
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1 + Math.floor(Math.random() * 126)])),
    algorithm,
    named(issuer),
    sequence(time(from), time(until)),
    named(subject),
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [tlv(0xa3, sequence(...extensions))] : []),
  );
  return sequence(content, algorithm, tlv(0x03, Buffer.from([0]), sign('sha256', content, issuerKey)));
}

/** A non-critical extension. */
export function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), tlv(0x04, value));
}

function named(name: string): Buffer {
  return sequence(tlv(0x31, sequence(oid('2.5.4.3'), tlv(0x0c, Buffer.from(name)))));
}

function time(moment: number): Buffer {
  return tlv(0x17, Buffer.from(`${new Date(moment).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, ...parts);
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap(number => {
    const digits = [number & 0x7f];
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return tlv(0x06, Buffer.from(bytes));
}
