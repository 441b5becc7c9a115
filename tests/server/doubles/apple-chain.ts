import { generateKeyPairSync } from 'node:crypto';
import { authority, certificate, extension, nothing, type Validity } from './certificate.ts';
import { signToken } from './signed-token.ts';

/** A certificate chain like that of Apple's purchases. Its root is not a trusted one: it must be configured. */
export interface AppleChain {
  root: Buffer;
  sign(payload: object): string;
}

/** Extensions that mark Apple's intermediate certificate, and the leaf for the App Store. */
const marks = { middle: '1.2.840.113635.100.6.2.1', leaf: '1.2.840.113635.100.6.11.1' };

/** Makes a chain; a test can change the leaf's validity, and leave out its App Store mark. */
export function appleChain({
  leafValidity,
  isMarked = true,
}: {
  leafValidity?: Validity;
  isMarked?: boolean;
} = {}): AppleChain {
  const [rootKeys, middleKeys, leafKeys] = [newKeys(), newKeys(), newKeys()];
  const root = certificate({
    subject: 'Root',
    issuer: 'Root',
    key: rootKeys.publicKey,
    issuerKey: rootKeys.privateKey,
    extensions: [authority],
  });
  const middle = certificate({
    subject: 'Middle',
    issuer: 'Root',
    key: middleKeys.publicKey,
    issuerKey: rootKeys.privateKey,
    extensions: [authority, extension(marks.middle, nothing)],
  });
  const leaf = certificate({
    subject: 'Leaf',
    issuer: 'Middle',
    key: leafKeys.publicKey,
    issuerKey: middleKeys.privateKey,
    ...(leafValidity && { validity: leafValidity }),
    extensions: isMarked ? [extension(marks.leaf, nothing)] : [],
  });
  const x5c = [leaf, middle, root].map(one => one.toString('base64'));

  return { root, sign: payload => signToken(leafKeys.privateKey, { alg: 'ES256', x5c }, payload) };
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
