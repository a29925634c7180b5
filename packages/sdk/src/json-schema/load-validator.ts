import type { jsonSchemaValidator } from '../validation/types.js'

/** Loads the validator of the library, whose engine is large: few programs check a value with it. */
export async function loadValidator(): Promise<jsonSchemaValidator> {
  const { AjvJsonSchemaValidator } = await import('../validation/ajv-provider.js')
  return new AjvJsonSchemaValidator()
}
