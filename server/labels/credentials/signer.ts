import { createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export interface Signer {
  /** COSE's number for the signature algorithm. */
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

/**
 * Opens the files. If a file is invalid, or the certificate has expired at `now`, throws a message that names the
 * setting.
 */
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
