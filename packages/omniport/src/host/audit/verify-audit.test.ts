import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import { AuditLog } from './audit-log.js'
import type { AuditRecord } from './audit-record.js'
import { verifyAudit } from './verify-audit.js'

async function createRecords(length: number): Promise<AuditRecord[]> {
  const audit = new AuditLog({ runtime: new VirtualRuntime(), secrets: () => [] })
  for (let n = 0; n < length; n += 1) await audit.append({ type: 'roots', server: 's', uris: [`file:///${n}`] })
  return [...audit.records]
}

const records = await createRecords(5)
const [a, b, c, d, e] = records as [AuditRecord, AuditRecord, AuditRecord, AuditRecord, AuditRecord] // five were made

const unfit = (seq: number) => ({ seq, problem: `does not match ${seq - 1}: one of them was changed or replaced` })

test.each<readonly [string, readonly unknown[], unknown]>([
  ['nothing', [], undefined],
  ['all', records, undefined],
  ['what was read from JSON', JSON.parse(JSON.stringify(records)), undefined],
  ['what was changed', [a, b, { ...c, server: 'other' }, d, e], unfit(4)],
  ['what was added to one', [a, { ...b, more: 1 }, c, d, e], unfit(3)],
  ['a date that was changed', [a, b, c, { ...d, at: d.at + 1 }, e], unfit(5)],
  ['a digest that was changed', [a, { ...b, previous: '00' }, c], unfit(2)],
  ['what was cut out', [a, b, d, e], { seq: 4, problem: 'comes after 2: the records between them are missing' }],
  ['what was cut off at the beginning', [b, c], { seq: 2, problem: 'is the first record: earlier ones are missing' }],
  [
    'what was put in another order',
    [a, c, b, d, e],
    { seq: 3, problem: 'comes after 1: the records between them are missing' },
  ],
  [
    'what is there twice',
    [a, b, b, c],
    { seq: 2, problem: 'comes after 2: the records are out of order, or one is repeated' },
  ],
  [
    'what begins anew',
    [a, b, a, b],
    { seq: 1, problem: 'comes after 2: the records are out of order, or one is repeated' },
  ],
  [
    'a first one that is none',
    [{ ...a, previous: '00' }, b],
    { seq: 1, problem: 'must not refer to an earlier record' },
  ],
  ['numbers that were made to fit', [a, b, { ...d, seq: 3 }, e], unfit(3)],
  ['what is not an audit record', [a, 'x', b], { seq: 2, problem: 'is not an audit record' }],
  ['a number that is none', [{ ...a, seq: '1' }], { seq: 1, problem: 'is not an audit record' }],
  ['no number', [{ ...a, seq: 0 }], { seq: 1, problem: 'is not an audit record' }],
  ['no digest', [{ ...a, previous: undefined }], { seq: 1, problem: 'is not an audit record' }],
  ['no type', [{ ...a, type: undefined }], { seq: 1, problem: 'is not an audit record' }],
])('it says of %s whether it is whole', async (_, given, expected) => {
  expect(await verifyAudit(given)).toEqual(expected)
})

test('a part may begin anywhere, but only with what can be a beginning', async () => {
  expect(await verifyAudit([c, d, e], { isPart: true })).toBeUndefined()
  expect(await verifyAudit([{ ...a, previous: '00' }], { isPart: true })).toEqual({
    seq: 1,
    problem: 'must not refer to an earlier record',
  })
})

test('records may come one after the other', async () => {
  async function* each() {
    yield* [a, b, d]
  }
  expect(await verifyAudit(each())).toMatchObject({ seq: 4 })
})

test('any change but of the last shows, unless all that come after it are made anew', async () => {
  const change = fc.record({ at: fc.nat(3), uris: fc.array(fc.string(), { minLength: 1 }) })
  await fc.assert(
    fc.asyncProperty(change, async ({ at, uris }) => {
      fc.pre(JSON.stringify(uris) !== JSON.stringify((records[at] as { uris?: unknown } | undefined)?.uris))
      const forged = records.map((record, index) => (index === at ? { ...record, uris } : record))
      expect(await verifyAudit(forged)).toEqual(unfit(at + 2))
    }),
  )
  expect(await verifyAudit([a, b, c, d, { ...e, server: 'other' }])).toBeUndefined()
  const anew = { ...b, previous: await digestOfJson({ ...a, server: 'x' }) }
  expect(await verifyAudit([{ ...a, server: 'x' }, anew])).toBeUndefined()
})
