import { compileValidator } from '../json-schema/compile-validator.js'
import type { JsonSchemaType, JsonSchemaValidator, jsonSchemaValidator } from './types.js'

/** The drafts that a program can name. */
export type CfWorkerSchemaDraft = '4' | '7' | '2019-09' | '2020-12'

const dialects: Readonly<Record<CfWorkerSchemaDraft, string>> = {
  '4': 'http://json-schema.org/draft-07/schema#',
  '7': 'http://json-schema.org/draft-07/schema#',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
}

/** Validates with the engine of the library, which generates no code and so runs in workers. */
export class CfWorkerJsonSchemaValidator implements jsonSchemaValidator {
  readonly #draft: CfWorkerSchemaDraft

  /** `draft` is the dialect of documents that name none, 2020-12 by default. `shortcircuit` is taken and means nothing. */
  constructor(options?: { shortcircuit?: boolean; draft?: CfWorkerSchemaDraft }) {
    this.#draft = options?.draft ?? '2020-12'
  }

  getValidator<T>(schema: JsonSchemaType): JsonSchemaValidator<T> {
    return compileValidator({ $schema: dialects[this.#draft], ...schema })
  }
}
