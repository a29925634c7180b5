import { createHash } from 'node:crypto'

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>

/** A message of a peer, whose members may be anything. */
export interface AnyMessage {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

export function toMembers(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

/** The messages of a line: one, or those of a batch. */
export function partsOf(message: unknown): readonly AnyMessage[] {
  return (Array.isArray(message) ? message : [message]).map(toMembers)
}

const versionMember = 'io.modelcontextprotocol/protocolVersion'
export const subscriptionMember = 'io.modelcontextprotocol/subscriptionId'

/** The revision that a message names by itself. */
export function statedRevision({ method, params }: AnyMessage): string | undefined {
  const { protocolVersion, _meta } = toMembers(params)
  const stated = method === 'initialize' ? protocolVersion : toMembers(_meta)[versionMember]
  return typeof stated === 'string' ? stated : undefined
}

/** The tool, prompt or resource that a message is about. */
export function subjectOf({ params }: AnyMessage): string | undefined {
  const members = toMembers(params)
  return [members['name'], members['uri'], toMembers(members['ref'])['name'], toMembers(members['ref'])['uri']].find(
    (value): value is string => typeof value === 'string',
  )
}

/** Members whose values a server makes up: they differ from run to run, and say nothing by themselves. */
export const madeUpMembers: ReadonlySet<string> = new Set([
  ...['requestState', 'taskId', 'cursor', 'nextCursor', 'elicitationId'],
  ...['createdAt', 'lastUpdatedAt', 'progressToken', subscriptionMember],
])

/** Puts the same text in the place of every value that a server makes up. */
export function withoutMadeUp(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMadeUp)
  if (typeof value === 'string') return value.replace(/\[secret \d+\]/g, '[secret]')
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as Members).map(([name, member]) => [
    name,
    madeUpMembers.has(name) && (typeof member === 'string' || typeof member === 'number') ? '…' : withoutMadeUp(member),
  ])
  return Object.fromEntries(members)
}

/** The key of messages: those with the same one ask for the same. `_meta` and the id of a cancelled request make no difference. */
export function keyOf(messages: readonly AnyMessage[], revision: string | undefined): string {
  const keys = messages.map((message) => {
    const { method, params } = message
    if (method === 'initialize') return `initialize ${statedRevision(message)}`
    if (method === 'notifications/cancelled') return method
    const { _meta, ...rest } = toMembers(params)
    return `${String(method)} ${stableJson(rest)}`
  })
  const text = `${messages.every(({ method }) => method === 'initialize') ? '' : revision} ${keys.join('\n')}`
  return text.length <= longestKey ? text : createHash('sha256').update(text).digest('base64')
}

/** Longer keys are digests, since there is one for each message. */
const longestKey = 100

/** JSON with sorted members. */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = value as Members
  const names = Object.keys(members).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${stableJson(members[name])}`).join(',')}}`
}

/** An id with its type: `1` is another one than `"1"`. */
export function idKey(id: unknown): string {
  return JSON.stringify(id) ?? 'null'
}
