import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** What comes to an end some day: the disk under `dataDir`, and certificates (milliseconds since 1970, by setting; null: none). */
interface Ends {
  dataDir: string;
  certificates: Record<string, number | null>;
}

/** Measures what comes to an end unless somebody does something. */
export function measureEnds(registry: Registry, { dataDir, certificates }: Ends): void {
  const registers = [registry];
  // A scrape reads both at once: neither can set the other's value in time.
  new Gauge({
    name: 'tyy_disk_bytes',
    help: 'Size of the disk of DATA_DIR',
    registers,
    async collect() {
      const { blocks, bsize } = await statfs(dataDir);
      this.set(blocks * bsize);
    },
  });
  new Gauge({
    name: 'tyy_disk_free_bytes',
    help: 'What the server may still write to the disk of DATA_DIR',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(dataDir);
      this.set(bavail * bsize);
    },
  });
  const ends = new Gauge({
    name: 'tyy_certificate_end_timestamp_seconds',
    help: 'When a certificate ends (Unix seconds), by the setting that names it',
    labelNames: ['certificate'],
    registers,
  });
  for (const [certificate, end] of Object.entries(certificates))
    if (end !== null) ends.set({ certificate }, end / 1000);
}
