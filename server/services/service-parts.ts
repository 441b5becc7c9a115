import type { FastifyBaseLogger } from 'fastify';
import type { Generator } from '../generator/generator.ts';
import type { PhotoDecoder } from '../jobs/photo-checks/photo-decoder.ts';
import type { PaymentProvider } from '../money/payment-provider.ts';
import type { PushNetwork } from '../push/post-push.ts';
import type { TryOnDrawing } from '../try-ons/try-on-drawer.ts';

/** What a test may put in the place of the real thing at the outer edge. */
export interface ServiceParts {
  generator?: Generator;
  tryOnDrawer?: TryOnDrawing;
  photoDecoder?: PhotoDecoder;
  payments?: PaymentProvider[];
  pushNetwork?: PushNetwork;
  clock?: () => number;
  log?: FastifyBaseLogger;
  /** Milliseconds after which housekeeping is done again at the latest. */
  housekeepingPause?: number;
}
