import { createHash, randomUUID } from 'node:crypto';
import { sourceType } from '../label-data.ts';
import { type Cbor, encodeCbor, Tagged } from './cbor.ts';
import { jumbfBox, jumbfSuperbox } from './jumbf.ts';
import type { Signer } from './signer.ts';

interface Claimed {
  /** Who made it. */
  producer: string;
  /** The SHA-256 of all its bytes but the manifest's. */
  hash: Buffer;
  /** Which bytes are the manifest's. */
  manifest: { start: number; length: number };
}

/** COSE_Sign1 (RFC 9052), and its header parameters for the algorithm and the certificates. */
const sign1 = 18;
const [algorithm, certificates] = [1, 33];

/**
 * A store with one signed manifest (C2PA 2.2): the picture was created by the producer with a trained model. It names no user,
 * and the photo is no ingredient of it.
 */
export function manifestStore({ producer, hash, manifest }: Claimed, signer: Signer): Buffer {
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
      // Of what is in the box.
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
  // The claim is not repeated: it stands in a box of its own.
  return new Tagged(sign1, [header, {}, null, signature]);
}

function cborSuperbox(type: string, label: string, value: Cbor): Buffer {
  return jumbfSuperbox(type, label, jumbfBox('cbor', encodeCbor(value)));
}
