import { utf8Length } from '../../values/text/utf8-length.js'
import { wellFormed } from '../../values/text/well-formed.js'

/** The errors of handlers whose text a peer gets. See `errors` of `createServer`. */
export type ErrorTexts = 'author' | 'all' | 'none' | ((error: unknown) => string | undefined)

/**
 * Returns the text for the peer of what a handler threw: of at most 4 KiB, without control characters and stack traces.
 * Undefined if the peer gets only a reference, also where nothing is left to be read.
 *
 * Throws what the function in `texts`, or a getter of the error, throws.
 */
export function errorTextOf(error: unknown, texts: ErrorTexts): string | undefined {
  const text = typeof texts === 'function' ? texts(error) : messageOf(error, texts)
  return typeof text === 'string' ? readable(text) : undefined
}

function messageOf(error: unknown, texts: 'author' | 'all' | 'none'): unknown {
  if (texts === 'all') return error instanceof Error || isError(error) ? (error as Error).message : error
  return texts === 'author' && isError(error) && isPlain(error) ? ownMessage(error) : undefined
}

/** Recognises the errors of other realms, such as `node:vm`, as well. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Error]'
}

/** True if an error is of no other class than `Error`, and carries nothing but what every error may have. */
function isPlain(error: Error): boolean {
  const prototype: unknown = Object.getPrototypeOf(error)
  if (prototype !== Error.prototype && !isForeignErrorPrototype(prototype)) return false
  return Reflect.ownKeys(error).every((key) => usualMembers.has(key))
}

/** Some engines give every error more members than `stack`, such as its line. */
const usualMembers: ReadonlySet<string | symbol> = new Set([
  ...['message', 'stack', 'cause', 'name'],
  ...Reflect.ownKeys(new Error('')),
])

/** Tells the `Error.prototype` of another realm from that of a subclass: it inherits from `Object.prototype` directly. */
function isForeignErrorPrototype(prototype: unknown): boolean {
  if (typeof prototype !== 'object' || prototype === null) return false
  const { constructor: type, name } = prototype as Error
  const parent: unknown = Object.getPrototypeOf(prototype)
  const isRoot = typeof parent === 'object' && parent !== null && Object.getPrototypeOf(parent) === null
  return isRoot && name === 'Error' && type.name === 'Error' && type.prototype === prototype
}

/** A getter could say anything, and something else each time. */
function ownMessage(error: Error): unknown {
  return Object.getOwnPropertyDescriptor(error, 'message')?.value
}

function readable(text: string): string | undefined {
  // Twice: before, so that no work is spent on what nobody gets, and after, since U+FFFD is longer than what it stands for.
  const lines = cutToBytes(text)
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => !isStackFrame(line))
  const clean = wellFormed(lines.join('\n').replace(/(?![\n\t])\p{Cc}/gu, '')).trim()
  return clean === '' ? undefined : cutToBytes(clean)
}

/** A line such as `    at readFile (node:fs:441:20)`, which says how this server is built. */
function isStackFrame(line: string): boolean {
  return /^\s*at\s/.test(line) && /(?::\d+:\d+|<anonymous>|native)\)?\s*$/.test(line)
}

function cutToBytes(text: string): string {
  if (text.length <= maxTextBytes / 3) return text // no character of a string takes more than three bytes
  const { read } = encoder.encodeInto(text, new Uint8Array(maxTextBytes))
  if (read === text.length) return text
  const { read: fitting } = encoder.encodeInto(text, new Uint8Array(maxTextBytes - utf8Length('…')))
  return `${text.slice(0, fitting)}…`
}

const encoder = new TextEncoder()
const maxTextBytes = 4_096
