import { isDeepStrictEqual } from 'node:util'
import { CliError } from '../../errors/cli-error.js'
import type { HostEntry } from './install-hosts.js'
import { editJson, readJson } from './json-text.js'

/** The text of a config file, and where in it a server is. */
export interface EntryPosition {
  /** The path of the file, for messages, which also says its format. */
  readonly file: string
  readonly text: string
  /** The field that holds all servers. */
  readonly root: string
  readonly name: string
}

/** The members of an object of a file. It has no prototype, so that any name is one of a member. */
export type Members = Readonly<Record<string, unknown>>

/** Reads an entry; undefined if there is none. Rejects with CliError `invalid_config` for a file that cannot be read. */
export async function readEntry(position: EntryPosition): Promise<unknown> {
  return serversOf(await parse(position), position)?.[position.name]
}

/**
 * The text with another entry, or without it if `entry` is undefined. All else stays as it is written, comments too: the result is
 * read again and compared. Rejects with CliError `invalid_config` if that cannot be done.
 */
export async function editEntry(position: EntryPosition, entry: HostEntry | undefined): Promise<string> {
  const before = await parse(position)
  const servers = serversOf(before, position)
  const { [position.name]: _old, ...others } = { ...servers }
  const expected = { ...before, [position.root]: entry === undefined ? others : { ...others, [position.name]: entry } }
  const edit = isToml(position.file) ? (await import('./toml-text.js')).editToml : editJson
  const text = edit(position, entry, servers?.[position.name] !== undefined)
  const after = await parse({ ...position, text }).catch(() => undefined)
  if (isSame(after, expected, position.root)) return text
  throw new CliError(
    'invalid_config',
    `${position.file}: "${position.root}" is written in a way that cannot be edited here, so the file is left as it is: edit it by hand`,
  )
}

async function parse(position: EntryPosition): Promise<Members> {
  if (!isToml(position.file)) return readJson(position)
  const { readToml } = await import('./toml-text.js')
  return toPlain(readToml(position)) as Members
}

function isToml(file: string): boolean {
  return file.endsWith('.toml')
}

function serversOf(members: Members, { file, root }: EntryPosition): Members | undefined {
  const servers = members[root]
  if (servers === undefined) return undefined
  if (typeof servers === 'object' && servers !== null && !Array.isArray(servers)) return servers as Members
  throw new CliError('invalid_config', `${file}: "${root}" must hold servers by name, so the file is left as it is`)
}

/** An empty object of servers is as good as none. */
function isSame(after: Members | undefined, expected: Members, root: string): boolean {
  const whole = (members: Members) => toPlain({ ...members, [root]: members[root] ?? {} })
  return after !== undefined && isDeepStrictEqual(whole(after), whole(expected))
}

/** Objects without prototypes, so that two of different makers compare. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const copy: Record<string, unknown> = Object.create(null)
  for (const [name, member] of Object.entries(value)) copy[name] = toPlain(member)
  return copy
}
