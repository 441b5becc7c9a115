import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openLabels } from '../../../server/labels/open-labels.ts';
import { readConfig as configOf } from '../../../server/settings/config.ts';
import { makeCertificate } from '../../../tools/credentials/make-certificate.mjs';
import { readCredentials } from '../../../tools/credentials/read-credentials.ts';
import { plain } from '../support/a-photo.ts';
import { openTestBackend, signIn, type TestBackend, type TestUser } from '../support/backend.ts';
import { folderForFile } from '../support/for-file.ts';
import { finishedJob, picsOf } from '../support/jobs.ts';

const day = 24 * 60 * 60_000;

const folder = await folderForFile();
const picture = new Uint8Array(await plain(80, 60).jpeg().toBuffer());

async function credentials(...about: Parameters<typeof makeCertificate>) {
  const { certificate, key } = await makeCertificate(...about);
  return settingsFor(certificate, key);
}

let files = 0;

async function settingsFor(certificate: string, key: string) {
  files += 1;
  const settings = {
    C2PA_CERTIFICATE: join(folder, `${files}.pem`),
    C2PA_KEY: join(folder, `${files}-key.pem`),
  };
  await writeFile(settings.C2PA_CERTIFICATE, certificate);
  await writeFile(settings.C2PA_KEY, key);
  return settings;
}

const bytesAt = async ({ app }: TestBackend, address: string) => {
  const { pathname, search } = new URL(address);
  return (await app.inject({ url: pathname + search })).rawPayload;
};

/** Makes a job for the user; returns the addresses of its pics and of the first pic's public card. */
async function madeBy(user: TestUser) {
  const { generate_id } = await finishedJob(user);
  const list = await picsOf(user, { generate_id });
  const { data: card } = await user.post('createShareCard', { generate_id, pic_id: list[0]!.id });
  return { pics: list.map(({ pic_url }) => pic_url), card: card.card_url };
}

test('a pic and its public card say who produced them with AI, but nothing about the user', async () => {
  const settings = { ...(await credentials('es256')), AI_PRODUCER: 'An operator', PICS_PER_JOB: '2' };
  const backend = await openTestBackend(settings);
  onTestFinished(backend.close);
  const { pics, card } = await madeBy(await signIn(backend, 'Ann Example'));
  const names = new Set<string>();
  for (const address of [...pics, card]) {
    const bytes = await bytesAt(backend, address);
    const read = await readCredentials(bytes);
    // Readers do not trust the test's certificate authority, so this status is expected.
    const valid = { validation_state: 'Valid', validation_status: [{ code: 'signingCredential.untrusted' }] };
    expect(read).toMatchObject(valid);
    const { active_manifest, manifests } = read!;
    const { claim_generator_info, assertions, ingredients = [] } = manifests[active_manifest]!;
    expect([claim_generator_info, ingredients]).toMatchObject([[{ name: 'An operator' }], []]);
    const digitalSourceType = expect.stringMatching(/\/compositeWithTrainedAlgorithmicMedia$/);
    expect(assertions.map(({ data }) => data)).toEqual([
      { actions: [{ action: 'c2pa.created', digitalSourceType }] },
    ]);
    expect(JSON.stringify(read)).not.toMatch(/Ann|user|photo/);
    names.add(active_manifest);
    // The signature is added after the label; the file must still have the label's data and be a valid picture.
    expect(String((await sharp(bytes).metadata()).xmp)).toContain('"ContentProducer":"An operator"');
  }
  expect(names.size).toBe(3);
});

/** A picture with Content Credentials signed by a new certificate. */
async function signed(algorithm: Parameters<typeof makeCertificate>[0]) {
  const { sign } = await openLabels(configOf(await credentials(algorithm)), Date.now, () => {});
  return sign(picture);
}

test.each(['es256', 'es384', 'ed25519'] as const)(
  'a signature with %s is valid until a pixel changes, and a resized copy has no signature',
  async algorithm => {
    const bytes = await signed(algorithm);
    expect(await readCredentials(bytes)).toMatchObject({ validation_state: 'Valid' });

    const changed = Buffer.from(bytes);
    changed[bytes.length - 20]! ^= 1;
    const { validation_state, validation_status } = (await readCredentials(changed))!;
    expect(validation_state).toBe('Invalid');
    expect(validation_status).toContainEqual(
      expect.objectContaining({ code: 'assertion.dataHash.mismatch' }),
    );
    expect(await readCredentials(await sharp(bytes).resize(20).jpeg().toBuffer())).toBe(null);
  },
);

const [one, other] = [await makeCertificate('es256'), await makeCertificate('es256')];
/** The end of each certificate in a chain. */
const certificateEnd = /(?<=END CERTIFICATE-----\n)/;

test.each<[string, () => Promise<Record<string, string>>, RegExp]>([
  ['a key without a certificate', async () => ({ C2PA_KEY: 'key.pem' }), /C2PA_CERTIFICATE is missing/],
  [
    'a missing file',
    async () => ({ C2PA_CERTIFICATE: '/no.pem', C2PA_KEY: '/no.pem' }),
    /C2PA_CERTIFICATE: \/no.pem cannot be read/,
  ],
  [
    'text instead of a certificate',
    () => settingsFor('no certificate', 'no key'),
    /C2PA_KEY: .* is not what it should be/,
  ],
  ['a file without a certificate', () => settingsFor('', one.key), /holds no certificate/],
  [
    'an expired certificate',
    () => credentials('es256', { from: Date.now() - 2 * day, until: Date.now() - day }),
    /C2PA_CERTIFICATE ended on 20/,
  ],
  [
    'a certificate that is not valid yet',
    () => credentials('es256', { from: Date.now() + day }),
    /valid only from 20/,
  ],
  [
    'a certificate for web servers',
    () => credentials('es256', { purpose: '1.3.6.1.5.5.7.3.1' }),
    /neither for claims/,
  ],
  [
    'the key of another certificate',
    () => settingsFor(one.certificate, other.key),
    /C2PA_KEY is not the key/,
  ],
  [
    'a chain that begins with the authority’s certificate',
    () => settingsFor(one.certificate.split(certificateEnd).toReversed().join(''), one.key),
    /must begin with the certificate of the key/,
  ],
])('%s is refused at the start with a clear error', async (_, settings, sentence) => {
  const open = async () => openLabels(configOf(await settings()), Date.now, () => {});
  await expect(open()).rejects.toThrow(sentence);
});

test('after the certificate expires, pictures stay unsigned and the operator is warned once', async () => {
  let now = Date.now();
  const problems: string[] = [];
  const config = configOf(await credentials('es256', { until: now + day }));
  const onProblem = ({ message }: Error) => void problems.push(message);
  const { sign } = await openLabels(config, () => now, onProblem);
  now += 2 * day;
  expect([sign(picture), sign(picture)]).toEqual([picture, picture]);
  expect(problems).toEqual([expect.stringContaining('C2PA_CERTIFICATE has ended')]);
});
