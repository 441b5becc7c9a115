import { type TSchema, Type } from 'typebox';

export function envelopeOf<Data extends TSchema>(data: Data) {
  return Type.Object({ code: Type.Literal(0), data, message: Type.Literal('') });
}

export const refusalEnvelope = Type.Object({
  code: Type.Integer({ description: 'never 0' }),
  data: Type.Null(),
  message: Type.String({ description: 'a sentence for the user, in the language of the request' }),
});

export function success<Data>(data: Data): { code: 0; data: Data; message: '' } {
  return { code: 0, data, message: '' };
}

export function refusal(code: number, message: string): { code: number; data: null; message: string } {
  return { code, data: null, message };
}
