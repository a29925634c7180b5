import { digestOfJson } from '../../values/json/digest-of-json.js'

/** The possible names of a tool, in order of preference. */
export type NameChoices = readonly [string, ...string[]]

export type ToolNaming = (server: string, tool: string) => string

/** The limit of the strictest models for a name. */
const maxModelNameLength = 64

/**
 * Returns the possible names of a tool for models: 1 to 64 characters of `A-Z a-z 0-9 _ -` each. They depend only on server
 * and tool, so they are stable. The first is `server__tool` if no other pair can have it; otherwise it is a readable form plus
 * 10 digits of the SHA-256 of the pair. The last has the whole SHA-256 and is unique.
 *
 * `naming` may provide another first choice; if it throws or does not return a string, it is ignored.
 *
 * spec: server/tools#tool-names
 */
export async function nameChoices(server: string, tool: string, naming?: ToolNaming): Promise<NameChoices> {
  const chosen = naming === undefined ? undefined : tryNaming(naming, server, tool)
  if (chosen === undefined && isInjective(server, tool)) return [joinNames(server, tool)]
  const readable = chosen === undefined || chosen === '' ? joinNames(server, tool) : chosen
  const hashed = await hashedNames(readable, [server, tool])
  return chosen !== undefined && isSafe(chosen) ? [chosen, ...hashed] : hashed
}

/**
 * The one server that can have a tool of this name, by what `nameChoices` returns without a `naming`: its name ends at the first
 * `__`. An empty text: no server can have it. Undefined: any can, since a hash replaced what was no plain name.
 */
export function serverOfName(name: string): string | undefined {
  if (hashedName.test(name)) return undefined
  return name.slice(0, Math.max(0, name.indexOf('__')))
}

/** What all names with a hash begin with that `nameChoices` returns for tools of a server without a `naming`. */
export function startOfHashedNames(server: string): string {
  return addHash(joinNames(server, ''), '0'.repeat(hashLength)).slice(0, -hashLength - 1)
}

/**
 * Returns the possible names of a skill, as `nameChoices` does for a tool: `server__name`, then with all of its path, then with
 * digits of the pair of server and URI. Those without digits are left out where another server could have the same.
 */
export async function skillNameChoices(server: string, uri: string, path: readonly string[]): Promise<NameChoices> {
  const plain = [path.slice(-1), path].map((segments) => segments.join('_'))
  const names = [...new Set(plain)].filter((name) => isInjective(server, name)).map((name) => joinNames(server, name))
  const [hashed, ...last] = await hashedNames(joinNames(server, path.at(-1) ?? ''), [server, uri])
  const [first = hashed, ...more] = [...names, hashed, ...last]
  return [first, ...more]
}

async function hashedNames(readable: string, pair: readonly [string, string]): Promise<readonly [string, string]> {
  const digits = toBase32(await digestOfJson(pair))
  return [addHash(readable, digits.slice(0, hashLength)), addHash(readable, digits)]
}

/** A readable form of the pair; different pairs may have the same. */
function joinNames(server: string, tool: string): string {
  // Longer parts are cut later anyway.
  return `${server.slice(0, maxModelNameLength)}__${tool.slice(0, maxModelNameLength)}`
}

/**
 * True if no other pair has the same plain name: all characters are allowed and fit, the server ends at the first `__`, and
 * the name does not look like one with a hash.
 */
export function isInjective(server: string, tool: string): boolean {
  const isUnambiguous = server !== '' && !server.includes('__') && !server.endsWith('_')
  const plain = `${server}__${tool}`
  return isUnambiguous && isSafe(plain) && !hashedName.test(plain)
}

function isSafe(name: string): boolean {
  return name.length <= maxModelNameLength && safeName.test(name)
}

function addHash(readable: string, hash: string): string {
  const length = maxModelNameLength - hash.length - 1
  return `${readable.slice(0, maxModelNameLength).replace(unsafe, '_').slice(0, length)}_${hash}`
}

/**
 * Formats 256 bits as 52 digits (RFC 4648 §7, in lower case). The first digit has one bit, so it is 0 or 1, and no word looks
 * like a hash.
 */
function toBase32(hex: string): string {
  return BigInt(`0x${hex}`).toString(32).padStart(52, '0')
}

function tryNaming(naming: ToolNaming, server: string, tool: string): string | undefined {
  try {
    const name: unknown = naming(server, tool)
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

const safeName = /^[A-Za-z0-9_-]+$/
const unsafe = /[^A-Za-z0-9_-]/gu
const hashedName = /_[01][0-9a-v]{9}(?:[0-9a-v]{42})?$/
const hashLength = 10
