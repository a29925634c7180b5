import type { ClientCapabilities } from '../types.js'

/** Tells which modes of elicitation a client has. A client that names none has forms, as there was nothing else once. */
export function getSupportedElicitationModes(capabilities: ClientCapabilities['elicitation']): {
  supportsFormMode: boolean
  supportsUrlMode: boolean
} {
  if (!capabilities) return { supportsFormMode: false, supportsUrlMode: false }
  const supportsUrlMode = capabilities.url !== undefined
  return { supportsFormMode: capabilities.form !== undefined || !supportsUrlMode, supportsUrlMode }
}

/** Gives the members of `data` that are absent the defaults of their schemas. The schema is the server's. */
export function applyDefaults(schema: unknown, data: unknown, depth = 0): void {
  if (!isRecord(schema) || !isRecord(data) || depth > maxDepth) return
  const { type, properties, anyOf, oneOf } = schema
  if (type === 'object' && isRecord(properties)) {
    for (const name of Object.keys(properties)) {
      const property = properties[name]
      if (ownMember(data, name) === undefined && isRecord(property) && Object.hasOwn(property, 'default')) {
        Object.defineProperty(data, name, { value: property['default'], ...plainMember })
      }
      applyDefaults(property, ownMember(data, name), depth + 1)
    }
  }
  for (const schemas of [anyOf, oneOf]) {
    if (Array.isArray(schemas)) for (const one of schemas) applyDefaults(one, data, depth + 1)
  }
}

const maxDepth = 64
/** As an assignment makes it, but for a member `__proto__`, which is one like any other. */
const plainMember = { writable: true, enumerable: true, configurable: true }

/** A schema may name what every object inherits: `constructor`, or `__proto__`, whose members would be those of all objects. */
function ownMember(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
