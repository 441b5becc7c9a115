import type { FastifyBaseLogger } from 'fastify';
import type { Generator } from '../generator/generator.ts';
import type { PhotoDecoder } from '../jobs/photo-checks/photo-decoder.ts';
import type { PaymentProvider } from '../money/payment-provider.ts';
import type { PushNetwork } from '../push/post-push.ts';
import type { TryOnDrawing } from '../try-ons/try-on-drawer.ts';

/** Replacements that tests provide for external parts. */
export interface ServiceParts {
  generator?: Generator;
  tryOnDrawer?: TryOnDrawing;
  photoDecoder?: PhotoDecoder;
  payments?: PaymentProvider[];
  pushNetwork?: PushNetwork;
  clock?: () => number;
  log?: FastifyBaseLogger;
  /** Longest interval of housekeeping in milliseconds. */
  housekeepingPause?: number;
}
