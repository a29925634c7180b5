import { digestOfJson } from '../../values/json/digest-of-json.js'

/** The names one tool may have. It gets the first that no other tool has as well. */
export type NameChoices = readonly [string, ...string[]]

/** A rule of the user for names. */
export type ToolNaming = (server: string, tool: string) => string

/** Characters of a name at most: what the strictest models take. */
const maxModelNameLength = 64

/**
 * The names a tool may have for models: 1 to 64 characters of `A-Z a-z 0-9 _ -` each. They depend on nothing but the server
 * and the tool, so that a name means the same tomorrow, whatever else there is. The first is `server__tool` where no other
 * pair comes to that as well; else it is made so that people can tell what it is of, and ends with 10 digits of SHA-256 over
 * the pair. The last holds all of SHA-256, and is of no other pair.
 *
 * `naming` may say another first one; where it throws, or gives no text, there is none of its own.
 *
 * spec: server/tools#tool-names
 */
export async function nameChoices(server: string, tool: string, naming?: ToolNaming): Promise<NameChoices> {
  const given = naming === undefined ? undefined : attempt(naming, server, tool)
  if (given === undefined && isInjective(server, tool)) return [joined(server, tool)]
  const digits = toBase32(await digestOfJson([server, tool]))
  const readable = given === undefined || given === '' ? joined(server, tool) : given
  const hashed = [tagged(readable, digits.slice(0, tagLength)), tagged(readable, digits)] as const
  return given !== undefined && isSafe(given) ? [given, ...hashed] : hashed
}

/** A text for the pair, of which nothing can be told back. */
function joined(server: string, tool: string): string {
  // More of a server than a name can hold makes no difference.
  return `${server.slice(0, maxModelNameLength)}__${tool.slice(0, maxModelNameLength)}`
}

/**
 * Whether the plain name of a pair is that of no other: nothing had to be replaced or cut, it tells where the server ends (at
 * the first `__`), and it does not look like one with a tag.
 */
function isInjective(server: string, tool: string): boolean {
  const isUnambiguous = server !== '' && !server.includes('__') && !server.endsWith('_')
  const plain = `${server}__${tool}`
  return isUnambiguous && isSafe(plain) && !taggedName.test(plain)
}

function isSafe(name: string): boolean {
  return name.length <= maxModelNameLength && safeName.test(name)
}

function tagged(readable: string, tag: string): string {
  const length = maxModelNameLength - tag.length - 1
  return `${readable.slice(0, maxModelNameLength).replace(unsafe, '_').slice(0, length)}_${tag}`
}

/** 256 bits as 52 digits (RFC 4648 §7, in lower case). The first has one bit, so it is 0 or 1: no word looks like a tag. */
function toBase32(hex: string): string {
  return BigInt(`0x${hex}`).toString(32).padStart(52, '0')
}

function attempt(naming: ToolNaming, server: string, tool: string): string | undefined {
  try {
    const name: unknown = naming(server, tool)
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

const safeName = /^[A-Za-z0-9_-]+$/
const unsafe = /[^A-Za-z0-9_-]/gu
const taggedName = /_[01][0-9a-v]{9}(?:[0-9a-v]{42})?$/
const tagLength = 10
