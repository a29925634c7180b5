import { isObject } from '../../values/json/is-object.js'

/** An argument that HTTP requests repeat as a header. */
export interface ParamHeader {
  /** Behind `Mcp-Param-`, in lower case. */
  readonly name: string
  /** From the arguments to the value. */
  readonly path: readonly string[]
  readonly type: 'string' | 'integer' | 'boolean'
}

/**
 * The arguments that `x-mcp-header` marks. @throws TypeError naming the mark that is not allowed, and the reason.
 * spec: basic/transports/streamable-http#schema-extension
 */
export function findParamHeaders(inputSchema: unknown): readonly ParamHeader[] {
  const found: ParamHeader[] = []
  collect(inputSchema, [], found)
  const names = new Set<string>()
  for (const { name } of found) {
    if (names.has(name)) throw new TypeError(`${keyword} "${name}" stands twice in the inputSchema`)
    names.add(name)
  }
  return found
}

/** The same; none where the marks are wrong, which is for the server of the tool to refuse. */
export function paramHeadersIn(inputSchema: unknown): readonly ParamHeader[] {
  try {
    return findParamHeaders(inputSchema)
  } catch {
    return []
  }
}

/** The value of a marked argument as header text; undefined if the argument is absent, or has a value that no header can carry. */
export function paramValue(header: ParamHeader, args: unknown): string | undefined {
  let value = args
  for (const key of header.path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

const keyword = 'x-mcp-header'
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

function collect(schema: unknown, path: readonly string[], found: ParamHeader[]): void {
  if (!isObject(schema)) return
  if (schema[keyword] !== undefined) found.push(toHeader(schema, path))
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isObject(value)) {
      for (const [name, property] of Object.entries(value)) collect(property, [...path, name], found)
    } else if (!opaque.has(key)) {
      assertUnmarked(value)
    }
  }
}

/** Keywords whose value is data, not a schema. */
const opaque: ReadonlySet<string> = new Set([
  keyword,
  'default',
  'const',
  'enum',
  'examples',
  'required',
  'description',
  'title',
])

function toHeader(schema: Readonly<Record<string, unknown>>, path: readonly string[]): ParamHeader {
  const name = schema[keyword]
  const where = path.length === 0 ? 'the root' : path.join('.')
  if (path.length === 0) throw new TypeError(`${keyword} is for arguments, not for the root of the inputSchema`)
  if (typeof name !== 'string' || !token.test(name))
    throw new TypeError(`${keyword} of ${where} must be a header token`)
  const { type } = schema
  if (type !== 'string' && type !== 'integer' && type !== 'boolean') {
    throw new TypeError(`${keyword} of ${where} is for a string, an integer or a boolean`)
  }
  return { name: name.toLowerCase(), path, type }
}

/** A mark makes the tool invalid unless its path consists of `properties` only. */
function assertUnmarked(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) assertUnmarked(item)
  } else if (isObject(value)) {
    if (value[keyword] !== undefined) throw new TypeError(`${keyword} may only be reached through properties`)
    for (const [key, member] of Object.entries(value)) if (!opaque.has(key)) assertUnmarked(member)
  }
}
