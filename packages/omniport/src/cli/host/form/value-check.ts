import { jsonSchema } from '../../../entries/index.js'
import { toRecord } from '../../arguments/property-schemas.js'

/** Returns the problem of a value; undefined if it is valid. */
export type ValueCheck = (value: unknown) => string | undefined

/** Creates the check of one property. It accepts everything if the schema cannot be compiled; the server checks too. */
export async function valueCheck(schema: unknown, name: string): Promise<ValueCheck> {
  try {
    const { validate } = jsonSchema({ ...only(toRecord(schema)), type: 'object', required: [name] })['~standard']
    // The first call loads the engine; later ones are synchronous.
    await validate({})
    return (value) => problemIn(validate({ [name]: value }))
  } catch {
    return () => undefined
  }
}

/** Keywords that concern several properties cannot be checked for one. */
function only({ $schema, $defs, definitions, properties }: Readonly<Record<string, unknown>>) {
  const selected = { $schema, $defs, definitions, properties }
  return Object.fromEntries(Object.entries(selected).filter(([, value]) => value !== undefined))
}

function problemIn(result: unknown): string | undefined {
  const { issues } = toRecord(result)
  if (!Array.isArray(issues) || issues.length === 0) return undefined
  const { message } = toRecord(issues[0])
  return typeof message === 'string' ? message : 'does not fit'
}
