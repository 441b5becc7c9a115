import { createHash, createPrivateKey, type KeyObject, randomUUID, sign, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type AiLabel, sourceType } from './label-pic.ts';

export interface Labels extends AiLabel {
  /** Adds Content Credentials if they are configured. Any later change of the file makes them invalid. */
  sign(jpeg: Uint8Array): Uint8Array;
  /** When the certificate expires (milliseconds since 1970); null without a certificate. */
  signsUntil: number | null;
}

interface LabelSettings {
  aiLabel: AiLabel;
  credentials: CredentialFiles | null;
  wechat: object | null;
}

/** Throws a message for the operator if a file is invalid. Warns if the label setting conflicts with other settings. */
export async function openLabels(
  { aiLabel, credentials, wechat }: LabelSettings,
  clock: () => number,
  onProblem: (problem: Error) => void,
): Promise<Labels> {
  // WeChat means users in China, where the standard label is required.
  if (wechat && aiLabel.mark !== 'standard') {
    const missing = 'WeChat is configured without AI_LABEL=standard';
    onProblem(new Error(`${missing}: pictures lack the label that GB 45438-2025 asks for.`));
  }
  if (!credentials) return { ...aiLabel, sign: jpeg => jpeg, signsUntil: null };

  const signer = await openSigner(credentials, clock());
  let hasEnded = false;
  return {
    ...aiLabel,
    signsUntil: signer.validUntil,
    sign(jpeg) {
      if (clock() < signer.validUntil) return signJpeg(jpeg, aiLabel.producer, signer);
      if (!hasEnded)
        onProblem(new Error('C2PA_CERTIFICATE has ended: pictures get no Content Credentials any more.'));
      hasEnded = true;
      return jpeg;
    },
  };
}

/** Maximum bytes of a box in one segment. A segment's length field has 16 bits and also counts ten bytes of header. */
const mostBytes = 0xffff - 10;

function signJpeg(jpeg: Uint8Array, producer: string, signer: Signer): Buffer {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  const start = endOfApplicationData(bytes);
  const hash = createHash('sha256').update(bytes).digest();
  const build = (length: number) =>
    boxSegments(manifestStore({ producer, hash, manifest: { start, length } }, signer));
  // The manifest contains its own length, so build it again until the length stays the same.
  let segments = build(0);
  for (let length = 0; segments.length !== length; ) {
    length = segments.length;
    segments = build(length);
  }
  return Buffer.concat([bytes.subarray(0, start), segments, bytes.subarray(start)]);
}

/** Splits a JUMBF box into JPEG segments (ISO 19566-5, APP11). Every segment but the first repeats the box's header. */
function boxSegments(box: Buffer): Buffer {
  const header = box.subarray(0, 8);
  const segments: Buffer[] = [];
  for (let from = 0; from < box.length; ) {
    const repeated = from === 0 ? Buffer.alloc(0) : header;
    const content = box.subarray(from, from + mostBytes - repeated.length);
    from += content.length;
    const start = Buffer.alloc(12);
    start.writeUInt16BE(0xffeb, 0);
    start.writeUInt16BE(10 + repeated.length + content.length, 2);
    start.write('JP', 4, 'latin1');
    start.writeUInt16BE(1, 6);
    start.writeUInt32BE(segments.length + 1, 8);
    segments.push(Buffer.concat([start, repeated, content]));
  }
  return Buffer.concat(segments);
}

/** Offset of the first byte after the application segments, where new ones are inserted. */
function endOfApplicationData(jpeg: Buffer): number {
  let at = 2;
  while (jpeg[at] === 0xff && jpeg[at + 1]! >= 0xe0 && jpeg[at + 1]! <= 0xef)
    at += 2 + jpeg.readUInt16BE(at + 2);
  return at;
}

/** A CBOR map is represented by an object, or by a `Map` if its keys are numbers. */
type Cbor =
  | number
  | string
  | null
  | Uint8Array
  | Cbor[]
  | Tagged
  | Map<number, Cbor>
  | { [key: string]: Cbor };

/** The second part of every C2PA box type. A type is a UUID; its first four bytes are letters (ISO 19566-5). */
const typeEnd = Buffer.from('00110010800000aa00389b71', 'hex');

/** Flags of ISO 19566-5: the box has a label, and it can be requested by this label. */
const toggles = 3;

interface Claimed {
  producer: string;
  hash: Buffer;
  manifest: { start: number; length: number };
}

/** CBOR tag of COSE_Sign1 (RFC 9052), and the header keys for the algorithm and the certificates. */
const sign1 = 18;
const [algorithm, certificates] = [1, 33];

/** One signed manifest (C2PA 2.2): made with a trained model. Neither the user nor the photo is named. */
function manifestStore({ producer, hash, manifest }: Claimed, signer: Signer): Buffer {
  const label = `urn:c2pa:${randomUUID()}`;
  const assertions = {
    'c2pa.actions.v2': { actions: [{ action: 'c2pa.created', digitalSourceType: sourceType }] },
    'c2pa.hash.data': {
      exclusions: [manifest],
      alg: 'sha256',
      hash,
      pad: Buffer.alloc(0),
      name: 'jumbf manifest',
    },
  };
  const boxes = Object.entries(assertions).map(([name, value]) => ({
    name,
    box: cborSuperbox('cbor', name, value),
  }));
  const claim = encodeCbor({
    instanceID: `xmp:iid:${randomUUID()}`,
    claim_generator_info: { name: producer },
    signature: `self#jumbf=/c2pa/${label}/c2pa.signature`,
    created_assertions: boxes.map(({ name, box }) => ({
      url: `self#jumbf=c2pa.assertions/${name}`,
      // Hash only the box's content, not its header.
      hash: createHash('sha256').update(box.subarray(8)).digest(),
    })),
    alg: 'sha256',
  });

  return jumbfSuperbox(
    'c2pa',
    'c2pa',
    jumbfSuperbox(
      'c2ma',
      label,
      jumbfSuperbox('c2as', 'c2pa.assertions', ...boxes.map(({ box }) => box)),
      jumbfSuperbox('c2cl', 'c2pa.claim.v2', jumbfBox('cbor', claim)),
      cborSuperbox('c2cs', 'c2pa.signature', signed(claim, signer)),
    ),
  );
}

function signed(claim: Buffer, signer: Signer): Cbor {
  const header = encodeCbor(
    new Map<number, Cbor>([
      [algorithm, signer.algorithm],
      [certificates, signer.certificates],
    ]),
  );
  const signature = signer.sign(encodeCbor(['Signature1', header, Buffer.alloc(0), claim]));
  // The payload is null because the claim has its own box.
  return new Tagged(sign1, [header, {}, null, signature]);
}

function cborSuperbox(type: string, label: string, value: Cbor): Buffer {
  return jumbfSuperbox(type, label, jumbfBox('cbor', encodeCbor(value)));
}

/** A JUMBF box: length, type (four letters) and content. */
function jumbfBox(type: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(content.length + 8, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}

/** A labelled JUMBF box that contains other boxes. `type` has four letters. */
function jumbfSuperbox(type: string, label: string, ...boxes: Buffer[]): Buffer {
  const about = Buffer.concat([Buffer.from(type), typeEnd, Buffer.of(toggles), Buffer.from(`${label}\0`)]);
  return jumbfBox('jumb', Buffer.concat([jumbfBox('jumd', about), ...boxes]));
}

class Tagged {
  readonly tag: number;
  readonly value: Cbor;

  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

/** Encodes a value as CBOR (RFC 8949). Integers must fit into 32 bits. */
function encodeCbor(value: Cbor): Buffer {
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

/** Encodes a CBOR major type with a number, in as few bytes as possible. */
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

interface Signer {
  algorithm: number;
  /** The certificates in DER: first our own, then its issuers'. */
  certificates: Uint8Array[];
  /** When the certificate expires (milliseconds since 1970). */
  validUntil: number;
  sign(bytes: Uint8Array): Buffer;
}

/** Two PEM files: the certificate followed by its issuers' certificates, and the private key. */
export interface CredentialFiles {
  certificateFile: string;
  keyFile: string;
}

/** Extended key usages that readers of credentials accept: C2PA claims, document signing, e-mail. */
const purposes = ['1.3.6.1.4.1.62558.2.1', '1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'];

/** COSE's algorithm number and the hash for each elliptic curve. Ed25519 is handled separately. */
const curves: Record<string, { algorithm: number; hash: string }> = {
  prime256v1: { algorithm: -7, hash: 'sha256' },
  secp384r1: { algorithm: -35, hash: 'sha384' },
};

/** Throws a message with the setting's name if a file is invalid or the certificate has expired. */
export async function openSigner(
  { certificateFile, keyFile }: CredentialFiles,
  now: number,
): Promise<Signer> {
  const pem = await readPem('C2PA_CERTIFICATE', certificateFile);
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const chain = read('C2PA_CERTIFICATE', certificateFile, () =>
    blocks.map(block => new X509Certificate(block)),
  );
  const keyText = await readPem('C2PA_KEY', keyFile);
  const key = read('C2PA_KEY', keyFile, () => createPrivateKey(keyText));
  const [own] = chain;
  if (!own) throw new Error(`C2PA_CERTIFICATE: ${certificateFile} holds no certificate.`);
  const validUntil = checkCertificate(own, now);
  if (!own.checkPrivateKey(key))
    throw new Error('C2PA_KEY is not the key of the first one in C2PA_CERTIFICATE.');
  return { ...signingBy(key), certificates: chain.map(({ raw }) => raw), validUntil };
}

function checkCertificate(own: X509Certificate, now: number): number {
  const [from, until] = [Date.parse(own.validFrom), Date.parse(own.validTo)];
  if (now < from) throw new Error(`C2PA_CERTIFICATE is valid only from ${new Date(from).toISOString()}.`);
  if (now >= until) throw new Error(`C2PA_CERTIFICATE ended on ${new Date(until).toISOString()}.`);
  if (own.ca || own.checkIssued(own)) {
    throw new Error('C2PA_CERTIFICATE must begin with the certificate of the key, issued by another one.');
  }
  if (!own.keyUsage?.some(purpose => purposes.includes(purpose))) {
    throw new Error('C2PA_CERTIFICATE is issued neither for claims, nor for documents, nor for e-mail.');
  }
  return until;
}

function signingBy(key: KeyObject): Pick<Signer, 'algorithm' | 'sign'> {
  if (key.asymmetricKeyType === 'ed25519') return { algorithm: -8, sign: bytes => sign(null, bytes, key) };
  const { algorithm, hash } = curves[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? {};
  if (algorithm === undefined) throw new Error('C2PA_KEY must be an Ed25519, P-256 or P-384 key.');
  // COSE needs the signature's two numbers one after the other, not in DER.
  return { algorithm, sign: bytes => sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363' }) };
}

async function readPem(setting: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch(cause => {
    throw new Error(`${setting}: ${file} cannot be read.`, { cause });
  });
}

function read<Value>(setting: string, file: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (cause) {
    throw new Error(`${setting}: ${file} is not what it should be, in PEM.`, { cause });
  }
}
