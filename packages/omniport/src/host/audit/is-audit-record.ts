import { isObject } from '../../values/json/is-object.js'
import type { AuditRecord } from './audit-record.js'

/** Checks the members that a record's position in the log depends on. */
export function isAuditRecord(value: unknown): value is AuditRecord {
  return (
    isObject(value) &&
    typeof value['type'] === 'string' &&
    isPositiveInteger(value['seq']) &&
    typeof value['previous'] === 'string'
  )
}

function isPositiveInteger(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
