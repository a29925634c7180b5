import { jsonSchema } from '../../../entries/index.js'
import { toRecord } from '../../arguments/property-schemas.js'

/** What is wrong with a value; undefined where nothing is. */
export type ValueCheck = (value: unknown) => string | undefined

/**
 * Makes the check of one property, by the validator of the library. A schema that it cannot compile checks nothing: the server
 * then says what it expected.
 */
export async function valueCheck(schema: unknown, name: string): Promise<ValueCheck> {
  try {
    const { validate } = jsonSchema({ ...only(toRecord(schema)), type: 'object', required: [name] })['~standard']
    // The first one loads the engine; all others answer at once.
    await validate({})
    return (value) => problemIn(validate({ [name]: value }))
  } catch {
    return () => undefined
  }
}

/** What the others say of all properties together cannot hold for one alone. */
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
