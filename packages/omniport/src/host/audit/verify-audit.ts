import { digestOfJson } from '../../values/json/digest-of-json.js'
import type { AuditRecord } from './audit-record.js'
import { isAuditRecord } from './is-audit-record.js'

/** What is wrong with an audit log. */
export interface AuditProblem {
  /** The record where it shows: this one, or one right before it. 0 where there is no number. */
  readonly seq: number
  /** For people. */
  readonly problem: string
}

/** How records are verified. */
export interface VerifyAuditOptions {
  /** True: they may begin anywhere, as those in the memory of a host do. Default: false. */
  readonly isPart?: boolean | undefined
}

/**
 * Whether records, in the order in which they were written, are all there and as they were; undefined if so, else the first thing
 * wrong. Each is bound to the one before it: what was changed, cut out or put in shows in the next record. So nothing can be
 * said of changes to the last one, nor of what was cut off after it: who needs that keeps its digest elsewhere.
 */
export async function verifyAudit(
  records: Iterable<unknown> | AsyncIterable<unknown>,
  { isPart = false }: VerifyAuditOptions = {},
): Promise<AuditProblem | undefined> {
  let before: AuditRecord | undefined
  for await (const record of records) {
    if (!isAuditRecord(record)) return { seq: (before?.seq ?? 0) + 1, problem: 'is no record' }
    const problem = before === undefined ? problemOfFirst(record, isPart) : await problemAfter(before, record)
    if (problem !== undefined) return { seq: record.seq, problem }
    before = record
  }
  return undefined
}

function problemOfFirst({ seq, previous }: AuditRecord, isPart: boolean): string | undefined {
  if (seq === 1) return previous === '' ? undefined : 'says that there was one before the first'
  return isPart ? undefined : 'is the first one here: those before it are missing'
}

async function problemAfter(before: AuditRecord, record: AuditRecord): Promise<string | undefined> {
  if (record.seq <= before.seq) return `comes after ${before.seq}: the order is another, or one is there twice`
  if (record.seq > before.seq + 1) return `comes after ${before.seq}: what was between them is missing`
  if (record.previous === (await digestOfJson(before))) return undefined
  return `does not fit ${before.seq}: one of them was changed or exchanged`
}
