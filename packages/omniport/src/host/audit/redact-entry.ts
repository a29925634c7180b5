import { canonicalJson } from '../../values/json/canonical-json.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import type { AuditEntry } from './audit-record.js'
import { redactJson } from './redact-json.js'

/**
 * An entry as it is written down: a frozen copy without secrets. Long texts are cut. Arguments that are long as a whole are only
 * shown by their beginning; the digest says whether they were those of another call.
 *
 * @throws TypeError for arguments that are no JSON.
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

/** Where anything may be written. A word that is also the value of some variable stays in the others: it is what they are for. */
const redactedFields: ReadonlySet<string> = new Set([
  'subject',
  'error',
  'reason',
  'uri',
  'uris',
  'model',
  'stopReason',
  'action',
])

/** Of one text, and of each of a list of texts. */
const maxTextLength = 4_096
/** How many of a list. */
const maxListed = 1_000

function truncate(value: unknown): unknown {
  if (typeof value === 'string') return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value
  return Array.isArray(value) ? Object.freeze(value.slice(0, maxListed).map(truncate)) : value
}

/** Arguments whose JSON is longer are cut. */
const maxArgsLength = 65_536

/** What stands for arguments that are too long. */
export interface TruncatedArgs {
  /** The beginning of their canonical JSON. */
  readonly clipped: string
  /** Of all of it. */
  readonly length: number
  /** Over it, as hexadecimal text. */
  readonly sha256: string
}

/** The digest is of what has no secrets left: of short ones it would give away too much. */
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
