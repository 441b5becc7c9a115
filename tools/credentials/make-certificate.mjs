import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const day = 24 * 60 * 60_000;

const algorithms = {
  es256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  es384: { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  ed25519: { name: 'Ed25519' },
};

export const algorithmNames = Object.keys(algorithms);

const usualPurpose = '1.3.6.1.5.5.7.3.36';

/**
 * A key and a certificate for tests, both as PEM. The certificate is issued by an untrusted test authority and followed
 * by the authority's own certificate, because readers require an issuer. `from` and `until` are milliseconds since
 * 1970.
 *
 * @param {keyof typeof algorithms} algorithm
 * @param {{ from?: number, until?: number, purpose?: string }} about
 */
export async function makeCertificate(
  algorithm,
  { from = Date.now() - day, until = Date.now() + 365 * day, purpose = usualPurpose } = {},
) {
  const signingAlgorithm = algorithms[algorithm];
  const usual = { signingAlgorithm, notBefore: new Date(from), notAfter: new Date(until) };
  const [authorityKeys, keys] = await Promise.all([newKeys(signingAlgorithm), newKeys(signingAlgorithm)]);
  const authorityName = 'CN=Test authority, O=Nobody';
  const authority = await X509CertificateGenerator.create(
    {
      ...usual,
      serialNumber: randomBytes(8).toString('hex'),
      subject: authorityName,
      issuer: authorityName,
      publicKey: authorityKeys.publicKey,
      signingKey: authorityKeys.privateKey,
      extensions: [
        new BasicConstraintsExtension(true, 1, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(authorityKeys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const own = await X509CertificateGenerator.create(
    {
      ...usual,
      serialNumber: randomBytes(8).toString('hex'),
      subject: 'CN=Test pictures, O=Nobody',
      issuer: authorityName,
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([purpose], true),
        await AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey, false, webcrypto),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: `${own.toString('pem')}\n${authority.toString('pem')}\n`,
    key: `${PemConverter.encode(key, 'PRIVATE KEY')}\n`,
  };
}

function newKeys(algorithm) {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}
