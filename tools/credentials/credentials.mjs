/**
 * Makes a key and a certificate for trying out Content Credentials: `npm run credentials`. --folder (data/credentials);
 * --algorithm (es256). Programs that read such credentials report an untrusted signer.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOptions, text } from '../../scripts/options.mjs';
import { algorithmNames, makeCertificate } from './make-certificate.mjs';

const { algorithm, folder } = readOptions({
  algorithm: {
    ...text(`one of ${algorithmNames.join(', ')}`, name => algorithmNames.includes(name)),
    usual: 'es256',
  },
  folder: { ...text('a folder'), usual: 'data/credentials' },
});

const { certificate, key } = await makeCertificate(algorithm);
const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
await mkdir(folder, { recursive: true });
await writeFile(files.certificate, certificate);
await writeFile(files.key, key, { mode: 0o600 });
process.stdout.write(`C2PA_CERTIFICATE=${files.certificate} C2PA_KEY=${files.key}\n`);
