import { checkAddress } from '../../../client/connect/targets/check-address.js'
import type { Command } from '../../../client/connect/targets/target.js'
import { parseUrl } from '../../../values/text/parse-url.js'
import { isHeader } from '../../is-header.js'
import { readVariable } from '../expand/expand-variables.js'
import { FieldFault, type FieldPath } from '../field-fault.js'
import type { EntryContext } from './entry-context.js'
import type { EntryReader, Field } from './entry-reader.js'
import { readEnvironment } from './read-environment.js'

export type ConfigCommand = Command & { readonly env: Readonly<Record<string, string>> }

export interface ConfigAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Reads the command and environment of an entry. Rejects with FieldFault. */
export async function readCommand(command: Field, reader: EntryReader, context: EntryContext): Promise<ConfigCommand> {
  const [program, ...first] = await readLine(command, reader)
  if (program === undefined || program === '') throw new FieldFault(command.path, ' must name a program')
  const args = reader.find('args')
  const rest = args === undefined ? [] : await reader.texts(args)
  const cwd = reader.find('cwd')
  return {
    command: program,
    args: [...first, ...rest],
    env: await readEnvironment(reader, context),
    ...(cwd !== undefined && { cwd: context.resolve(await reader.text(cwd)) }),
  }
}

async function readLine(command: Field, reader: EntryReader): Promise<readonly string[]> {
  if (typeof command.value === 'string') return [await reader.text(command)]
  if (!Array.isArray(command.value)) throw FieldFault.of(command.path, 'a program', command.value)
  return reader.texts(command)
}

/** Reads the URL and headers of an entry. Rejects with FieldFault. */
export async function readAddress(url: Field, reader: EntryReader, context: EntryContext): Promise<ConfigAddress> {
  const text = await reader.text(url)
  const problem = addressProblem(text)
  if (problem !== undefined) throw new FieldFault(url.path, problem)
  const headers = new Map<string, string>()
  const given = reader.find('headers', 'http_headers')
  for (const [name, value] of given === undefined ? [] : await reader.members(given)) {
    addHeader(headers, [name, value], [...(given?.path ?? []), name])
  }
  const named = reader.find('env_http_headers')
  for (const [name, variable] of named === undefined ? [] : await reader.members(named)) {
    const path = [...(named?.path ?? []), name]
    addHeader(headers, [name, readVariable(variable, { path, scope: context })], path)
  }
  return { url: text, headers: Object.fromEntries(headers) }
}

function addressProblem(text: string): string | undefined {
  const url = parseUrl(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return ' must be an http: or https: address'
  if (url.username !== '' || url.password !== '') return ' must not contain credentials: send them as a header'
  return undefined
}

/** Adds a header, except those that the client sets itself: many files have `Accept`. */
function addHeader(headers: Map<string, string>, [name, value]: readonly [string, string], path: FieldPath): void {
  if (!isHeader(name, value)) throw new FieldFault(path, ' must be a valid HTTP header')
  try {
    checkAddress({ url: 'http://localhost', headers: { [name]: value } })
  } catch {
    return
  }
  headers.set(name, value)
}
