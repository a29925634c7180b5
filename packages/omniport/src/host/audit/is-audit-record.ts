import { isObject } from '../../values/json/is-object.js'
import type { AuditRecord } from './audit-record.js'

/** Whether a value is a record as far as its place among others goes. */
export function isAuditRecord(value: unknown): value is AuditRecord {
  return (
    isObject(value) &&
    typeof value['type'] === 'string' &&
    Number.isSafeInteger(value['seq']) &&
    (value['seq'] as number) > 0 && // it is an integer
    typeof value['previous'] === 'string'
  )
}
