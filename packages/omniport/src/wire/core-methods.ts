import { type Revision, revisions } from '../protocol/revisions/revision.js'
import type { JsonObject } from '../values/json/json-object.js'
import { type OfficialSchema, officialSchema } from './official-schema.js'

/** The side that sends a message. */
export type Sender = 'client' | 'server'

/** The methods one side may send in one revision, each with the name of its definition in the official schema. */
export interface CoreMethods {
  readonly requests: ReadonlyMap<string, string>
  readonly notifications: ReadonlyMap<string, string>
}

/** The requests and notifications of a side, as the schema of the revision lists them. */
export function coreMethods(revision: Revision, from: Sender): CoreMethods {
  const schema = officialSchema(revision)
  const side = from === 'client' ? 'Client' : 'Server'
  return { requests: membersOf(schema, `${side}Request`), notifications: membersOf(schema, `${side}Notification`) }
}

/**
 * True if some revision lets some side send this method, so that elsewhere it is a mistake and not an extension. The methods
 * of tasks are core in one revision and an extension after it.
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
  const { anyOf } = schema.at(schema.pointer(union)) as { readonly anyOf?: readonly { readonly $ref: string }[] }
  const names = anyOf?.map(({ $ref }) => $ref.slice($ref.lastIndexOf('/') + 1)) ?? [union]
  return new Map(names.map((name) => [methodOf(schema, name), name]))
}

/** The method of a request or notification that the schema defines. */
export function methodOf(schema: OfficialSchema, definition: string): string {
  const properties = schema.at(schema.pointer(definition))['properties'] as JsonObject
  return (properties['method'] as { readonly const: string }).const
}
