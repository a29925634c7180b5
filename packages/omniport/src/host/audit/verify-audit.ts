import { digestOfJson } from '../../values/json/digest-of-json.js'
import type { AuditRecord } from './audit-record.js'
import { isAuditRecord } from './is-audit-record.js'

/** The first problem of an audit log. */
export interface AuditProblem {
  /** The number of the record that shows the problem; it or the one before is wrong. 0 if unknown. */
  readonly seq: number
  /** Text for people. */
  readonly problem: string
}

export interface VerifyAuditOptions {
  /** True: the log may begin at any record, as the one in memory does. Default: false. */
  readonly isPart?: boolean | undefined
}

/**
 * Verifies that records, in order, are complete and unchanged; returns the first problem, or undefined. Each record is bound
 * to the one before, so a changed, removed or inserted record shows in the next one. Changes to the last record, and records
 * removed after it, cannot be detected; keep its digest elsewhere if that matters.
 */
export async function verifyAudit(
  records: Iterable<unknown> | AsyncIterable<unknown>,
  { isPart = false }: VerifyAuditOptions = {},
): Promise<AuditProblem | undefined> {
  let before: AuditRecord | undefined
  for await (const record of records) {
    if (!isAuditRecord(record)) return { seq: (before?.seq ?? 0) + 1, problem: 'is not an audit record' }
    const problem = before === undefined ? problemOfFirst(record, isPart) : await problemAfter(before, record)
    if (problem !== undefined) return { seq: record.seq, problem }
    before = record
  }
  return undefined
}

function problemOfFirst({ seq, previous }: AuditRecord, isPart: boolean): string | undefined {
  if (seq === 1) return previous === '' ? undefined : 'must not refer to an earlier record'
  return isPart ? undefined : 'is the first record: earlier ones are missing'
}

async function problemAfter(before: AuditRecord, record: AuditRecord): Promise<string | undefined> {
  if (record.seq <= before.seq) return `comes after ${before.seq}: the records are out of order, or one is repeated`
  if (record.seq > before.seq + 1) return `comes after ${before.seq}: the records between them are missing`
  if (record.previous === (await digestOfJson(before))) return undefined
  return `does not match ${before.seq}: one of them was changed or replaced`
}
