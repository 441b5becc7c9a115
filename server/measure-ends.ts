import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** What comes to an end some day: the disk under `dataDir`, and certificates (milliseconds since 1970, by setting; null: none). */
interface Ends {
  dataDir: string;
  certificates: Record<string, number | null>;
}

/** A scrape reads both at once: neither can set the other's value in time. */
const diskMeasures = [
  { name: 'tyy_disk_bytes', help: 'Size of the disk of DATA_DIR', blocks: 'blocks' },
  {
    name: 'tyy_disk_free_bytes',
    help: 'What the server may still write to the disk of DATA_DIR',
    blocks: 'bavail',
  },
] as const;

/** Measures what comes to an end unless somebody does something. */
export function measureEnds(registry: Registry, { dataDir, certificates }: Ends): void {
  const registers = [registry];
  for (const { name, help, blocks } of diskMeasures) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const found = await statfs(dataDir);
        this.set(found[blocks] * found.bsize);
      },
    });
  }
  const ends = new Gauge({
    name: 'tyy_certificate_end_timestamp_seconds',
    help: 'When a certificate ends (Unix seconds), by the setting that names it',
    labelNames: ['certificate'],
    registers,
  });
  for (const [certificate, end] of Object.entries(certificates))
    if (end !== null) ends.set({ certificate }, end / 1000);
}
