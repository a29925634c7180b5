import { isObject } from '../../../values/json/is-object.js'
import { truncate } from '../../../values/text/truncate.js'
import type { Lock, Pin } from '../../pins/pin.js'

/** The JSON of a lock file, with its unknown fields. */
export type LockDocument = Readonly<Record<string, unknown>>

/** @throws SyntaxError with a message that continues `it `. */
export function parseLock(text: string): LockDocument {
  const document = parseJson(text.replace(/^\uFEFF/, ''))
  if (!isObject(document)) throw new SyntaxError('is not a JSON object')
  const { version } = document
  if (typeof version === 'number' && version > currentVersion)
    throw new SyntaxError(`is of version ${version}, and this release supports ${currentVersion}: update omniport`)
  if (version !== currentVersion) throw new SyntaxError(`has no "version": ${currentVersion}`)
  return document
}

/** The kinds of pins in a document, and the member of each server that has them. */
export type PinKind = 'tools' | 'skills'

/** Reads the pins of a document; servers without pins of that kind are left out. @throws SyntaxError as `parseLock` does. */
export function pinsOf(document: LockDocument, kind: PinKind): Lock {
  const servers = membersOf(document['servers'], '"servers"')
  return new Map(
    servers.flatMap(([server, entry]) => {
      const location = `"servers" → ${JSON.stringify(truncate(server))}`
      if (!isObject(entry)) throw new SyntaxError(`must have an object at ${location}`)
      if (entry[kind] === undefined) return []
      const pinned = membersOf(entry[kind], `${location} → "${kind}"`)
      const pinOf = (name: string, value: unknown) => toPin(value, `${location} → ${JSON.stringify(truncate(name))}`)
      return [[server, new Map(pinned.map(([name, value]) => [name, pinOf(name, value)]))] as const]
    }),
  )
}

/** Returns the document with new pins of a kind for one server; a server without any pins is removed. */
export function withPins(
  document: LockDocument,
  { kind, server, pins }: { readonly kind: PinKind; readonly server: string; readonly pins: ReadonlyMap<string, Pin> },
): LockDocument {
  const servers = new Map(membersOf(document['servers'], '"servers"'))
  const { [kind]: _, ...others } = toObject(servers.get(server))
  const pinned = Object.fromEntries([...pins].map(([name, { definition }]) => [name, `${prefix}${definition}`]))
  if (pins.size > 0) servers.set(server, { ...others, [kind]: pinned })
  else if (others['tools'] === undefined && others['skills'] === undefined) servers.delete(server)
  else servers.set(server, others)
  return { ...document, version: currentVersion, servers: Object.fromEntries(servers) }
}

/** Formats a document: `version` first, the rest sorted by name, so that diffs are short. */
export function printLock({ version, ...rest }: LockDocument): string {
  return `${JSON.stringify({ version, ...(sortMembers(rest) as LockDocument) }, undefined, 2)}\n` // sorting an object gives an object
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

export const emptyLock: LockDocument = { version: 1, servers: {} }

const currentVersion = 1
const prefix = 'sha256-'

function parseJson(text: string): unknown {
  const conflict = /^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)/m.exec(text)
  if (conflict !== null) {
    const line = text.slice(0, conflict.index).split('\n').length
    throw new SyntaxError(`has merge conflict markers from line ${line} on: resolve the conflict`)
  }
  if (text.trim() === '') throw new SyntaxError('is empty: delete it to start again')
  try {
    return JSON.parse(text)
  } catch (reason) {
    throw new SyntaxError(`is not JSON: ${truncate(reason instanceof Error ? reason.message : String(reason), 200)}`, {
      cause: reason,
    })
  }
}

function membersOf(value: unknown, location: string): readonly (readonly [string, unknown])[] {
  if (value === undefined) return []
  if (!isObject(value)) throw new SyntaxError(`must have an object at ${location}`)
  return Object.entries(value)
}

function toPin(value: unknown, location: string): Pin {
  if (typeof value === 'string' && /^sha256-[0-9a-f]{64}$/.test(value))
    return { definition: value.slice(prefix.length) }
  throw new SyntaxError(`must have "${prefix}" and 64 hexadecimal digits at ${location}`)
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sortMembers(value[name])]))
}
