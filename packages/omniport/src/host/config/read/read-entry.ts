import { isRevision, type Revision, revisions } from '../../../protocol/revisions/revision.js'
import { isObject } from '../../../values/json/is-object.js'
import type { ServerSettings, ToolFilter } from '../../servers/settings/server-settings.js'
import { FieldFault } from '../field-fault.js'
import type { ConfigEntry } from '../find/find-entries.js'
import type { EntryContext } from './entry-context.js'
import { EntryReader, type Field } from './entry-reader.js'
import { readAuth } from './read-auth.js'
import { readAddress, readCommand } from './read-target.js'

export type EntrySettings = Omit<ServerSettings, 'source' | 'problem' | 'variables'>

/**
 * Reads an entry of any host. Fields that grant rights, such as `autoApprove` or `trust`, are ignored, because the author of a
 * file does not decide for the user. Rejects with FieldFault for the first invalid field.
 */
export async function readEntry(entry: ConfigEntry, context: EntryContext): Promise<EntrySettings> {
  checkName(entry)
  const reader = new EntryReader(entry.value, { path: entry.path, style: entry.style, scope: context })
  const isDisabled = readDisabled(reader)
  const description = reader.find('description')
  const { target, auth, rest } = await readTarget(reader, context)
  const settings: EntrySettings = {
    target,
    isDisabled,
    description: description && reader.plainText(description),
    timeoutMs: readTimeout(reader, entry.timeoutUnit),
    tools: readTools(reader),
    revision: readRevision(reader),
    auth,
  }
  const extra = { ...reader.rest, ...rest }
  const all = { ...settings, extra: Object.keys(extra).length === 0 ? undefined : extra }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) // all members are optional
}

/** True if an entry is disabled; its other fields may be invalid. */
export function isSwitchedOff({ value }: ConfigEntry): boolean {
  return isObject(value) && (value['disabled'] === true || value['enabled'] === false)
}

function checkName({ name, path }: ConfigEntry): void {
  if (name === '') throw new FieldFault(path, ': the name of a server must not be empty')
  if (name.length > maxNameLength) {
    throw new FieldFault(path, `: the name of a server must not be longer than ${maxNameLength} characters`)
  }
}

const maxNameLength = 128

function readDisabled(reader: EntryReader): boolean | undefined {
  const disabled = reader.find('disabled')
  const enabled = reader.find('enabled')
  const isOff = (disabled !== undefined && reader.flag(disabled)) || (enabled !== undefined && !reader.flag(enabled))
  return isOff ? true : undefined
}

interface FoundTarget extends Pick<ServerSettings, 'target' | 'auth'> {
  /** The unknown fields of its auth object. */
  readonly rest?: Readonly<Record<string, unknown>> | undefined
}

/** Reads the command or URL, chosen by the type, or else by the fields. */
async function readTarget(reader: EntryReader, context: EntryContext): Promise<FoundTarget> {
  const kind = readKind(reader)
  const command = kind === 'url' ? undefined : reader.find('command', 'cmd')
  const url = kind === 'command' ? undefined : reader.find('httpUrl', 'url', 'serverUrl', 'baseUrl', 'uri')
  if (command !== undefined && url !== undefined)
    throw new FieldFault(url.path, ': there is a command too: give one of them')
  if (command !== undefined) return { target: await readCommand(command, reader, context) }
  if (url === undefined) throw new FieldFault(reader.path, missing(kind))
  const target = await readAddress(url, reader, context)
  const { auth, rest } = await readAuth(reader, target, context)
  return { target, auth, rest }
}

function missing(kind: 'command' | 'url' | undefined): string {
  return kind === undefined ? ' must have a command or a url' : ` must have a ${kind}`
}

function readKind(reader: EntryReader): 'command' | 'url' | undefined {
  const type = reader.find('type', 'transport')
  if (type === undefined) return undefined
  const kind = kinds.get(reader.plainText(type).toLowerCase())
  if (kind === undefined) throw new FieldFault(type.path, ' must be stdio, http or sse')
  return kind
}

const kinds: ReadonlyMap<string, 'command' | 'url'> = new Map([
  ['stdio', 'command'],
  ['local', 'command'],
  ['http', 'url'],
  ['https', 'url'],
  ['streamable-http', 'url'],
  ['streamablehttp', 'url'],
  ['streamable_http', 'url'],
  ['sse', 'url'],
  ['remote', 'url'],
])

/** Returns whole milliseconds. */
function readTimeout(reader: EntryReader, unit: number): number | undefined {
  const seconds = reader.find('tool_timeout_sec')
  const found = seconds ?? requestTimeout(reader)
  if (found === undefined) return undefined
  const { value, path } = found
  if (typeof value !== 'number') throw FieldFault.of(path, 'a number', value)
  const ms = Math.ceil(value * (seconds === undefined ? unit : 1_000))
  if (ms > 0 && Number.isSafeInteger(ms)) return ms
  throw new FieldFault(path, ' must be more than 0 and at most the largest safe integer in milliseconds')
}

/** OpenCode also sets one for the start: `timeout: { startup, request }`. */
function requestTimeout(reader: EntryReader): Field | undefined {
  const field = reader.find('timeout')
  return field !== undefined && isObject(field.value) ? reader.inside(field).find('request') : field
}

/** `tools` is a list in Copilot's files, and has other meanings elsewhere. */
function readTools(reader: EntryReader): ToolFilter | undefined {
  const allow =
    reader.find('allowedTools', 'includeTools', 'enabled_tools', 'enabledTools') ??
    reader.findIf(Array.isArray, 'tools')
  const block = reader.find('blockedTools', 'excludeTools', 'disabled_tools', 'disabledTools')
  // In Goose, an empty list means all tools.
  const available = reader.findIf((value) => Array.isArray(value) && value.length > 0, 'available_tools')
  const allowed = allow ?? available
  if (allowed === undefined && block === undefined) return undefined
  return {
    ...(allowed !== undefined && { allow: reader.plainTexts(allowed) }),
    ...(block !== undefined && { block: reader.plainTexts(block) }),
  }
}

function readRevision(reader: EntryReader): Revision | undefined {
  const field = reader.find('protocolVersion')
  if (field === undefined) return undefined
  if (isRevision(field.value)) return field.value
  throw new FieldFault(field.path, ` must be one of ${revisions.join(', ')}`)
}
