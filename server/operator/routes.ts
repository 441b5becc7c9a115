import type { FastifyInstance } from 'fastify';
import { type ConsentParts, giveConsent } from '../accounts/consent.ts';
import type { Operator } from '../contract/operator.ts';
import { withdrawConsent } from '../erasure/erase-account.ts';
import { callerOf } from '../http/caller.ts';
import { serveCall } from '../http/serve-call.ts';
import type { EraseParts } from '../store/erasures.ts';

type OperatorParts = ConsentParts & EraseParts & { clock: () => number; operator: Operator };

export async function operatorRoutes(app: FastifyInstance, parts: OperatorParts): Promise<void> {
  serveCall(app, 'getOperator', async () => parts.operator, { openToGuests: true });

  serveCall(app, 'giveConsent', async request => {
    await giveConsent(parts, callerOf(request), request.body.version);
    return null;
  });

  serveCall(app, 'withdrawConsent', async request => {
    await withdrawConsent(parts, callerOf(request));
    return null;
  });
}
