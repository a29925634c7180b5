import type { UnsafePattern } from '../../schema/backtracking/suspect-patterns.js'
import type { AnySchema } from '../../schema/schema.js'
import type { SchemaSide } from '../../schema/standard/to-json-schema.js'
import { createValidator, unsafePatternsOf, type Validator } from '../../schema/standard/validator.js'
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
  reportUnsafePatterns(validator, { where, services })
  return validator
}

/**
 * Logs patterns that may block the process, after a search for them. @throws TypeError if the server refuses them: those too that
 * only the search would find harmless.
 */
export function reportUnsafePatterns(
  validator: Validator,
  { where, services }: Pick<SchemaOwner, 'where' | 'services'>,
): void {
  const [suspect] = validator.suspectPatterns
  if (suspect === undefined) return
  if (services.unsafePatterns === 'refuse') throw new TypeError(describe(suspect, where))
  const { logger } = services
  unsafePatternsOf(validator).then(
    (patterns) => {
      for (const pattern of patterns) logger.warn(describe(pattern, where))
    },
    (error: unknown) => logger.error(`${where}: the search for unsafe patterns failed`, { error }),
  )
}

function describe({ pattern, path, reason }: UnsafePattern, where: string): string {
  const name = `the pattern ${JSON.stringify(cut(pattern, 100))}${path === '' ? '' : ` at ${path}`}`
  return `${where}: ${name} may take exponential time, which cannot be prevented: it ${reason}`
}
