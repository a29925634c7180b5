/** A JSON Schema document that is an object. */
// biome-ignore lint/suspicious/noExplicitAny: programs hand in documents of whatever type, and read members of them.
export type JsonSchemaType = { [keyword: string]: any }

/** The verdict about a value. */
export type JsonSchemaValidatorResult<T> =
  | { valid: true; data: T; errorMessage: undefined }
  | { valid: false; data: undefined; errorMessage: string }

/** Checks values against one document. */
export type JsonSchemaValidator<T> = (input: unknown) => JsonSchemaValidatorResult<T>

/** Makes validators. Give your own to a client or a server as `jsonSchemaValidator`. */
export interface jsonSchemaValidator {
  /** Makes the validator of a document. Throws if the document is no schema. */
  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T>
}
