import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { unlessAborted } from '../process/unless-aborted.js'
import type { Argument } from './argument.js'

/**
 * Reads the arguments of a tool or prompt: `key=value`, `key:=json`, either with `@file` in place of the value, or a
 * single `{json}` or `-`, which reads stdin. A name may occur more than once. Rejects with CliError `usage` naming the
 * argument.
 */
export async function parseArguments(words: readonly string[], io: Io): Promise<readonly Argument[]> {
  const whole = words.find((word) => word === '-' || word.startsWith('{'))
  if (whole === undefined) return Promise.all(words.map((word) => parsePair(word, io)))
  if (words.length > 1) throw new CliError('usage', `"${truncate(whole)}" holds all arguments, give no others`)
  const text = whole === '-' ? await unlessAborted(readAll(io.stdin), io.signal) : whole
  return toArguments(parseJson(text, whole === '-' ? 'stdin' : 'the arguments'))
}

async function parsePair(word: string, io: Io): Promise<Argument> {
  const equals = word.indexOf('=')
  const isJson = word[equals - 1] === ':'
  const name = word.slice(0, isJson ? equals - 1 : equals)
  if (equals === -1 || name === '') {
    throw new CliError('usage', `"${truncate(word)}" must be key=value, key:=json, key=@file, '{json}' or -`)
  }
  const given = word.slice(equals + 1)
  const text = given.startsWith('@') ? await readText(given.slice(1), name, io) : given
  return { name, value: isJson ? { json: parseJson(text, name) } : { text } }
}

async function readText(path: string, name: string, io: Io): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, path), 'utf8')
  } catch (cause) {
    const { message } = cause as Error // node:fs throws nothing else
    throw new CliError('usage', `${name}: cannot read the file "${path}": ${message}`, { cause })
  }
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { message } = cause as SyntaxError // JSON.parse throws nothing else
    throw new CliError('usage', `${where}: not JSON: ${message}`, { cause })
  }
}

function toArguments(value: unknown): readonly Argument[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CliError('usage', `The arguments must be a JSON object, got ${truncate(JSON.stringify(value))}`)
  }
  return Object.entries(value).map(([name, json]) => ({ name, value: { json } }))
}

function truncate(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stream) text += decoder.decode(bytes, { stream: true })
  return text + decoder.decode()
}
