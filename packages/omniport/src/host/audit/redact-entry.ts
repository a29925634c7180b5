import { canonicalJson } from '../../values/json/canonical-json.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import type { AuditEntry } from './audit-record.js'
import { redactJson } from './redact-json.js'

/**
 * Returns a frozen copy of an entry without secrets. Long strings are truncated; long arguments are replaced by their
 * beginning, their length and a digest.
 *
 * @throws TypeError for arguments that are not JSON.
 */
export async function redactEntry(entry: AuditEntry, secrets: Iterable<string>): Promise<AuditEntry> {
  const known = [...secrets]
  const fields = Object.entries(entry).filter(([name, value]) => name !== 'args' && value !== undefined)
  const rest = fields.map(
    ([name, value]) => [name, truncate(redactedFields.has(name) ? redactJson(value, known) : value)] as const,
  )
  const args = 'args' in entry ? { args: await truncateArgs(redactJson(entry.args, known)) } : {}
  return Object.freeze({ ...Object.fromEntries(rest), ...args }) as AuditEntry
}

/** Fields with free text. In others, such as a tool's name, the value of a variable may stand by chance. */
const redactedFields: ReadonlySet<string> = new Set([
  'subject',
  'error',
  'reason',
  'uri',
  'uris',
  'prompt',
  'model',
  'stopReason',
  'action',
])

const maxTextLength = 4_096
const maxListed = 1_000

function truncate(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value
  return Array.isArray(value) ? Object.freeze(value.slice(0, maxListed).map(truncate)) : value
}

const maxArgsLength = 65_536

/** Replaces arguments that are too long. */
export interface TruncatedArgs {
  /** The beginning of the arguments' canonical JSON. */
  readonly clipped: string
  /** The length of the whole JSON. */
  readonly length: number
  /** SHA-256 of the whole JSON, in hexadecimal. */
  readonly sha256: string
}

/** The digest covers the redacted arguments; one over short secrets could be guessed. */
async function truncateArgs(args: unknown): Promise<unknown> {
  const text = canonicalJson(args ?? null)
  if (text.length <= maxArgsLength) return args ?? null
  const clipped: TruncatedArgs = {
    clipped: text.slice(0, maxTextLength),
    length: text.length,
    sha256: await digestOfJson(args),
  }
  return Object.freeze(clipped)
}
