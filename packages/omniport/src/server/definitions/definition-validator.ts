import type { UnsafePattern } from '../../schema/backtracking/pattern-guard.js'
import type { AnySchema } from '../../schema/schema.js'
import type { SchemaSide } from '../../schema/standard/to-json-schema.js'
import { createValidator, type Validator } from '../../schema/standard/validator.js'
import { cut } from '../../values/text/truncate.js'
import type { ServerServices } from '../server-services.js'
import { inDefinition } from './in-definition.js'

/** The place of a schema, such as `tool "add": input`, and the server that it belongs to. */
export interface SchemaOwner {
  readonly where: string
  readonly side?: SchemaSide
  readonly services: Pick<ServerServices, 'limits' | 'logger' | 'unsafePatterns'>
}

/**
 * Creates the validator of a schema in a definition; undefined without a schema. The side is the input by default.
 * @throws TypeError naming the place and what is wrong.
 */
export function createDefinitionValidator(
  schema: AnySchema | undefined,
  { where, side = 'input', services }: SchemaOwner,
): Validator | undefined {
  if (schema === undefined) return undefined
  const validator = inDefinition(where, () => createValidator(schema, side, services.limits))
  reportUnsafePatterns(validator.unsafePatterns, { where, services })
  return validator
}

/** Logs patterns that may block the process. @throws TypeError if the server refuses them. */
export function reportUnsafePatterns(
  patterns: readonly UnsafePattern[],
  { where, services }: Pick<SchemaOwner, 'where' | 'services'>,
): void {
  for (const { pattern, path, reason } of patterns) {
    const name = `the pattern ${JSON.stringify(cut(pattern, 100))}${path === '' ? '' : ` at ${path}`}`
    const problem = `${where}: ${name} may take exponential time, which cannot be prevented: it ${reason}`
    if (services.unsafePatterns === 'refuse') throw new TypeError(problem)
    services.logger.warn(problem)
  }
}
