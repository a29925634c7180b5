import { expect, test } from 'vitest'
import { isAuditRecord } from './is-audit-record.js'

const record = { type: 'x', seq: 1, previous: '' }

test.each([record, { ...record, seq: Number.MAX_SAFE_INTEGER, more: 1 }])('%j is a record', (value) => {
  expect(isAuditRecord(value)).toBe(true)
})

test.each([
  ...[undefined, null, 'x', [record], { ...record, type: 5 }, { ...record, previous: undefined }],
  ...[0, -1, 1.5, '1', 2 ** 53, Number.NaN].map((seq) => ({ ...record, seq })),
])('%j is none', (value) => {
  expect(isAuditRecord(value)).toBe(false)
})
