import { isObject } from '../../values/json/is-object.js'
import type { AuditRecord } from './audit-record.js'

/** Checks the members that a record's position in the log depends on. */
export function isAuditRecord(value: unknown): value is AuditRecord {
  return (
    isObject(value) &&
    typeof value['type'] === 'string' &&
    Number.isSafeInteger(value['seq']) &&
    (value['seq'] as number) > 0 && // it is an integer
    typeof value['previous'] === 'string'
  )
}
