import { type OfficialSchema, officialSchema } from './official-schema.js'
import { type Revision, revisions } from './revisions.js'

/** Who sends a message. */
export type Sender = 'client' | 'server'

/** The methods one side may send in one revision, each with the name of its definition in the official schema. */
export interface CoreMethods {
  readonly requests: ReadonlyMap<string, string>
  readonly notifications: ReadonlyMap<string, string>
}

/** What the schema of the revision lists as the requests and notifications of that side. */
export function coreMethods(revision: Revision, from: Sender): CoreMethods {
  const schema = officialSchema(revision)
  const side = from === 'client' ? 'Client' : 'Server'
  return { requests: membersOf(schema, `${side}Request`), notifications: membersOf(schema, `${side}Notification`) }
}

/**
 * Whether some revision lets some side send this method, so that elsewhere it is a mistake and not an extension. The methods of
 * tasks are core in one revision and an extension after it.
 */
export function isCoreMethod(method: string): boolean {
  if (/^(notifications\/)?tasks\//.test(method)) return false
  return revisions.some((revision) =>
    (['client', 'server'] as const).some((from) => {
      const { requests, notifications } = coreMethods(revision, from)
      return requests.has(method) || notifications.has(method)
    }),
  )
}

/** The definitions of a union by the constant of their `method`; a union of one is written as its only member. */
function membersOf(schema: OfficialSchema, union: string): Map<string, string> {
  if (!schema.has(union)) return new Map()
  const { anyOf, properties } = schema.at(schema.pointer(union))
  if (anyOf === undefined) return new Map([[properties.method.const, union]])
  const names: string[] = anyOf.map(({ $ref }: { $ref: string }) => $ref.slice($ref.lastIndexOf('/') + 1))
  return new Map(names.map((name) => [schema.at(schema.pointer(name))['properties'].method.const, name]))
}
