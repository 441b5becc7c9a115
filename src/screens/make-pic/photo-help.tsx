import { ChosenTemplate } from './chosen-template.tsx';
import { EarlierPhotos } from './earlier-photos.tsx';
import { FrontExamples, SupplementaryExamples } from './examples.tsx';
import { FrontChoice } from './front-choice.tsx';
import { PhotoAdvice } from './photo-advice.tsx';

/** What helps beside the file picker: the coach's word, what good photos look like, and the photos of earlier visits. */
export default function PhotoHelp({ step }: { step: 'front' | 'supplementary' }) {
  return (
    <>
      <PhotoAdvice step={step} />
      {step === 'front' && <ChosenTemplate />}
      {step === 'front' && <FrontChoice />}
      {step === 'front' ? <FrontExamples /> : <SupplementaryExamples />}
      <EarlierPhotos step={step} />
    </>
  );
}
