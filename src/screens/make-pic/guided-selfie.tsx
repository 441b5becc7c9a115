import { type ComponentType, useState } from 'react';
import { loadExtraWords } from '../../i18n/extra-words.ts';
import { useText } from '../../i18n/use-text.ts';
import { hasCamera } from '../../platform/camera/has-camera.ts';
import { toast } from '../../state/overlay.ts';
import { Button } from '../../ui/button.tsx';
import type { SelfieProps } from './selfie.tsx';

/** A button that loads and opens the guided selfie camera. Renders nothing if there is no camera. */
export function GuidedSelfie({ step }: Pick<SelfieProps, 'step'>) {
  const { text } = useText();
  const [Selfie, setSelfie] = useState<ComponentType<SelfieProps> | null>(null);

  const [isOpening, setIsOpening] = useState(false);

  async function open() {
    setIsOpening(true);
    try {
      const [selfie] = await Promise.all([import('./selfie.tsx'), loadExtraWords()]);
      setSelfie(() => selfie.Selfie);
    } catch {
      toast(navigator.onLine ? 'error.load' : 'offline');
    }
    setIsOpening(false);
  }

  return (
    <>
      {hasCamera() && (
        <Button kind="secondary" busy={isOpening} onClick={open}>
          {text(isOpening ? 'loading' : 'make-pic.selfie')}
        </Button>
      )}
      {Selfie && <Selfie step={step} onClose={() => setSelfie(null)} />}
    </>
  );
}
