/**
 * All features that this backend can have. Some depend on settings: `template-preview` (TEMPLATE_PREVIEWS) and `poses`
 * (PICS_PER_JOB above 1) need the embedded generator, `redo` needs FREE_REDOS above 0, `push` needs VAPID keys, and
 * `pay-channels` is absent while the sandbox replaces the payment providers.
 */
export const servedFeatures = [
  'idempotency-key',
  'ad-id',
  'order-status',
  'return-url',
  'log-out',
  'delete-data',
  'delete-account',
  'photos',
  'photo-check',
  'template-preview',
  'poses',
  'template-by-id',
  'redo',
  'queue',
  'share-card',
  'report',
  'data-copy',
  'operator',
  'consent',
  'support-access',
  'client-reports',
  'pay-channels',
  'push',
] as const;

/** Features beyond the specification. A backend lists its features in the response to getUserInfo. */
export type Feature = (typeof servedFeatures)[number] | 'cancel-order';

export function featuresWith(isOn: Partial<Record<Feature, boolean>>): Feature[] {
  return servedFeatures.filter(word => isOn[word] !== false);
}
